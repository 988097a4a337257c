import { useTranslation } from 'react-i18next';
import { JoinedList } from '../../crud/list/JoinedList.tsx';
import { pickers } from '../../pickers/pickers.ts';
import { accessGroups } from '../access-groups/access-group.resource.tsx';

/** The access groups whose cards open the containers of a platform. */
export function PlatformAccessGroups({ id, mayJoin }: { id: string; mayJoin: boolean }) {
  const { t } = useTranslation('accessGroups');
  return (
    <JoinedList
      name="containerGroups"
      resource={accessGroups}
      picker={pickers.accessGroup}
      label={t('title')}
      parent={{ containerGroupId: id }}
      pair={mayJoin && ((accessGroupId: string) => ({ accessGroupId, containerGroupId: id }))}
    />
  );
}
