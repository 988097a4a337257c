import { paths } from '../../paths.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { recordColumns } from '../../resource/record-columns.tsx';
import { None } from '../../ui/cells.tsx';
import { OrgsDocument } from './org.graphql.ts';
import { OrgState, orgStateWords } from './OrgState.tsx';

/** How orgs are listed. */
export const orgs = defineResource({
  name: 'orgs',
  paths: paths.orgs,
  query: OrgsDocument,
  select: (data) => data.orgs,
  defaultSort: 'name',
  columns: [
    { id: 'name', sort: 'name', cell: (row) => row.name },
    { id: 'addr', sort: 'addr', cell: (row) => row.addr || <None /> },
    { id: 'enabled', words: orgStateWords, sort: 'enabled', cell: (row) => <OrgState enabled={row.enabled} /> },
    ...recordColumns,
  ],
  filters: [
    { id: 'enabled', kind: 'boolean', texts: 'values.enabled' },
    { id: 'updatedAt', kind: 'period' },
  ],
  may: { read: 'org:read', create: 'org:write' },
});
