import { useTranslation } from 'react-i18next';
import { filterLabel } from './filter-text.ts';
import { Notice } from '../Notice.tsx';
import type { ListControls } from '../list/use-list-state.ts';

/** Names what of the address makes no sense, or is not for this viewer; closing it takes that out of the address. */
export function IgnoredNotice({ name, controls }: { name: string; controls: ListControls }) {
  const { t } = useTranslation([name, 'common']);
  const { ignored } = controls.state;
  const labels = ignored.map((id) => (id === 'sort' ? t('common:list.sort') : filterLabel(t, name, id)));
  return <Notice onClose={controls.dropIgnored}>{t('common:list.ignored', { filters: labels.join(', ') })}</Notice>;
}
