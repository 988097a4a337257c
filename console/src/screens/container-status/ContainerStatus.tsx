import { Alert, Button } from '@mantine/core';
import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Feed } from '../../api/use-feed.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconFailed, IconNormal, IconRetry } from '../../ui/icons.ts';
import { Page } from '../../ui/page/Page.tsx';
import { narrow, phone, useViewport } from '../../ui/preferences.ts';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { EmptyingJob } from '../../status/emptying/EmptyingParts.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import classes from './ContainerStatus.module.css';
import { MapPanel } from './map/MapPanel.tsx';
import { countNews } from './news.ts';
import { StatusTools } from './tools/StatusTools.tsx';
import { isNarrowed } from './tools/StatusTotal.tsx';
import { StatusList } from './StatusList.tsx';
import { useEmptying } from '../../status/emptying/use-emptying.ts';
import { listFilter, type Overview } from './overview.ts';
import { useOverview } from './use-overview.ts';
import { useStatuses, type Statuses } from './use-statuses.ts';

/** How all containers are: counted, in a list and on a map, as it changes. */
export function Component() {
  // All texts of the rows too: a row that waited for its own would take the map away as it opens.
  const { t } = useTranslation(['containerStatus', 'containers', 'statusUpdates', 'common']);
  const viewer = useViewer();
  const controls = useOverview();
  const { overview } = controls;
  const statuses = useStatuses(overview);
  const { data, failure, stale } = statuses.list;
  // With the rows that are made of it.
  const made = useDeferredValue(data);
  const emptying = useEmptying(listFilter(overview), data?.containerStatuses.nodes, stale);
  const isPhone = useViewport(phone);
  // Beside a map the list would say no cause whole there: one of the two is shown, and the other is a press away.
  const isNarrow = useViewport(narrow);
  const [pointed, setPointed] = useState<string | null>(null);
  const title = useScreenTitle();
  const list = (
    <StatusList
      statuses={statuses}
      controls={controls}
      emptying={emptying}
      isPhone={isPhone}
      pointed={pointed}
      onPoint={setPointed}
    />
  );
  const isAlone = isNarrow && overview.tab !== 'list';
  const map = (
    <MapPanel
      isReady={isAlone || made !== undefined || failure !== undefined}
      statuses={statuses}
      controls={controls}
      pointed={pointed}
      onPoint={setPointed}
    />
  );
  // Beside no containers at all there is nothing to place. Where a part of the map has none, it is the map that leads back.
  const hasNone = !isNarrowed(overview) && statuses.counts.data?.containerStatusCounts.total === 0;
  const onlySide = hasNone || overview.tab === 'list' ? list : map;
  const elsewhere = [
    ...(viewer.may('statusUpdate:create') ? [{ to: paths.containers.route, label: t('route.title') }] : []),
    { to: paths.containers.incidents, label: t('incidents') },
  ];
  return (
    <Page
      title={title}
      above={[{ label: t('containers:title'), to: paths.containers.list }]}
      actions={
        <>
          {!isPhone &&
            elsewhere.map(({ to, label }) => (
              <Button key={to} component={Link} to={to} variant="default">
                {label}
              </Button>
            ))}
          <RefreshButton statuses={statuses} overview={overview} isSmall={isPhone} />
        </>
      }
    >
      {/* What is not shown, as the server refuses it, is of no moment. */}
      <FeedBanner feed={data ? statuses.feed : 'opening'} answeredAt={statuses.answeredAt} />
      <EmptyingJob emptying={emptying} />
      <StatusTools
        statuses={statuses}
        controls={controls}
        emptying={emptying}
        isPhone={isPhone}
        isNarrow={isNarrow}
        elsewhere={elsewhere}
      />
      {isNarrow || hasNone ? (
        onlySide
      ) : (
        <div className={classes.sides}>
          {list}
          {map}
        </div>
      )}
    </Page>
  );
}

/** Milliseconds for which it is said that news come again: a success closes by itself. */
const praiseMs = 8_000;

/** Says when news do not come by themselves, and when they do again. */
function FeedBanner({ feed, answeredAt }: { feed: Feed; answeredAt: number }) {
  const { t } = useTranslation('containerStatus');
  const [before, setBefore] = useState(feed);
  const [isBack, setIsBack] = useState(false);
  if (before !== feed) {
    setBefore(feed);
    setIsBack(before === 'lost' && feed === 'live');
  }
  useEffect(
    function stopPraising() {
      const timer = isBack && setTimeout(() => setIsBack(false), praiseMs);
      return () => clearTimeout(timer || undefined);
    },
    [isBack],
  );
  return (
    <div role="status" className={classes.feed}>
      {feed === 'lost' && (
        <Alert color="orange" icon={<IconFailed aria-hidden />} title={t('feed.lost')}>
          {t('feed.lostText')} <PlainMoment at={new Date(answeredAt).toISOString()} />.
        </Alert>
      )}
      {isBack && (
        <Alert color="green" icon={<IconNormal aria-hidden />}>
          {t('feed.back')}
        </Alert>
      )}
    </div>
  );
}

interface Props {
  statuses: Statuses;
  overview: Overview;
  /** On a phone it is its icon, with how many news there are. */
  isSmall: boolean;
}

/** Puts rows and points where the news would have them; only this moves them. */
function RefreshButton({ statuses, overview, isSmall }: Props) {
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
