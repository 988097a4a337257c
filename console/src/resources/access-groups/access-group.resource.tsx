import { accessModes } from '@noa/domain/vocabulary.ts';
import { paths } from '../../paths.ts';
import { containerGroupPicker, orgPicker } from '../../pickers/pickers.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { recordColumns } from '../../resource/record-columns.tsx';
import { AccessModeBadge, accessModeWords } from '../../ui/AccessModeBadge.tsx';
import { Count, None } from '../../ui/cells.tsx';
import { AccessGroupsDocument } from './access-group.graphql.ts';

/** How access groups are listed, on their own page and under a container group that they are joined to. */
export const accessGroups = defineResource({
  name: 'accessGroups',
  paths: paths.accessGroups,
  query: AccessGroupsDocument,
  select: (data) => data.accessGroups,
  defaultSort: 'name',
  columns: [
    { id: 'name', sort: 'name', cell: (row) => row.name },
    {
      id: 'accessMode',
      words: accessModeWords,
      sort: 'access_mode',
      cell: (row) => <AccessModeBadge mode={row.accessMode} />,
    },
    { id: 'entranceCount', numeric: true, cell: (row) => <Count value={row.entranceCount} /> },
    { id: 'containerGroupCount', numeric: true, cell: (row) => <Count value={row.containerGroupCount} /> },
    { id: 'orgId', from: ['org.name'], rare: true, may: 'org:read', cell: (row) => row.org?.name ?? <None /> },
    ...recordColumns,
  ],
  filters: [
    { id: 'accessMode', kind: 'choice', values: accessModes, texts: 'values.accessMode' },
    { id: 'containerGroupId', kind: 'record', picker: containerGroupPicker },
    { id: 'updatedAt', kind: 'period' },
    { id: 'orgId', kind: 'record', picker: orgPicker, may: 'org:read' },
  ],
  may: { read: 'accessGroup:read', create: 'accessGroup:write' },
  bulk: [{ action: 'change_access_group_access_mode' }],
});
