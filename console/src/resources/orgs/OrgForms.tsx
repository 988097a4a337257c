import { org } from '@noa/domain/kinds/org.ts';
import { recordForms } from '../../crud/declared/record-forms.tsx';
import { CreateOrgDocument, UpdateOrgDocument } from './org.graphql.ts';
import { TimeZoneField } from './TimeZoneField.tsx';

/** Adds an org and changes one. */
export const { create, update } = recordForms(org, {
  create: CreateOrgDocument,
  update: UpdateOrgDocument,
  own: { timeZone: (form) => <TimeZoneField form={form} /> },
});
