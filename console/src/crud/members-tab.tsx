import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { MemberList } from './view/MemberList.tsx';
import { useMoment } from './history/moment.ts';
import type { Tab } from './view/RecordPage.tsx';

/** The tab with who belongs to an org or a manager; null in the past, as nobody has written down who belonged to it then. */
export function useMembersTab(list: ComponentProps<typeof MemberList>): Tab | null {
  const { t } = useTranslation('members');
  const { asOf } = useMoment();
  return asOf === null ? { id: 'members', label: t('title'), content: <MemberList {...list} /> } : null;
}
