import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { NotAllowed } from '../../crud/list/ListEmpty.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { narrow, phone } from '../../ui/preferences.ts';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import classes from './Sides.module.css';
import { EmptyingJob } from '../../status/emptying/EmptyingParts.tsx';
import { FeedBanner } from './FeedBanner.tsx';
import { MapPanel } from './map/MapPanel.tsx';
import { RefreshButton } from './tools/RefreshButton.tsx';
import { StatusTools } from './tools/StatusTools.tsx';
import { isNarrowed } from './tools/StatusTotal.tsx';
import { StatusList } from './StatusList.tsx';
import { useEmptying } from '../../status/emptying/use-emptying.ts';
import { listFilter } from './overview.ts';
import { useOverview } from './use-overview.ts';
import { useStatuses } from './use-statuses.ts';

/** How all containers are: counted, in a list and on a map, as it changes. */
export function Component() {
  // All texts of the rows too: a row that waited for its own would take the map away as it opens.
  const { t } = useTranslation(['containerStatus', 'containers', 'statusUpdates', 'common']);
  const viewer = useViewer();
  const mayRead = viewer.may('statusUpdate:read');
  const controls = useOverview();
  const { overview } = controls;
  const statuses = useStatuses(overview, mayRead);
  const { data, failure, stale } = statuses.list;
  // With the rows that are made of it.
  const made = useDeferredValue(data);
  const emptying = useEmptying(listFilter(overview), data?.containerStatuses.nodes, stale);
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  // Beside a map the list would say no cause whole there: one of the two is shown, and the other is a press away.
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const [pointed, setPointed] = useState<string | null>(null);
  const title = useScreenTitle();
  const above = [{ label: t('containers:title'), to: paths.containers.list }];

  if (!mayRead) {
    return (
      <Page title={title} above={above}>
        <NotAllowed permission="statusUpdate:read" />
      </Page>
    );
  }
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
      above={above}
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
