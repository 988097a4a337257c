import { paths } from '../../paths.ts';
import { orgPicker } from '../../pickers/pickers.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { recordColumns } from '../../resource/record-columns.tsx';
import { Count, None } from '../../ui/cells.tsx';
import { TowerBlocksDocument } from './tower-block.graphql.ts';

/** How tower blocks are listed. */
export const towerBlocks = defineResource({
  name: 'towerBlocks',
  paths: paths.towerBlocks,
  query: TowerBlocksDocument,
  select: (data) => data.towerBlocks,
  defaultSort: 'addrStreet',
  columns: [
    { id: 'label', cell: (row) => row.label },
    { id: 'addrStreet', sort: 'addr_street', cell: (row) => row.addrStreet },
    { id: 'addrNr', sort: 'addr_nr', cell: (row) => row.addrNr || <None /> },
    { id: 'addrBl', sort: 'addr_bl', cell: (row) => row.addrBl || <None /> },
    { id: 'locality', cell: (row) => row.locality },
    { id: 'entranceCount', numeric: true, cell: (row) => <Count value={row.entranceCount} /> },
    { id: 'apartmentCount', numeric: true, cell: (row) => <Count value={row.apartmentCount} /> },
    ...recordColumns,
  ],
  filters: [
    { id: 'addrStreet', kind: 'text' },
    { id: 'updatedAt', kind: 'period' },
    { id: 'orgId', kind: 'record', picker: orgPicker, may: 'org:read' },
  ],
  may: { read: 'towerBlock:read' },
  imported: true,
});
