import { Alert } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from 'react-oidc-context';
import { loadConfig, type ConsoleConfig } from '../../../session/config.ts';
import { useShownScheme } from '../../../ui/scheme.ts';
import classes from '../CollectionRoute.module.css';
import { createRouteMap, type RouteMapView } from './route-map.ts';
import type { Stop } from '../route.ts';

/** The stops where they are, numbered, and the way from one to the next. The list says all that it says. */
export function RouteMap({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTranslation(['collectionRoute', 'containerStatus']);
  const scheme = useShownScheme();
  const room = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<RouteMapView>();
  const [trouble, setTrouble] = useState<'failed' | 'styleFailed'>();
  const token = useAuth().user?.access_token;
  const currentToken = useEffectEvent(() => token ?? '');
  const open = useEffectEvent((container: HTMLElement, { mapStyleUrl, mapFileUrl }: ConsoleConfig) =>
    createRouteMap({
      container,
      styleUrl: mapStyleUrl,
      streets: mapFileUrl === null ? null : { url: mapFileUrl, token: () => currentToken() },
      scheme,
      locale: {
        'Map.Title': t('map'),
        'NavigationControl.ZoomIn': t('containerStatus:map.closer'),
        'NavigationControl.ZoomOut': t('containerStatus:map.farther'),
        'AttributionControl.ToggleAttribution': t('containerStatus:map.attribution'),
      },
      onStyleFailure: () => setTrouble('styleFailed'),
    }),
  );

  useEffect(function openMap() {
    let opened: RouteMapView | undefined;
    let isWanted = true;
    const start = async () => {
      const config = await loadConfig();
      if (isWanted && room.current) {
        opened = open(room.current, config);
        setView(opened);
      }
    };
    start().catch(() => setTrouble('failed'));
    return () => {
      isWanted = false;
      opened?.remove();
    };
  }, []);

  useEffect(() => view?.setScheme(scheme), [view, scheme]);
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
