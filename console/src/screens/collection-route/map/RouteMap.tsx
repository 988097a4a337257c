import { Alert } from '@mantine/core';
import type { Feature, FeatureCollection } from 'geojson';
import { Marker, ScaleControl, type GeoJSONSource } from 'maplibre-gl';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { openBaseMap, type BaseMapOptions } from '../../../map/base-map.ts';
import { empty, type Scheme } from '../../../map/base-style.ts';
import { useMap } from '../../../map/use-map.ts';
import { boxOf, gridOf, outlineOf } from '../../container-status/map/map-data.ts';
import classes from '../CollectionRoute.module.css';
import type { Spot } from '../order.ts';
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

/** The way from stop to stop: dark on light ground, and the other way round. */
const wayColors: Readonly<Record<Scheme, string>> = { light: '#1c4fa0', dark: '#8ab8ff' };
/** Pixels around the stops. */
const padding = 48;

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** A straight line through the spots; the streets between them are the driver's. */
const lineOf = (spots: readonly Spot[]): Feature | FeatureCollection =>
  spots.length < 2
    ? nothing
    : {
        type: 'Feature',
        properties: {},
        geometry: { type: 'LineString', coordinates: spots.map(({ longitude, latitude }) => [longitude, latitude]) },
      };

/** Stops of one spot, which one mark stands for: those of a platform. */
interface Mark extends Spot {
  readonly numbers: number[];
  readonly labels: string[];
  isOpen: boolean;
}

function marksOf(stops: readonly Stop[]): Mark[] {
  const marks = new Map<string, Mark>();
  for (const [index, { spot, label, outcome }] of stops.entries()) {
    if (spot) {
      const key = `${spot.latitude} ${spot.longitude}`;
      const mark = marks.get(key) ?? { ...spot, numbers: [], labels: [], isOpen: false };
      mark.numbers.push(index + 1);
      mark.labels.push(label);
      mark.isOpen ||= outcome === null;
      marks.set(key, mark);
    }
  }
  return [...marks.values()];
}

/** `3`, `3, 7`, or `3–5` for stops that follow each other. */
const numbersText = (numbers: readonly number[]): string => {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  return numbers.length > 1 && last - first === numbers.length - 1 ? `${first}–${last}` : numbers.join(', ');
};

function drawMark(mark: Mark): Marker {
  const element = document.createElement('span');
  element.className = classes.mark ?? '';
  element.toggleAttribute('data-open', mark.isOpen);
  element.textContent = numbersText(mark.numbers);
  element.title = mark.labels.join(', ');
  return new Marker({ element }).setLngLat([mark.longitude, mark.latitude]);
}

/** A map of a route, until `remove`. What it shows may be told before it is ready. */
function createRouteMap(options: BaseMapOptions) {
  const base = openBaseMap(options, drawWay, (scheme) => [['way', 'line-color', wayColors[scheme]]]);
  const { map } = base;
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-right');

  let stops: readonly Stop[] = [];
  let fitted = '';
  let markers: Marker[] = [];
  const source = (name: string) => map.getSource<GeoJSONSource>(name);

  function draw(): void {
    const spots = stops.flatMap(({ spot }) => spot ?? []);
    const [outline, box] = [outlineOf(spots), boxOf(spots)];
    if (outline && box) {
      void source('town')?.setData(outline);
      void source('grid')?.setData(gridOf(box));
    }
    void source('way')?.setData(lineOf(stops.flatMap(({ spot, outcome }) => (outcome ? [] : (spot ?? [])))));
  }

  function drawWay(): void {
    map.addSource('way', empty);
    map.addLayer({
      id: 'way',
      type: 'line',
      source: 'way',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-width': 3, 'line-dasharray': [1, 2] },
    });
    draw();
  }

  return {
    show(next: readonly Stop[]) {
      stops = next;
      for (const marker of markers) {
        marker.remove();
      }
      markers = marksOf(stops).map((mark) => drawMark(mark).addTo(map));
      if (base.isReady()) {
        draw();
      }
      // Another choice of stops is looked at whole; where a tap finds the map, it leaves it.
      const which = stops
        .map(({ id }) => id)
        .toSorted()
        .join();
      const box = boxOf(stops.flatMap(({ spot }) => spot ?? []));
      if (box && which !== fitted) {
        fitted = which;
        map.fitBounds([box.west, box.south, box.east, box.north], { padding, maxZoom: 17, animate: false });
      }
    },
    setScheme: base.setScheme,
    remove: base.remove,
  };
}
