import { useTranslation } from 'react-i18next';
import { accessGroup } from '@noa/domain/kinds/access-group.ts';
import { pickers } from '../../pickers/pickers.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { joinedTab } from '../../crud/list/JoinedList.tsx';
import { relatedTab } from '../../crud/list/RelatedList.tsx';
import { containerGroups } from '../container-groups/container-group.resource.tsx';
import { entrances } from '../entrances/entrance.resource.tsx';
import { AccessGroupDocument, DeleteAccessGroupDocument } from './access-group.graphql.ts';

export const Component = recordView(accessGroup, {
  query: AccessGroupDocument,
  remove: DeleteAccessGroupDocument,
  counts: ['entranceCount', 'containerGroupCount'],
  useParts({ id, viewerCanUpdate }) {
    const { t } = useTranslation(['entrances', 'containerGroups']);
    const pair = (containerGroupId: string) => ({ accessGroupId: id, containerGroupId });
    return {
      tabs: [
        relatedTab(entrances, t('title'), { accessGroupId: id }),
        joinedTab({
          name: 'accessGroups',
          resource: containerGroups,
          picker: pickers.containerGroup,
          label: t('containerGroups:title'),
          parent: { accessGroupId: id },
          pair: viewerCanUpdate && pair,
        }),
      ],
    };
  },
});
