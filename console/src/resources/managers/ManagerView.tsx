import { useTranslation } from 'react-i18next';
import { manager } from '@noa/domain/kinds/manager.ts';
import { paths } from '../../paths.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { useMembersTab } from '../../crud/members-tab.tsx';
import { RelatedList } from '../../crud/list/RelatedList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Count } from '../../ui/values/cells.tsx';
import { entrances } from '../entrances/entrance.resource.tsx';
import {
  AddManagerMemberDocument,
  DeleteManagerDocument,
  ManagerDocument,
  ManagerMembersDocument,
  RemoveManagerMemberDocument,
} from './manager.graphql.ts';

export const Component = recordView(manager, {
  query: ManagerDocument,
  remove: DeleteManagerDocument,
  useParts({ id, entranceCount, viewerCanUpdate }) {
    const { t } = useTranslation('entrances');
    const members = useMembersTab({
      id,
      query: ManagerMembersDocument,
      remove: viewerCanUpdate && RemoveManagerMemberDocument,
      add: AddManagerMemberDocument,
      addPath: paths.managers.addMember(id),
    });
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
