import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadConfig } from '../session/config.ts';
import { useOwnToken } from '../session/own-token.ts';
import { useShownScheme } from '../ui/scheme.ts';
import type { BaseMapOptions, DrawnMap } from './base-map.ts';

/**
 * Opens a map where the screen has room for it, with the streets of this installation and in the colours of the scheme.
 *
 * @param label - what the map is called.
 */
export function useMap<Drawn extends DrawnMap>(label: string, open: (options: BaseMapOptions) => Drawn) {
  const { t } = useTranslation('containerStatus');
  const scheme = useShownScheme();
  /** What the map is drawn in. */
  const room = useRef<HTMLDivElement>(null);
  /** Undefined until it stands. */
  const [view, setView] = useState<Drawn>();
  /** It did not start at all, or stands without the ground of another server. */
  const [trouble, setTrouble] = useState<'failed' | 'styleFailed'>();
  const token = useOwnToken();
  const openIn = useEffectEvent((container: HTMLElement, styleUrl: string | null, fileUrl: string | null) =>
    open({
      container,
      styleUrl,
      streets: fileUrl === null ? null : { url: fileUrl, token },
      scheme,
      locale: {
        'Map.Title': label,
        'NavigationControl.ZoomIn': t('map.closer'),
        'NavigationControl.ZoomOut': t('map.farther'),
        'AttributionControl.ToggleAttribution': t('map.attribution'),
      },
      onStyleFailure: () => setTrouble('styleFailed'),
    }),
  );

  useEffect(function openMap() {
    let opened: Drawn | undefined;
    let isWanted = true;
    const start = async () => {
      const { mapStyleUrl, mapFileUrl } = await loadConfig();
      if (isWanted && room.current) {
        opened = openIn(room.current, mapStyleUrl, mapFileUrl);
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
  return { room, view, trouble };
}
