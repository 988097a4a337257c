import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/values/format.ts';
import { IconRetry } from '../../../ui/icons.ts';
import classes from './StatusTools.module.css';
import { countNews } from '../news.ts';
import type { Overview } from '../overview.ts';
import type { Statuses } from '../use-statuses.ts';

interface Props {
  statuses: Statuses;
  overview: Overview;
  /** On a phone it is its icon, with how many news there are. */
  isSmall: boolean;
}

/** Puts rows and points where the news would have them; only this moves them. */
export function RefreshButton({ statuses, overview, isSmall }: Props) {
  const { t, i18n } = useTranslation('containerStatus');
  const { changes, base, list, index, refresh } = statuses;
  const news = useSyncExternalStore(changes.subscribe, () =>
    base ? countNews(base, overview, changes.allSince(base.mark)) : 0,
  );
  const words = news > 0 ? t('refreshNews', { count: news }) : t('refresh');
  const icon = <IconRetry size={16} aria-hidden />;
  return (
    <Button
      variant={news > 0 ? 'filled' : 'default'}
      {...(isSmall ? { 'aria-label': words, px: 'sm', miw: 44 } : { leftSection: icon })}
      loading={list.loading || index.loading}
      onClick={refresh}
    >
      {isSmall ? icon : words}
      {isSmall && news > 0 && <span className={classes.news}>{formatNumber(news, i18n.language)}</span>}
    </Button>
  );
}
