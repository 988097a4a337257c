import { manager } from '@noa/domain/kinds/manager.ts';
import { listOf } from '../../crud/declared/list.tsx';
import { ManagersDocument } from './manager.graphql.ts';

/** How managers are listed, on their own page and under their org. */
export const managers = listOf(manager, ManagersDocument, {
  defaultSort: 'name',
  imported: true,
  counts: ['entranceCount'],
  rare: [],
});
