import { accessGroup } from '@noa/domain/kinds/access-group.ts';
import { pickers } from '../../pickers/pickers.ts';
import { listOf } from '../../crud/declared/list.tsx';
import { AccessGroupsDocument } from './access-group.graphql.ts';

/** How access groups are listed, on their own page and under a container group that they are joined to. */
export const accessGroups = listOf(accessGroup, AccessGroupsDocument, {
  defaultSort: 'name',
  imported: true,
  counts: ['entranceCount', 'containerGroupCount'],
  filters: [{ id: 'containerGroupId', kind: 'record', picker: pickers.containerGroup }],
  bulk: [{ action: 'change_access_group_access_mode' }],
});
