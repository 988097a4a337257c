import { manager } from '@noa/domain/kinds/manager.ts';
import { listOf } from '../../crud/declared/list.tsx';
import { Count } from '../../ui/values/cells.tsx';
import { ManagersDocument } from './manager.graphql.ts';

/** How managers are listed, on their own page and under their org. */
export const managers = listOf(manager, ManagersDocument, {
  defaultSort: 'name',
  columns: [{ id: 'entranceCount', numeric: true, cell: (row) => <Count value={row.entranceCount} /> }],
  rare: [],
});
