import { paths } from '../../paths.ts';
import { orgPicker } from '../../pickers/pickers.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { recordColumns } from '../../resource/record-columns.tsx';
import { Count, None } from '../../ui/cells.tsx';
import { ManagersDocument } from './manager.graphql.ts';

/** How managers are listed, on their own page and under their org. */
export const managers = defineResource({
  name: 'managers',
  paths: paths.managers,
  query: ManagersDocument,
  select: (data) => data.managers,
  defaultSort: 'name',
  columns: [
    { id: 'name', sort: 'name', cell: (row) => row.name },
    { id: 'entranceCount', numeric: true, cell: (row) => <Count value={row.entranceCount} /> },
    { id: 'orgId', from: ['org.name'], may: 'org:read', cell: (row) => row.org?.name ?? <None /> },
    ...recordColumns,
  ],
  filters: [
    { id: 'orgId', kind: 'record', picker: orgPicker, may: 'org:read' },
    { id: 'updatedAt', kind: 'period' },
  ],
  may: { read: 'manager:read', create: 'manager:write' },
});
