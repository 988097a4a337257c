import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import type { ContainerGroupQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { accessGroupPicker } from '../../pickers/pickers.ts';
import { historyTab } from '../../resource/history-tab.tsx';
import { JoinedList } from '../../resource/JoinedList.tsx';
import { RecordLoader } from '../../resource/RecordLoader.tsx';
import { RecordPage } from '../../resource/RecordPage.tsx';
import { RelatedList } from '../../resource/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { AccessModeBadge } from '../../ui/AccessModeBadge.tsx';
import { Count, None } from '../../ui/cells.tsx';
import { Coordinates } from '../../ui/Coordinates.tsx';
import { accessGroups } from '../access-groups/access-group.resource.tsx';
import { containers } from '../containers/container.resource.tsx';
import {
  ContainerGroupDocument,
  DeleteContainerGroupDocument,
  JoinAccessGroupDocument,
  LeaveAccessGroupDocument,
} from './container-group.graphql.ts';

export const Component = () => (
  <RecordLoader
    name="containerGroups"
    permission="containerGroup:read"
    query={ContainerGroupDocument}
    select={(data) => data.containerGroup}
    list={paths.containerGroups.list}
  >
    {(containerGroup) => <ContainerGroupView key={containerGroup.id} containerGroup={containerGroup} />}
  </RecordLoader>
);

type ContainerGroup = NonNullable<ContainerGroupQuery['containerGroup']>;

function ContainerGroupView({ containerGroup }: { containerGroup: ContainerGroup }) {
  const { t } = useTranslation(['containerGroups', 'common', 'containers', 'accessGroups']);
  const viewer = useViewer();
  const [join] = useMutation(JoinAccessGroupDocument);
  const [leave] = useMutation(LeaveAccessGroupDocument);
  const { id, org, lat, lng } = containerGroup;
  const pair = (accessGroupId: string) => ({ accessGroupId, containerGroupId: id });

  return (
    <RecordPage
      name="containerGroups"
      record={containerGroup}
      title={containerGroup.label}
      above={[{ label: t('title'), to: paths.containerGroups.list }]}
      badge={<AccessModeBadge mode={containerGroup.accessMode} />}
      update={containerGroup.viewerCanUpdate ? paths.containerGroups.update(id) : undefined}
      remove={
        containerGroup.viewerCanDelete && { mutation: DeleteContainerGroupDocument, next: paths.containerGroups.list }
      }
      facts={[
        { field: 'itemNumber', value: containerGroup.itemNumber },
        { field: 'addrStreet', value: containerGroup.addrStreet || <None /> },
        { field: 'addrNr', value: containerGroup.addrNr || <None /> },
        { field: 'addrBl', value: containerGroup.addrBl || <None /> },
        { field: 'gisNodeId', value: containerGroup.gisNode?.path ?? <None /> },
        { field: 'place', value: <Coordinates lat={lat} lng={lng} /> },
        { field: 'containerCount', value: <Count value={containerGroup.containerCount} /> },
        org && { field: 'orgId', value: org.name },
      ]}
      tabs={[
        {
          id: 'containers',
          label: t('containers:title'),
          content: (
            <RelatedList resource={containers} label={t('containers:title')} parent={{ containerGroupId: id }} />
          ),
        },
        viewer.may('accessGroup:read') && {
          id: 'accessGroups',
          label: t('accessGroups:title'),
          content: (
            <JoinedList
              name="containerGroups"
              resource={accessGroups}
              picker={accessGroupPicker}
              label={t('accessGroups:title')}
              parent={{ containerGroupId: id }}
              change={
                // Who may change the group itself reaches its org, to which its access groups belong.
                containerGroup.viewerCanUpdate &&
                viewer.may('accessGroup:write') && {
                  pair,
                  join: (accessGroupId) => join({ variables: pair(accessGroupId) }),
                  leave: (accessGroupId) => leave({ variables: pair(accessGroupId) }),
                }
              }
            />
          ),
        },
        historyTab(viewer, t, { name: 'containerGroups', kind: 'containerGroup', id }),
      ]}
    />
  );
}
