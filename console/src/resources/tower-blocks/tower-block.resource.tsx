import { towerBlock } from '@noa/domain/kinds/tower-block.ts';
import { listOf } from '../../crud/declared/list.tsx';
import { TowerBlocksDocument } from './tower-block.graphql.ts';

/** How tower blocks are listed. */
export const towerBlocks = listOf(towerBlock, TowerBlocksDocument, {
  defaultSort: 'addrStreet',
  first: ['label'],
  desk: ['addrStreet', 'addrNr', 'addrBl'],
  columns: [{ id: 'label', cell: (row) => row.label }],
  counts: ['entranceCount', 'apartmentCount'],
  filters: [{ id: 'addrStreet', kind: 'text' }],
  imported: true,
});
