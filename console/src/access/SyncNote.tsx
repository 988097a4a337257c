import { useTranslation } from 'react-i18next';
import { formatNumber } from '../ui/values/format.ts';

const over = /^over_capacity (\d+)$/;
const words = ['failed', 'over_capacity', 'checksum'];

/** What the server or a lock noted beside a `sync` status: words of ours in the reader's language, a lock's own as they are. */
export function SyncNote({ note }: { note: string }) {
  const { t, i18n } = useTranslation('access');
  const by = over.exec(note)?.[1];
  if (by !== undefined) {
    return <>{t('sync.over', { count: Number(by), n: formatNumber(Number(by), i18n.language) })}</>;
  }
  return <>{words.includes(note) ? t(`failures.${note}`) : t('sync.reason', { reason: note })}</>;
}
