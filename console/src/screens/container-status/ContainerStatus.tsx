import { Button, Group, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { wasteStreams } from '@noa/domain/vocabulary.ts';
import { paths } from '../../paths.ts';
import { NotAllowed } from '../../crud/list/ListEmpty.tsx';
import { SearchInput } from '../../crud/list/SearchInput.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { phone } from '../../ui/preferences.ts';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { Tabs } from '../../ui/page/Tabs.tsx';
import classes from './ContainerStatus.module.css';
import { CountStrip } from './CountStrip.tsx';
import { EmptyingJob } from './emptying/EmptyingParts.tsx';
import { FeedBanner } from './FeedBanner.tsx';
import { MapPanel } from './map/MapPanel.tsx';
import { RefreshButton } from './RefreshButton.tsx';
import { StatusList } from './StatusList.tsx';
import { useEmptying } from './emptying/use-emptying.ts';
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
  const emptying = useEmptying(listFilter(overview), statuses.list.data?.containerStatuses.nodes);
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
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
    <StatusList statuses={statuses} controls={controls} emptying={emptying} pointed={pointed} onPoint={setPointed} />
  );
  const map = <MapPanel statuses={statuses} controls={controls} pointed={pointed} onPoint={setPointed} />;
  return (
    <Page
      title={title}
      above={above}
      actions={
        <>
          <Button component={Link} to={paths.containers.incidents} variant="default">
            {t('incidents')}
          </Button>
          {viewer.may('statusUpdate:create') && (
            <Button component={Link} to={paths.containers.route} variant="default">
              {t('route.title')}
            </Button>
          )}
          <RefreshButton statuses={statuses} overview={overview} />
        </>
      }
    >
      <FeedBanner feed={statuses.feed} answeredAt={statuses.answeredAt} />
      <EmptyingJob emptying={emptying} />
      <CountStrip counts={statuses.counts.data?.containerStatusCounts} controls={controls} />
      <Group gap="xs">
        <SearchInput value={overview.q} onSearch={controls.search} />
        <NativeSelect
          aria-label={t('stream.label')}
          value={overview.stream ?? ''}
          onChange={(event) =>
            controls.showStream(wasteStreams.find((stream) => stream === event.currentTarget.value) ?? null)
          }
          data={[
            { value: '', label: t('stream.all') },
            ...wasteStreams.map((stream) => ({ value: stream, label: t(`common:values.wasteStream.${stream}`) })),
          ]}
        />
      </Group>
      {isPhone ? (
        <Tabs
          tabs={[
            { id: 'list', label: t('tabs.list') },
            { id: 'map', label: t('tabs.map') },
          ]}
          open={overview.tab}
          onOpen={controls.openTab}
        >
          {overview.tab === 'map' ? map : list}
        </Tabs>
      ) : (
        <div className={classes.sides}>
          {list}
          {map}
        </div>
      )}
    </Page>
  );
}
