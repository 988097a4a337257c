import { towerBlock } from '@noa/domain/kinds/tower-block.ts';
import { listOf } from '../../crud/declared/list.tsx';
import { Count } from '../../ui/values/cells.tsx';
import { TowerBlocksDocument } from './tower-block.graphql.ts';

/** How tower blocks are listed. */
export const towerBlocks = listOf(towerBlock, TowerBlocksDocument, {
  defaultSort: 'addrStreet',
  first: ['label'],
  columns: [
    { id: 'label', cell: (row) => row.label },
    { id: 'entranceCount', numeric: true, cell: (row) => <Count value={row.entranceCount} /> },
    { id: 'apartmentCount', numeric: true, cell: (row) => <Count value={row.apartmentCount} /> },
  ],
  filters: [{ id: 'addrStreet', kind: 'text' }],
  imported: true,
});
