import { entrance } from '@noa/domain/kinds/entrance.ts';
import { pickers } from '../../pickers/pickers.ts';
import { listOf } from '../../crud/declared/list.tsx';
import { withoutAccessGroup, withoutManager } from './entrance.filters.ts';
import { EntrancesDocument } from './entrance.graphql.ts';

/** How entrances are listed, on their own page and under what they belong to. */
export const entrances = listOf(entrance, EntrancesDocument, {
  defaultSort: 'towerBlockId',
  first: ['label', 'addrSc', 'apartmentCount'],
  desk: ['addrSc'],
  columns: [{ id: 'label', sort: 'tower_block_id', under: 'towerBlockId', cell: (row) => row.label }],
  counts: ['apartmentCount'],
  filters: [withoutAccessGroup, withoutManager],
  bulk: [
    { action: 'move_entrances_to_access_group', picker: pickers.accessGroup },
    { action: 'move_entrances_to_manager', picker: pickers.manager },
  ],
  imported: true,
});
