import { useTranslation } from 'react-i18next';
import { manager } from '@noa/domain/kinds/manager.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { useMembersTab } from '../../crud/members/members.tsx';
import { relatedTab } from '../../crud/list/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { entrances } from '../entrances/entrance.resource.tsx';
import { DeleteManagerDocument, ManagerDocument } from './manager.graphql.ts';
import { managerMembers } from './manager-members.ts';

export const Component = recordView(manager, {
  query: ManagerDocument,
  remove: DeleteManagerDocument,
  counts: ['entranceCount'],
  useParts({ id, viewerCanUpdate }) {
    const { t } = useTranslation('entrances');
    const members = useMembersTab(managerMembers, { id, viewerCanUpdate });
    return {
      tabs: [useViewer().may('entrance:read') && relatedTab(entrances, t('title'), { managerId: id }), members],
    };
  },
});
