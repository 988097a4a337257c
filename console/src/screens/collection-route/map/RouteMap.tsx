import { Alert } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap } from '../../../map/use-map.ts';
import classes from '../CollectionRoute.module.css';
import { createRouteMap } from './route-map.ts';
import type { Stop } from '../route.ts';

/** The stops where they are, numbered, and the way from one to the next. The list says all that it says. */
export function RouteMap({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTranslation(['collectionRoute', 'containerStatus']);
  const { room, view, trouble } = useMap(t('map'), createRouteMap);
  useEffect(() => view?.show(stops), [view, stops]);
  return (
    <div className={classes.map}>
      {trouble && (
        <Alert color="orange" role="status">
          {t(`containerStatus:map.${trouble}`)}
        </Alert>
      )}
      <div ref={room} className={classes.room} />
    </div>
  );
}
