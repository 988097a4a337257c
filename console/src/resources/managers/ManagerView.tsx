import { useTranslation } from 'react-i18next';
import type { ManagerQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { historyTab } from '../../resource/history-tab.tsx';
import { MemberList } from '../../resource/MemberList.tsx';
import { useMoment } from '../../resource/moment.ts';
import { RecordLoader } from '../../resource/RecordLoader.tsx';
import { RecordPage, type Tab } from '../../resource/RecordPage.tsx';
import { RelatedList } from '../../resource/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Count } from '../../ui/cells.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { entrances } from '../entrances/entrance.resource.tsx';
import {
  DeleteManagerDocument,
  ManagerDocument,
  ManagerMembersDocument,
  AddManagerMemberDocument,
  RemoveManagerMemberDocument,
} from './manager.graphql.ts';

export const Component = () => (
  <RecordLoader
    name="managers"
    permission="manager:read"
    query={ManagerDocument}
    select={(data) => data.manager}
    list={paths.managers.list}
  >
    {(manager) => <ManagerView key={manager.id} manager={manager} />}
  </RecordLoader>
);

function ManagerView({ manager }: { manager: NonNullable<ManagerQuery['manager']> }) {
  const { t } = useTranslation(['managers', 'common', 'entrances', 'members']);
  const viewer = useViewer();
  const { id, name, org, viewerCanUpdate } = manager;

  const facts = [
    { field: 'entranceCount', value: <Count value={manager.entranceCount} /> },
    org && {
      field: 'orgId',
      value: <TextLink to={paths.orgs.view(org.id)}>{org.name}</TextLink>,
    },
  ];
  // Who belonged to it then, nobody has written down.
  const isPast = useMoment().asOf !== null;
  const tabs: (Tab | false | null)[] = [
    viewer.may('entrance:read') && {
      id: 'entrances',
      label: t('entrances:title'),
      content: <RelatedList resource={entrances} label={t('entrances:title')} parent={{ managerId: id }} />,
    },
    !isPast && {
      id: 'members',
      label: t('members:title'),
      content: (
        <MemberList
          id={id}
          query={ManagerMembersDocument}
          remove={viewerCanUpdate && RemoveManagerMemberDocument}
          add={AddManagerMemberDocument}
          addPath={paths.managers.addMember(id)}
        />
      ),
    },
    historyTab(viewer, t, { name: 'managers', kind: 'manager', id }),
  ];

  return (
    <RecordPage
      name="managers"
      record={manager}
      title={name}
      above={[{ label: t('title'), to: paths.managers.list }]}
      update={viewerCanUpdate ? paths.managers.update(id) : undefined}
      remove={manager.viewerCanDelete && { mutation: DeleteManagerDocument, next: paths.managers.list }}
      facts={facts}
      tabs={tabs}
    />
  );
}
