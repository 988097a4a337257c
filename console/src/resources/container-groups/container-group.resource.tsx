import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import { pickers } from '../../pickers/pickers.ts';
import { listOf } from '../../crud/declared/list.tsx';
import { ContainerGroupsDocument } from './container-group.graphql.ts';

/** How container groups are listed, on their own page and under an access group that is joined to them. */
export const containerGroups = listOf(containerGroup, ContainerGroupsDocument, {
  defaultSort: 'itemNumber',
  imported: true,
  counts: ['containerCount'],
  filters: [{ id: 'accessGroupId', kind: 'record', picker: pickers.accessGroup, may: 'accessGroup:read' }],
  bulk: [{ action: 'change_container_group_access_mode' }],
});
