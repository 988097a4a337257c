import { useTranslation } from 'react-i18next';
import { org } from '@noa/domain/kinds/org.ts';
import { paths } from '../../paths.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { useMembersTab } from '../../crud/members/members.tsx';
import { useMoment } from '../../crud/history/moment.ts';
import { relatedTab } from '../../crud/list/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { PanelLink } from '../../ui/page/Disclosure.tsx';
import { IconSettings } from '../../ui/icons.ts';
import { managers } from '../managers/manager.resource.tsx';
import { DeleteOrgDocument, OrgDocument } from './org.graphql.ts';
import { orgMembers } from './org-members.ts';
import { OrgState } from './OrgState.tsx';
import { part } from '../../loading/part.ts';

const OrgGateways = part(async () => (await import('./OrgGateways.tsx')).OrgGateways);
const OrgArchive = part(async () => (await import('./OrgArchive.tsx')).OrgArchive);

export const Component = recordView(org, {
  query: OrgDocument,
  remove: DeleteOrgDocument,
  useParts({ id, enabled, gateways, viewerCanUpdate }) {
    const { t } = useTranslation(['orgs', 'common', 'managers']);
    const viewer = useViewer();
    const { asOf } = useMoment();
    const members = useMembersTab(orgMembers, { id, viewerCanUpdate });
    return {
      badge: <OrgState enabled={enabled} />,
      without: ['enabled'],
      menu: viewer.may('orgSettings:read') && (
        <PanelLink to={paths.orgSettings(id)} icon={IconSettings}>
          {t('common:actions.settings')}
        </PanelLink>
      ),
      tabs: [
        members,
        viewer.may('manager:read') && relatedTab(managers, t('managers:title'), { orgId: id }),
        asOf === null &&
          gateways !== undefined && {
            id: 'gateways',
            label: t('gateways.title'),
            content: <OrgGateways id={id} gateways={gateways} />,
          },
        asOf === null &&
          viewer.may('org:write') && { id: 'archive', label: t('archive.title'), content: <OrgArchive id={id} /> },
      ],
    };
  },
});
