import { useTranslation } from 'react-i18next';
import { accessGroup } from '@noa/domain/kinds/access-group.ts';
import { pickers } from '../../pickers/pickers.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { JoinedList } from '../../crud/list/JoinedList.tsx';
import { RelatedList } from '../../crud/list/RelatedList.tsx';
import { Count } from '../../ui/values/cells.tsx';
import { containerGroups } from '../container-groups/container-group.resource.tsx';
import { entrances } from '../entrances/entrance.resource.tsx';
import { AccessGroupDocument, DeleteAccessGroupDocument } from './access-group.graphql.ts';

export const Component = recordView(accessGroup, {
  query: AccessGroupDocument,
  remove: DeleteAccessGroupDocument,
  useParts({ id, entranceCount, containerGroupCount, viewerCanUpdate }) {
    const { t } = useTranslation(['entrances', 'containerGroups']);
    const pair = (containerGroupId: string) => ({ accessGroupId: id, containerGroupId });
    return {
      facts: [
        { field: 'entranceCount', value: <Count value={entranceCount} /> },
        { field: 'containerGroupCount', value: <Count value={containerGroupCount} /> },
      ],
      tabs: [
        {
          id: 'entrances',
          label: t('title'),
          content: <RelatedList resource={entrances} label={t('title')} parent={{ accessGroupId: id }} />,
        },
        {
          id: 'containerGroups',
          label: t('containerGroups:title'),
          content: (
            <JoinedList
              name="accessGroups"
              resource={containerGroups}
              picker={pickers.containerGroup}
              label={t('containerGroups:title')}
              parent={{ accessGroupId: id }}
              pair={viewerCanUpdate && pair}
            />
          ),
        },
      ],
    };
  },
});
