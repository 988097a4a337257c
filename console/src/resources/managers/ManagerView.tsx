import { useTranslation } from 'react-i18next';
import { manager } from '@noa/domain/kinds/manager.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { useMembersTab } from '../../crud/members/members.tsx';
import { RelatedList } from '../../crud/list/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Count } from '../../ui/values/cells.tsx';
import { entrances } from '../entrances/entrance.resource.tsx';
import { DeleteManagerDocument, ManagerDocument } from './manager.graphql.ts';
import { managerMembers } from './manager-members.ts';

export const Component = recordView(manager, {
  query: ManagerDocument,
  remove: DeleteManagerDocument,
  useParts({ id, entranceCount, viewerCanUpdate }) {
    const { t } = useTranslation('entrances');
    const members = useMembersTab(managerMembers, { id, viewerCanUpdate });
    return {
      facts: [{ field: 'entranceCount', value: <Count value={entranceCount} /> }],
      tabs: [
        useViewer().may('entrance:read') && {
          id: 'entrances',
          label: t('title'),
          content: <RelatedList resource={entrances} label={t('title')} parent={{ managerId: id }} />,
        },
        members,
      ],
    };
  },
});
