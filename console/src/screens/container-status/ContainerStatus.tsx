import { Button, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { wasteStreams } from '@noa/domain/vocabulary.ts';
import { paths } from '../../paths.ts';
import { SelectPage } from '../../crud/bulk/SelectBox.tsx';
import { NotAllowed } from '../../crud/list/ListEmpty.tsx';
import { SearchInput } from '../../crud/list/SearchInput.tsx';
import { useViewer } from '../../session/viewer.ts';
import { IconList, IconMap } from '../../ui/icons.ts';
import { Page } from '../../ui/page/Page.tsx';
import { narrow, phone } from '../../ui/preferences.ts';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import tools from './StatusTools.module.css';
import { CountStrip } from './CountStrip.tsx';
import { EmptyingJob } from '../../status/emptying/EmptyingParts.tsx';
import { FeedBanner } from './FeedBanner.tsx';
import { MapPanel } from './map/MapPanel.tsx';
import { RefreshButton } from './RefreshButton.tsx';
import { StatusList } from './StatusList.tsx';
import { StatusTotal } from './StatusTotal.tsx';
import { useEmptying } from '../../status/emptying/use-emptying.ts';
import { listFilter } from './overview.ts';
import { useOverview, type OverviewControls } from './use-overview.ts';
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
  // Beside no containers at all there is nothing to place.
  const hasNone = statuses.counts.data?.containerStatusCounts.total === 0;
  const stream = <StreamSelect controls={controls} />;
  const isList = overview.tab === 'list';
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
      <div className={tools.tools}>
        <div className={tools.choices}>
          <CountStrip counts={statuses.counts.data?.containerStatusCounts} controls={controls} />
          {isPhone && (
            <>
              {stream}
              {elsewhere.map(({ to, label }) => (
                <Link key={to} to={to} className={tools.count}>
                  {label}
                </Link>
              ))}
            </>
          )}
        </div>
        <div className={tools.search}>
          {isPhone && isList && emptying.selection && <SelectPage selection={emptying.selection} />}
          <SearchInput value={overview.q} onSearch={controls.search} />
          {!isPhone && stream}
          {isNarrow && <OtherSide isList={isList} onOpen={controls.openTab} />}
          {!isPhone && <StatusTotal statuses={statuses} controls={controls} />}
        </div>
      </div>
      {isNarrow || hasNone ? (
        isList || hasNone ? (
          list
        ) : (
          map
        )
      ) : (
        <div className={tools.sides}>
          {list}
          {map}
        </div>
      )}
    </Page>
  );
}

/** Which waste stream is shown, or all. */
function StreamSelect({ controls: { overview, showStream } }: { controls: OverviewControls }) {
  const { t } = useTranslation(['containerStatus', 'common']);
  return (
    <NativeSelect
      aria-label={t('stream.label')}
      className={tools.stream}
      value={overview.stream ?? ''}
      onChange={(event) => showStream(wasteStreams.find((each) => each === event.currentTarget.value) ?? null)}
      data={[
        { value: '', label: t('stream.all') },
        ...wasteStreams.map((each) => ({ value: each, label: t(`common:values.wasteStream.${each}`) })),
      ]}
    />
  );
}

/** Shows the side that a phone does not show. */
function OtherSide({ isList, onOpen }: { isList: boolean; onOpen: (tab: string) => void }) {
  const { t } = useTranslation('containerStatus');
  const Icon = isList ? IconMap : IconList;
  return (
    <Button
      variant="default"
      className={tools.otherSide}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onOpen(isList ? 'map' : 'list')}
    >
      {t(isList ? 'tabs.map' : 'tabs.list')}
    </Button>
  );
}
