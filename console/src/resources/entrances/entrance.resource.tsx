import { paths } from '../../paths.ts';
import { orgPicker } from '../../pickers/pickers.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { recordColumns } from '../../resource/record-columns.tsx';
import { Count, None } from '../../ui/cells.tsx';
import { entrancePickers } from './entrance-pickers.ts';
import { withoutAccessGroup, withoutManager } from './entrance.filters.ts';
import { EntrancesDocument } from './entrance.graphql.ts';

/** How entrances are listed, on their own page and under what they belong to. */
export const entrances = defineResource({
  name: 'entrances',
  paths: paths.entrances,
  query: EntrancesDocument,
  select: (data) => data.entrances,
  defaultSort: 'towerBlockId',
  columns: [
    { id: 'label', sort: 'tower_block_id', under: 'towerBlockId', cell: (row) => row.label },
    { id: 'addrSc', sort: 'addr_sc', cell: (row) => row.addrSc },
    { id: 'apartmentCount', numeric: true, cell: (row) => <Count value={row.apartmentCount} /> },
    {
      id: 'accessGroupId',
      from: ['accessGroup.name'],
      sort: 'access_group_id',
      may: 'accessGroup:read',
      cell: (row) => row.accessGroup?.name ?? <None />,
    },
    {
      id: 'managerId',
      from: ['manager.name'],
      sort: 'manager_id',
      may: 'manager:read',
      cell: (row) => row.manager?.name ?? <None />,
    },
    ...recordColumns,
  ],
  filters: [
    { id: 'towerBlockId', kind: 'record', picker: entrancePickers.towerBlockId, may: 'towerBlock:read' },
    { id: 'accessGroupId', kind: 'record', picker: entrancePickers.accessGroupId, may: 'accessGroup:read' },
    { id: 'managerId', kind: 'record', picker: entrancePickers.managerId, may: 'manager:read' },
    withoutAccessGroup,
    withoutManager,
    { id: 'updatedAt', kind: 'period' },
    { id: 'orgId', kind: 'record', picker: orgPicker, may: 'org:read' },
  ],
  may: { read: 'entrance:read', create: 'entrance:write' },
  bulk: [
    { action: 'move_entrances_to_access_group', picker: entrancePickers.accessGroupId },
    { action: 'move_entrances_to_manager', picker: entrancePickers.managerId },
  ],
  imported: true,
});
