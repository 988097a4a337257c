import { Alert, Button, Text } from '@mantine/core';
import { Marker, type GeoJSONSource, type VectorTileSource } from 'maplibre-gl';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openBaseMap, type BaseMapOptions } from '../base-map.ts';
import { empty, type Scheme } from '../base-style.ts';
import { canDraw } from '../can-draw.ts';
import { streetsSource } from '../streets/streets-style.ts';
import { useMap } from '../use-map.ts';
import classes from './SpotMap.module.css';
import { cornersOf, rounded, type Spot } from './spot.ts';

export interface SpotMapProps {
  /** Null: there is none yet. */
  spot: Spot | null;
  /** What stands around it already. */
  around?: readonly Spot[];
  /** Absent: it is only looked at. */
  onSet?: (spot: Spot) => void;
}

const nothing: readonly Spot[] = [];

/** Where something stands, on a map; or why there is no map. Whoever may set it does so here as in the fields beside it. */
export function SpotMap(props: SpotMapProps) {
  const { t } = useTranslation('spots');
  const [draws] = useState(canDraw);
  return draws ? (
    <DrawnSpot {...props} />
  ) : (
    <Text fz="sm" c="dimmed">
      {t('none')}
    </Text>
  );
}

function DrawnSpot({ spot, around = nothing, onSet }: SpotMapProps) {
  const { t } = useTranslation('spots');
  const isSet = onSet !== undefined;
  const setSpot = useEffectEvent((chosen: Spot) => onSet?.(chosen));
  // A form stands over the record, whose own map is still there.
  const { room, view, trouble } = useMap(t(isSet ? 'choose' : 'label'), (options) => {
    const mark = document.createElement('div');
    mark.className = classes.mark ?? '';
    mark.role = 'img';
    mark.ariaLabel = t('mark');
    return createSpotView({
      ...options,
      mark,
      onSet: isSet ? (chosen) => setSpot(chosen) : null,
    });
  });
  const [lat, lng] = [spot?.lat, spot?.lng];
  useEffect(
    function showSpot() {
      view?.show(lat === undefined || lng === undefined ? null : { lat, lng });
    },
    [view, lat, lng],
  );
  useEffect(() => view?.showAround(around), [view, around]);
  return (
    <div className={classes.map} data-set={isSet || undefined}>
      {trouble && (
        <Alert color="orange" role="status">
          {t(trouble)}
        </Alert>
      )}
      <div ref={room} className={classes.room} />
      {view && onSet && (
        <Button variant="default" size="compact-sm" className={classes.middle} onClick={() => onSet(view.middle())}>
          {t('middle')}
        </Button>
      )}
    </div>
  );
}

interface SpotViewOptions extends BaseMapOptions {
  /** What shows the place; the map moves it. */
  readonly mark: HTMLElement;
  /** Somebody sets the place; null: it is only looked at. */
  readonly onSet: ((spot: Spot) => void) | null;
}

/** As close as a house and its street, and as what is shown before anything is known. */
const zooms = { spot: 16.5, nothing: 6 } as const;
/** About the middle of Romania. */
const nowhere: Spot = { lat: 45.9, lng: 25 };
const padding = 40;
const aroundColors: Readonly<Record<Scheme, readonly [fill: string, stroke: string]>> = {
  light: ['#ffffff', '#5c4636'],
  dark: ['#1f1f1f', '#d9c7ba'],
};

function paintOf(scheme: Scheme) {
  const [fill, stroke] = aroundColors[scheme];
  return [
    ['around', 'circle-color', fill],
    ['around', 'circle-stroke-color', stroke],
  ] as const;
}

/** A map on which one place is shown, or set: by a click, or by dragging its mark. */
function createSpotView(options: SpotViewOptions) {
  const { onSet } = options;
  const base = openBaseMap(options, drawAround, paintOf, onSet !== null);
  const { map } = base;
  let around: readonly Spot[] = [];
  let isShown = false;
  // Where a hand puts it, it is in sight.
  let isByHand = false;
  map.jumpTo({ center: nowhere, zoom: zooms.nothing });

  const marker = new Marker({ element: options.mark, draggable: onSet !== null });
  if (onSet) {
    const set = (chosen: Spot) => {
      isByHand = true;
      onSet(rounded(chosen));
    };
    map.on('click', ({ lngLat }) => set(lngLat));
    marker.on('dragend', () => set(marker.getLngLat()));
    map.getCanvas().style.cursor = 'crosshair';
  }

  // Where nothing stands yet, one begins with all that there are streets of.
  map.on('sourcedata', function showStreets({ sourceId, sourceDataType }) {
    const bounds = map.getSource<VectorTileSource>(streetsSource)?.tileBounds?.bounds;
    if (sourceId === streetsSource && sourceDataType === 'metadata' && bounds && !isShown && around.length === 0) {
      map.fitBounds(bounds, { animate: false });
    }
  });

  function showPoints(): void {
    void map.getSource<GeoJSONSource>('around')?.setData({
      type: 'FeatureCollection',
      features: around.map(({ lat, lng }) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: [lng, lat] },
      })),
    });
  }

  function drawAround(): void {
    map.addSource('around', empty);
    map.addLayer({
      id: 'around',
      type: 'circle',
      source: 'around',
      paint: { 'circle-radius': 4, 'circle-stroke-width': 1.5 },
    });
    showPoints();
  }

  return {
    /** Shows the place, and comes there when it is out of sight; null: there is none yet. */
    show(spot: Spot | null) {
      if (!spot) {
        marker.remove();
        return;
      }
      marker.setLngLat(spot).addTo(map);
      if (!isByHand && (!isShown || !map.getBounds().contains(spot))) {
        map.jumpTo({ center: spot, zoom: isShown ? map.getZoom() : zooms.spot });
      }
      isShown = true;
      isByHand = false;
    },
    /** Shows what stands around, and all of it while there is no place. */
    showAround(spots: readonly Spot[]) {
      around = spots;
      const corners = cornersOf(spots);
      if (corners && !isShown) {
        map.fitBounds(corners, { padding, maxZoom: zooms.spot, animate: false });
      }
      if (base.isReady()) {
        showPoints();
      }
    },
    middle: () => rounded(map.getCenter()),
    setScheme: base.setScheme,
    remove: base.remove,
  };
}
