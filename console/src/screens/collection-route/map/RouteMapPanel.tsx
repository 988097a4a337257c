import { Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canDraw } from '../../../map/can-draw.ts';
import { IconMap } from '../../../ui/icons.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import classes from '../CollectionRoute.module.css';
import type { Stop } from '../route.ts';
import { part } from '../../../loading/part.ts';

const RouteMap = part(async () => (await import('./RouteMap.tsx')).RouteMap);

/** The map's side of the route, or why there is none. */
export function RouteMapPanel({ stops }: { stops: readonly Stop[] }) {
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
