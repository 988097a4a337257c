import { org } from '@noa/domain/kinds/org.ts';
import { listOf } from '../../crud/declared/list.tsx';
import { OrgsDocument } from './org.graphql.ts';
import { OrgState, orgStateWords } from './OrgState.tsx';

/** How orgs are listed. */
export const orgs = listOf(org, OrgsDocument, {
  defaultSort: 'name',
  columns: [
    { id: 'enabled', words: orgStateWords, sort: 'enabled', cell: (row) => <OrgState enabled={row.enabled} /> },
  ],
});
