import type { GeoJSONSource } from 'maplibre-gl';
import { openBaseMap, type BaseMapOptions, type DrawnMap } from '../../../map/base-map.ts';
import { empty, type Scheme } from '../../../map/base-style.ts';
import { cornersOf } from '../../../map/spot/spot.ts';
import { font } from '../../../map/streets/streets-style.ts';
import { greatestRadius, radiusOf, type PlatformFigure } from './platform-figures.ts';

export interface PlatformView extends DrawnMap {
  /** @param textOf - how a figure is written. */
  readonly show: (figures: readonly PlatformFigure[], textOf: (figure: number) => string) => void;
}

const colors = {
  light: { fill: '#935026', edge: '#fffdfb', words: '#2e2622', halo: '#fffdfb' },
  dark: { fill: '#d0a385', edge: '#171412', words: '#f3ece7', halo: '#171412' },
} as const satisfies Record<Scheme, Record<string, string>>;

const padding = 40;

function paintOf(scheme: Scheme) {
  const { fill, edge, words, halo } = colors[scheme];
  return [
    ['figures', 'circle-color', fill],
    ['figures', 'circle-stroke-color', edge],
    ['figure-words', 'text-color', words],
    ['figure-words', 'text-halo-color', halo],
  ] as const;
}

/** Figures where their platforms stand, as circles whose area is the figure, the least over the greatest. */
export function createPlatformView(options: BaseMapOptions): PlatformView {
  const base = openBaseMap(options, draw, paintOf);
  const { map } = base;
  let data: Parameters<GeoJSONSource['setData']>[0] = empty.data;
  let isShown = false;

  function draw(): void {
    map.addSource('figures', { ...empty, data });
    map.addLayer({
      id: 'figures',
      type: 'circle',
      source: 'figures',
      layout: { 'circle-sort-key': ['-', 0, ['get', 'radius']] },
      paint: { 'circle-radius': ['get', 'radius'], 'circle-opacity': 0.75, 'circle-stroke-width': 1.5 },
    });
    map.addLayer({
      id: 'figure-words',
      type: 'symbol',
      source: 'figures',
      layout: {
        'symbol-sort-key': ['-', 0, ['get', 'radius']],
        // From afar the figure alone; close by also whose it is.
        'text-field': [
          'step',
          ['zoom'],
          ['get', 'figure'],
          14.5,
          ['concat', ['get', 'label'], '\n', ['get', 'figure']],
        ],
        'text-font': font,
        'text-size': 11,
        'text-optional': true,
        'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
        'text-radial-offset': 1.2,
      },
      paint: { 'text-halo-width': 1.5 },
    });
  }

  return {
    show(figures, textOf) {
      const most = Math.max(0, ...figures.map(({ figure }) => figure));
      const greatest = greatestRadius(figures.length);
      data = {
        type: 'FeatureCollection',
        features: figures.map(({ lat, lng, label, figure }) => ({
          type: 'Feature',
          properties: { radius: radiusOf(figure, most, greatest), label, figure: textOf(figure) },
          geometry: { type: 'Point', coordinates: [lng, lat] },
        })),
      };
      const corners = cornersOf(figures);
      if (corners && !isShown) {
        map.fitBounds(corners, { padding, maxZoom: 16, animate: false });
        isShown = true;
      }
      if (base.isReady()) {
        void map.getSource<GeoJSONSource>('figures')?.setData(data);
      }
    },
    setScheme: base.setScheme,
    remove: base.remove,
  };
}
