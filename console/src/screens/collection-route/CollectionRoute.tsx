import { useApolloClient } from '@apollo/client/react';
import { Alert, Button, Group, NativeSelect, Skeleton } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { wasteStreams, type WasteStream } from '@noa/domain/vocabulary.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
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
import { phone, useViewport } from '../../ui/preferences.ts';
import { formatNumber } from '../../ui/values/format.ts';
import classes from './CollectionRoute.module.css';
import { addFull } from './make-route.ts';
import { OldRoute } from './OldRoute.tsx';
import { RefusedEmptying } from './RefusedEmptying.tsx';
import { sayAdded } from './say-added.ts';
import { StopItem } from './StopItem.tsx';
import { useCollectionRoute, type RouteControls } from './use-collection-route.ts';
import { canDraw } from '../../map/can-draw.ts';
import { metresLeft, unsentElsewhere, type CollectionRoute, type Stop } from './route.ts';
import { part } from '../../loading/part.ts';

const RouteMap = part(async () => (await import('./map/RouteMap.tsx')).RouteMap);

/** The containers of today in the order in which they are driven to, tapped as one goes, with or without network. */
export function Component() {
  const { t } = useTranslation(['collectionRoute', 'containerStatus', 'containers', 'common']);
  const controls = useCollectionRoute();
  const isOnline = useConnection();
  const isPhone = useViewport(phone);
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
      <Remark isSo={!isOnline} color="orange" name="offline" />
      {/* What the browser does not keep is lost with the page: said before anybody closes it. */}
      <Remark isSo={controls.isInPageAlone} color="red" name="inPageAlone" />
      <UnsentElsewhere controls={controls} />
      {isEmpty ? (
        <EmptyState icon={IconRoute} title={t('none.title')} actions={<AddFull account={controls.account} isMain />}>
          {t('none.text')}
        </EmptyState>
      ) : (
        <>
          <OldRoute controls={controls} />
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

interface RemarkProps {
  isSo: boolean;
  color: 'orange' | 'red';
  /** Of its texts. */
  name: 'offline' | 'inPageAlone';
}

/** It is there before it says anything, so that it is read out when it does. */
function Remark({ isSo, color, name }: RemarkProps) {
  const { t } = useTranslation('collectionRoute');
  return (
    <div role="status" className={classes.offline}>
      {isSo && (
        <Alert color={color} icon={<IconFailed aria-hidden />} title={t(`${name}.title`)}>
          {t(`${name}.text`)}
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

/** What was tapped on routes that have ended and that the server did not take. */
function UnsentElsewhere({ controls }: { controls: RouteControls }) {
  const { t } = useTranslation('collectionRoute');
  const refused = unsentElsewhere(controls.route).filter(({ refusal }) => refusal !== null);
  return (
    refused.length > 0 && (
      <Alert color="red" role="alert" icon={<IconFailed aria-hidden />} title={t('elsewhere')}>
        {refused.map((told) => (
          <RefusedEmptying key={told.containerId + told.at} told={told} controls={controls} isNamed />
        ))}
      </Alert>
    )
  );
}

/** How much of the route is done, what of it the server does not have yet, and how far there is to go. */
function Progress({ route }: { route: CollectionRoute }) {
  const { t, i18n } = useTranslation('collectionRoute');
  const { stops, unsent } = route;
  const skipped = stops.filter(({ outcome }) => outcome?.as === 'skipped').length;
  const done = stops.filter(({ outcome }) => outcome !== null).length;
  const waiting = unsent.filter(({ refusal }) => refusal === null).length;
  const metres = metresLeft(route);
  return (
    <p className={classes.progress} role="status">
      <strong>{t('progress.done', { done, total: stops.length })}</strong>
      {skipped > 0 && <span>{t('progress.skipped', { count: skipped })}</span>}
      {waiting > 0 && <span>{t('progress.waiting', { count: waiting })}</span>}
      {done < stops.length && metres > 0 && (
        <span>{t('progress.left', { km: formatNumber(metres / 1000, i18n.language) })}</span>
      )}
      {done === stops.length && <span>{t('progress.all')}</span>}
    </p>
  );
}

/** The stops in the order in which they are driven to; the next one is told from the others. */
function StopList({ controls }: { controls: RouteControls }) {
  const { t } = useTranslation('collectionRoute');
  const { stops } = controls.route;
  const next = stops.find(({ outcome }) => outcome === null)?.id ?? null;
  const list = useRef<HTMLOListElement>(null);
  const before = useRef(next);
  useEffect(
    function goOn() {
      // What was tapped is gone, and the focus with it: the next tap is at the next stop.
      if (before.current !== next && (document.activeElement ?? document.body) === document.body) {
        list.current?.querySelector<HTMLElement>('[data-next] button')?.focus();
      }
      before.current = next;
    },
    [next],
  );
  return (
    <ol ref={list} className="plain" aria-label={t('list')}>
      {stops.map((stop, index) => (
        <StopItem key={stop.id} stop={stop} number={index + 1} isNext={stop.id === next} controls={controls} />
      ))}
    </ol>
  );
}

interface Props {
  account: string;
  /** There is nothing to be done before. */
  isMain?: boolean;
}

/** More containers for the route: all that are full, of one waste stream or of all; or those that are picked in the list. */
function AddFull({ account, isMain = false }: Props) {
  const { t } = useTranslation(['collectionRoute', 'containerStatus', 'common']);
  const client = useApolloClient();
  const [stream, setStream] = useState<WasteStream | null>(null);
  const [isAdding, setIsAdding] = useState(false);

  async function handleAdd() {
    setIsAdding(true);
    await addFull(client, account, stream).then(sayAdded, notifyFailure);
    setIsAdding(false);
  }

  return (
    <>
      <NativeSelect
        aria-label={t('containerStatus:stream.label')}
        value={stream ?? ''}
        onChange={(event) => setStream(wasteStreams.find((each) => each === event.currentTarget.value) ?? null)}
        data={[
          { value: '', label: t('containerStatus:stream.all') },
          ...wasteStreams.map((value) => ({ value, label: t(`common:values.wasteStream.${value}`) })),
        ]}
      />
      <Button variant={isMain ? 'filled' : 'default'} loading={isAdding} onClick={() => void handleAdd()}>
        {t('add.full')}
      </Button>
      <Button component={Link} to={paths.containers.status} variant="default">
        {t('add.list')}
      </Button>
    </>
  );
}
