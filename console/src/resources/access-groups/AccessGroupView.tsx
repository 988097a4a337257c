import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import type { AccessGroupQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { containerGroupPicker } from '../../pickers/pickers.ts';
import { historyTab } from '../../resource/history-tab.tsx';
import { JoinedList } from '../../resource/JoinedList.tsx';
import { RecordLoader } from '../../resource/RecordLoader.tsx';
import { RecordPage } from '../../resource/RecordPage.tsx';
import { RelatedList } from '../../resource/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { AccessModeBadge } from '../../ui/AccessModeBadge.tsx';
import { Count } from '../../ui/cells.tsx';
import { containerGroups } from '../container-groups/container-group.resource.tsx';
import { entrances } from '../entrances/entrance.resource.tsx';
import {
  AccessGroupDocument,
  DeleteAccessGroupDocument,
  JoinContainerGroupDocument,
  LeaveContainerGroupDocument,
} from './access-group.graphql.ts';

export const Component = () => (
  <RecordLoader
    name="accessGroups"
    permission="accessGroup:read"
    query={AccessGroupDocument}
    select={(data) => data.accessGroup}
    list={paths.accessGroups.list}
  >
    {(accessGroup) => <AccessGroupView key={accessGroup.id} accessGroup={accessGroup} />}
  </RecordLoader>
);

function AccessGroupView({ accessGroup }: { accessGroup: NonNullable<AccessGroupQuery['accessGroup']> }) {
  const { t } = useTranslation(['accessGroups', 'common', 'entrances', 'containerGroups']);
  const viewer = useViewer();
  const [join] = useMutation(JoinContainerGroupDocument);
  const [leave] = useMutation(LeaveContainerGroupDocument);
  const { id, org } = accessGroup;
  const pair = (containerGroupId: string) => ({ accessGroupId: id, containerGroupId });

  return (
    <RecordPage
      name="accessGroups"
      record={accessGroup}
      title={accessGroup.label}
      above={[{ label: t('title'), to: paths.accessGroups.list }]}
      badge={<AccessModeBadge mode={accessGroup.accessMode} />}
      update={accessGroup.viewerCanUpdate ? paths.accessGroups.update(id) : undefined}
      remove={accessGroup.viewerCanDelete && { mutation: DeleteAccessGroupDocument, next: paths.accessGroups.list }}
      facts={[
        { field: 'entranceCount', value: <Count value={accessGroup.entranceCount} /> },
        { field: 'containerGroupCount', value: <Count value={accessGroup.containerGroupCount} /> },
        org && { field: 'orgId', value: org.name },
      ]}
      tabs={[
        {
          id: 'entrances',
          label: t('entrances:title'),
          content: <RelatedList resource={entrances} label={t('entrances:title')} parent={{ accessGroupId: id }} />,
        },
        {
          id: 'containerGroups',
          label: t('containerGroups:title'),
          content: (
            <JoinedList
              name="accessGroups"
              resource={containerGroups}
              picker={containerGroupPicker}
              label={t('containerGroups:title')}
              parent={{ accessGroupId: id }}
              change={
                accessGroup.viewerCanUpdate && {
                  pair,
                  join: (containerGroupId) => join({ variables: pair(containerGroupId) }),
                  leave: (containerGroupId) => leave({ variables: pair(containerGroupId) }),
                }
              }
            />
          ),
        },
        historyTab(viewer, t, { name: 'accessGroups', kind: 'accessGroup', id }),
      ]}
    />
  );
}
