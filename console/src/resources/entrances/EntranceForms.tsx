import { entrance } from '@noa/domain/kinds/entrance.ts';
import { recordForms } from '../../crud/declared/record-forms.tsx';
import { CreateEntranceDocument, UpdateEntranceDocument } from './entrance.graphql.ts';

/** Adds an entrance, `?towerBlockId=` says to which block, and changes one. Only its access group decides what is opened. */
export const { create, update } = recordForms(entrance, {
  create: CreateEntranceDocument,
  update: UpdateEntranceDocument,
  decides: ['accessGroupId'],
});
