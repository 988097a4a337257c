import { manager } from '@noa/domain/kinds/manager.ts';
import { recordForms } from '../../crud/declared/record-forms.tsx';
import { CreateManagerDocument, UpdateManagerDocument } from './manager.graphql.ts';

/** Adds a manager, `?orgId=` says to which org, and changes one. */
export const { create, update } = recordForms(manager, {
  create: CreateManagerDocument,
  update: UpdateManagerDocument,
});
