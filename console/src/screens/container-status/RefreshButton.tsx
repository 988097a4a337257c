import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconRetry } from '../../ui/icons.ts';
import { countNews } from './news.ts';
import type { Overview } from './overview.ts';
import type { Statuses } from './use-statuses.ts';

/** Puts rows and points where the news would have them; only this moves them. */
export function RefreshButton({ statuses, overview }: { statuses: Statuses; overview: Overview }) {
  const { t } = useTranslation('containerStatus');
  const { changes, base, list, index, refresh } = statuses;
  useSyncExternalStore(changes.subscribe, changes.version);
  const news = base ? countNews(base, overview, changes.allSince(base.mark)) : 0;
  return (
    <Button
      variant={news > 0 ? 'filled' : 'default'}
      leftSection={<IconRetry size={16} aria-hidden />}
      loading={list.loading || index.loading}
      onClick={refresh}
    >
      {news > 0 ? t('refreshNews', { count: news }) : t('refresh')}
    </Button>
  );
}
