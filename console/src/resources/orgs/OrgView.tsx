import { useTranslation } from 'react-i18next';
import { Link } from '../../ui/Link.tsx';
import type { OrgQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { historyTab } from '../../resource/history-tab.tsx';
import { MemberList } from '../../resource/MemberList.tsx';
import { useMoment } from '../../resource/moment.ts';
import { RecordLoader } from '../../resource/RecordLoader.tsx';
import { RecordPage, type Tab } from '../../resource/RecordPage.tsx';
import { RelatedList } from '../../resource/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { None } from '../../ui/cells.tsx';
import { panelItem } from '../../ui/Disclosure.tsx';
import { IconSettings } from '../../ui/icons.ts';
import { managers } from '../managers/manager.resource.tsx';
import {
  AddOrgMemberDocument,
  DeleteOrgDocument,
  OrgDocument,
  OrgMembersDocument,
  RemoveOrgMemberDocument,
} from './org.graphql.ts';
import { OrgGateways } from './OrgGateways.tsx';
import { OrgState } from './OrgState.tsx';

export const Component = () => (
  <RecordLoader
    name="orgs"
    permission="org:read"
    query={OrgDocument}
    select={(data) => data.org}
    list={paths.orgs.list}
  >
    {(org) => <OrgView key={org.id} org={org} />}
  </RecordLoader>
);

function OrgView({ org }: { org: NonNullable<OrgQuery['org']> }) {
  const { t } = useTranslation(['orgs', 'common', 'managers', 'members']);
  const viewer = useViewer();
  const { id, name, gateways, viewerCanUpdate } = org;

  const facts = [
    { field: 'addr', value: org.addr || <None /> },
    { field: 'timeZone', value: org.timeZone },
  ];
  // Who belonged to it then, nobody has written down.
  const isPast = useMoment().asOf !== null;
  const tabs: (Tab | false | null)[] = [
    !isPast && {
      id: 'members',
      label: t('members:title'),
      content: (
        <MemberList
          id={id}
          query={OrgMembersDocument}
          remove={viewerCanUpdate && RemoveOrgMemberDocument}
          add={AddOrgMemberDocument}
          addPath={paths.orgs.addMember(id)}
        />
      ),
    },
    viewer.may('manager:read') && {
      id: 'managers',
      label: t('managers:title'),
      content: <RelatedList resource={managers} label={t('managers:title')} parent={{ orgId: id }} />,
    },
    !isPast &&
      gateways !== undefined && {
        id: 'gateways',
        label: t('gateways.title'),
        content: <OrgGateways id={id} gateways={gateways} />,
      },
    historyTab(viewer, t, { name: 'orgs', kind: 'org', id }),
  ];

  return (
    <RecordPage
      name="orgs"
      record={org}
      title={name}
      badge={<OrgState enabled={org.enabled} />}
      above={[{ label: t('title'), to: paths.orgs.list }]}
      update={viewerCanUpdate ? paths.orgs.update(id) : undefined}
      menu={
        viewer.may('orgSettings:read') &&
        (() => (
          <Link className={panelItem} to={paths.orgSettings(id)}>
            <IconSettings size={16} aria-hidden />
            {t('common:actions.settings')}
          </Link>
        ))
      }
      remove={org.viewerCanDelete && { mutation: DeleteOrgDocument, next: paths.orgs.list }}
      facts={facts}
      tabs={tabs}
    />
  );
}
