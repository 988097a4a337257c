import type { ExpressionSpecification, GeoJSONSourceSpecification, LayerSpecification } from 'maplibre-gl';
import type { Level } from '../overview.ts';
import { containersSource, countOf, perLevel } from './map-style.ts';

/** What deserves a look. */
const isWrong = (level: Level) => level === 'error' || level === 'warning';

/** As large as shapes beside each other need, in pixels: there are no words between them. */
const radius = 26;

/** The containers of a map that stands beside a list of what is wrong. */
export const quietSource: GeoJSONSourceSpecification = { ...containersSource, clusterRadius: radius };

/** How many of a cluster deserve a look. */
const wrongWithin = ['+', ['get', countOf('error')], ['get', countOf('warning')]];

/** How strong and how large those are that nothing is wrong with. */
const faint = { opacity: 0.45, size: 0.28 } as const;

const opacity = (property: string) => perLevel(property, (level) => (isWrong(level) ? 1 : faint.opacity));
const size = (property: string, whole: number) => perLevel(property, (level) => (isWrong(level) ? whole : faint.size));

/** What differs from the map of the status screen, by layer. */
const quiet: Readonly<Record<string, { readonly layout?: object; readonly paint?: object }>> = {
  points: {
    layout: { 'icon-size': size('rank', 0.45) },
    paint: { 'icon-opacity': opacity('rank') },
  },
  clusters: {
    layout: {
      'icon-size': size('worst', 0.55),
      'text-field': [
        'case',
        ['>', wrongWithin, 1],
        ['to-string', wrongWithin],
        '',
      ] as unknown as ExpressionSpecification,
      'text-size': 11,
    },
    paint: { 'icon-opacity': opacity('worst') },
  },
  pointed: { paint: { 'circle-radius': 17 } },
};

/** The layers of containers, where a list beside them says it in words: what is wrong is whole and counted, all else stays behind. */
export const quietLayers = (layers: readonly LayerSpecification[]): LayerSpecification[] =>
  layers
    .filter(({ id }) => id !== 'words')
    .map((layer) => {
      const { layout, paint } = quiet[layer.id] ?? {};
      return {
        ...layer,
        layout: { ...layer.layout, ...layout },
        paint: { ...layer.paint, ...paint },
      } as LayerSpecification;
    });
