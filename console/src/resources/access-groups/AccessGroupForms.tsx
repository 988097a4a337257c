import { accessGroup } from '@noa/domain/kinds/access-group.ts';
import { recordForms } from '../../crud/declared/record-forms.tsx';
import { CreateAccessGroupDocument, UpdateAccessGroupDocument } from './access-group.graphql.ts';

/** Adds an access group, what it joins is said in its view, and changes one. Only its access mode decides who opens what. */
export const { create, update } = recordForms(accessGroup, {
  create: CreateAccessGroupDocument,
  update: UpdateAccessGroupDocument,
  decides: ['accessMode'],
});
