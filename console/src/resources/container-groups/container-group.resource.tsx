import { accessModes } from '@noa/domain/vocabulary.ts';
import { paths } from '../../paths.ts';
import { accessGroupPicker, orgPicker } from '../../pickers/pickers.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { recordColumns } from '../../resource/record-columns.tsx';
import { AccessModeBadge, accessModeWords } from '../../ui/AccessModeBadge.tsx';
import { Count, None } from '../../ui/cells.tsx';
import { ContainerGroupsDocument } from './container-group.graphql.ts';

/** How container groups are listed, on their own page and under an access group that is joined to them. */
export const containerGroups = defineResource({
  name: 'containerGroups',
  paths: paths.containerGroups,
  query: ContainerGroupsDocument,
  select: (data) => data.containerGroups,
  defaultSort: 'itemNumber',
  columns: [
    { id: 'itemNumber', sort: 'item_number', cell: (row) => row.itemNumber },
    { id: 'name', cell: (row) => row.name || <None /> },
    {
      id: 'accessMode',
      words: accessModeWords,
      sort: 'access_mode',
      cell: (row) => <AccessModeBadge mode={row.accessMode} />,
    },
    { id: 'addrStreet', sort: 'addr_street', cell: (row) => row.addrStreet || <None /> },
    { id: 'addrNr', sort: 'addr_nr', cell: (row) => row.addrNr || <None /> },
    { id: 'addrBl', sort: 'addr_bl', cell: (row) => row.addrBl || <None /> },
    { id: 'containerCount', numeric: true, cell: (row) => <Count value={row.containerCount} /> },
    { id: 'orgId', from: ['org.name'], rare: true, may: 'org:read', cell: (row) => row.org?.name ?? <None /> },
    ...recordColumns,
  ],
  filters: [
    { id: 'accessMode', kind: 'choice', values: accessModes, texts: 'values.accessMode' },
    { id: 'accessGroupId', kind: 'record', picker: accessGroupPicker, may: 'accessGroup:read' },
    { id: 'updatedAt', kind: 'period' },
    { id: 'orgId', kind: 'record', picker: orgPicker, may: 'org:read' },
  ],
  may: { read: 'containerGroup:read', create: 'containerGroup:write' },
  bulk: [{ action: 'change_container_group_access_mode' }],
});
