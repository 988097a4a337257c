import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../loading/connection.ts';
import { ConfirmDialog } from '../../crud/ConfirmDialog.tsx';
import { paths } from '../../paths.ts';
import { IconFailed, IconMap, IconPrint, IconRoute } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { Tabs } from '../../ui/page/Tabs.tsx';
import { useAddress } from '../../ui/page/use-address.ts';
import { phone } from '../../ui/preferences.ts';
import { AddFull } from './AddFull.tsx';
import classes from './CollectionRoute.module.css';
import { Progress } from './Progress.tsx';
import { StopList } from './StopList.tsx';
import { UnsentElsewhere } from './UnsentElsewhere.tsx';
import { useCollectionRoute, type RouteControls } from './use-collection-route.ts';
import { canDraw } from '../../map/can-draw.ts';
import type { Stop } from './route.ts';
import { part } from '../../loading/part.ts';

const RouteMap = part(async () => (await import('./map/RouteMap.tsx')).RouteMap);

/** The containers of today in the order in which they are driven to, tapped as one goes, with or without network. */
export function Component() {
  const { t } = useTranslation(['collectionRoute', 'containerStatus', 'containers', 'common']);
  const controls = useCollectionRoute();
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const title = useScreenTitle();
  const isEmpty = controls.route.stops.length === 0;
  return (
    <Page
      title={title}
      above={[
        { label: t('containers:title'), to: paths.containers.list },
        { label: t('containerStatus:title'), to: paths.containers.status },
      ]}
      actions={!isEmpty && !isPhone && <Actions controls={controls} />}
    >
      <Offline />
      <InPageAlone isSo={controls.isInPageAlone} />
      <UnsentElsewhere controls={controls} />
      {isEmpty ? (
        <EmptyState icon={IconRoute} title={t('none.title')} actions={<AddFull account={controls.account} isMain />}>
          {t('none.text')}
        </EmptyState>
      ) : (
        <>
          <Progress route={controls.route} />
          <Sides controls={controls} isPhone={isPhone} />
        </>
      )}
    </Page>
  );
}

function Actions({ controls: { orderFromHere } }: { controls: RouteControls }) {
  const { t } = useTranslation('collectionRoute');
  const [isOrdering, setIsOrdering] = useState(false);
  async function handleOrder() {
    setIsOrdering(true);
    const isFromHere = await orderFromHere();
    setIsOrdering(false);
    notifySuccess(t(isFromHere ? 'order.fromHere' : 'order.fromLast'));
  }
  return (
    <>
      <Button variant="default" loading={isOrdering} onClick={() => void handleOrder()}>
        {t('order.action')}
      </Button>
      <Button variant="default" leftSection={<IconPrint size={16} aria-hidden />} onClick={() => window.print()}>
        {t('print')}
      </Button>
    </>
  );
}

/** It is there before it says anything, so that it is read out when it does. */
function Offline() {
  const { t } = useTranslation('collectionRoute');
  const isOnline = useConnection();
  return (
    <div role="status" className={classes.offline}>
      {!isOnline && (
        <Alert color="orange" icon={<IconFailed aria-hidden />} title={t('offline.title')}>
          {t('offline.text')}
        </Alert>
      )}
    </div>
  );
}

/** What the browser does not keep is lost with the page: said before anybody closes it. */
function InPageAlone({ isSo }: { isSo: boolean }) {
  const { t } = useTranslation('collectionRoute');
  return (
    <div role="status" className={classes.offline}>
      {isSo && (
        <Alert color="red" icon={<IconFailed aria-hidden />} title={t('inPageAlone.title')}>
          {t('inPageAlone.text')}
        </Alert>
      )}
    </div>
  );
}

/** The stops beside the map; a phone has one of them at a time, and below its list what is not done at each stop. */
function Sides({ controls, isPhone }: { controls: RouteControls; isPhone: boolean }) {
  const { t } = useTranslation('collectionRoute');
  const [address, set] = useAddress();
  const list = (
    <div className={classes.side}>
      <StopList controls={controls} />
      <div className={classes.foot}>
        {isPhone && (
          <Group gap="xs">
            <Actions controls={controls} />
          </Group>
        )}
        <Group gap="xs">
          <AddFull account={controls.account} />
        </Group>
        <EndRoute controls={controls} />
      </div>
    </div>
  );
  const map = <RouteMapPanel stops={controls.route.stops} />;
  const open = address.get('tab') === 'map' ? 'map' : 'list';
  return isPhone ? (
    <Tabs
      tabs={[
        { id: 'list', label: t('tabs.list') },
        { id: 'map', label: t('tabs.map') },
      ]}
      open={open}
      onOpen={(tab) => set({ tab: tab === 'list' ? null : tab }, 'replace')}
    >
      {open === 'map' ? map : list}
    </Tabs>
  ) : (
    <div className={classes.sides}>
      {list}
      {map}
    </div>
  );
}

/** Asks before stops go that nobody has been at; a route that is done just ends. */
function EndRoute({ controls: { route, end } }: { controls: RouteControls }) {
  const { t } = useTranslation('collectionRoute');
  const [isAsking, setIsAsking] = useState(false);
  const left = route.stops.filter(({ outcome }) => outcome === null).length;
  return (
    <>
      <Button variant="default" onClick={() => (left > 0 ? setIsAsking(true) : end())}>
        {t('end.action')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('end.title')}
          text={t('end.text', { count: left })}
          action={t('end.action')}
          run={async () => end()}
          done={t('end.done')}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** The map's side of the route, or why there is none. */
function RouteMapPanel({ stops }: { stops: readonly Stop[] }) {
  const { t, i18n } = useTranslation(['collectionRoute', 'containerStatus', 'common']);
  const [draws] = useState(canDraw);
  return (
    <section className={classes.mapSide} aria-label={t('map')}>
      {draws ? (
        <Suspense fallback={<Skeleton h={360} role="status" aria-label={t('common:loading.screen')} />}>
          <RouteMap key={i18n.language} stops={stops} />
        </Suspense>
      ) : (
        <EmptyState icon={IconMap} title={t('containerStatus:map.none')}>
          {t('containerStatus:map.noneText')}
        </EmptyState>
      )}
    </section>
  );
}
