import { useTranslation } from 'react-i18next';
import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import { pickers } from '../../pickers/pickers.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { joinedTab } from '../../crud/list/JoinedList.tsx';
import { relatedTab } from '../../crud/list/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { accessGroups } from '../access-groups/access-group.resource.tsx';
import { containers } from '../containers/container.resource.tsx';
import { ContainerGroupDocument, DeleteContainerGroupDocument } from './container-group.graphql.ts';

export const Component = recordView(containerGroup, {
  query: ContainerGroupDocument,
  remove: DeleteContainerGroupDocument,
  counts: ['containerCount'],
  useParts({ id, viewerCanUpdate }) {
    const { t } = useTranslation(['containers', 'accessGroups']);
    const viewer = useViewer();
    const pair = (accessGroupId: string) => ({ accessGroupId, containerGroupId: id });
    return {
      without: ['name'],
      first: ['itemNumber', 'addrStreet', 'addrNr', 'addrBl', 'gisNodeId'],
      tabs: [
        relatedTab(containers, t('title'), { containerGroupId: id }),
        viewer.may('accessGroup:read') &&
          joinedTab({
            name: 'containerGroups',
            resource: accessGroups,
            picker: pickers.accessGroup,
            label: t('accessGroups:title'),
            parent: { containerGroupId: id },
            pair: viewerCanUpdate && pair,
          }),
      ],
    };
  },
});
