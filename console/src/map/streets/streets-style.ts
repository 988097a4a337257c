import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';

/** What the source of the streets is called in the map's style. */
export const streetsSource = 'streets';

/** Letters come from the page's own font, drawn by the browser: there is no server of glyphs. */
export const font = ['JetBrains Mono Variable'];

const isKind = (...kinds: readonly string[]): FilterSpecification => ['in', ['get', 'kind'], ['literal', [...kinds]]];

/** Pixels that a road is wide at zooms 9, 13, 16 and 19; a casing is a little wider than what lies on it. */
const widths = { highway: [1, 3, 10, 44], major: [0.7, 2.2, 8, 38], minor: [0, 0.8, 5, 26] } as const;
type Width = readonly [number, number, number, number];

const byZoom = ([far, town, street, house]: Width, more = 0): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  9,
  far === 0 ? 0 : far + more,
  13,
  town + more,
  16,
  street + more,
  19,
  house + more,
];

const layer = { source: streetsSource } as const;
const line = { ...layer, type: 'line', layout: { 'line-cap': 'round', 'line-join': 'round' } } as const;
const fill = { ...layer, type: 'fill' } as const;
const roads = { ...line, 'source-layer': 'roads' } as const;

/** The two lines of a kind of road: what lies on the earth around it, and the road itself. */
const casing = (id: keyof typeof widths, kind: string): LayerSpecification => ({
  ...roads,
  id: `${id}-casing`,
  filter: isKind(kind),
  paint: { 'line-width': byZoom(widths[id], 1.6) },
});
const road = (id: keyof typeof widths, kind: string): LayerSpecification => ({
  ...roads,
  id,
  filter: isKind(kind),
  paint: { 'line-width': byZoom(widths[id]) },
});

/** Kinds of land on which something grows. */
const greens = (
  'park garden forest wood grass grassland meadow scrub cemetery allotments orchard village_green recreation_ground ' +
  'pitch playground golf_course nature_reserve national_park'
).split(' ');

/** From the ground up: land, water, houses, roads, and what they are called, as the Protomaps basemap has them (version 4). */
export const streetsLayers: LayerSpecification[] = [
  { ...fill, id: 'earth', 'source-layer': 'earth', filter: ['==', ['geometry-type'], 'Polygon'] },
  {
    ...fill,
    id: 'green',
    'source-layer': 'landuse',
    filter: isKind(...greens),
  },
  { ...fill, id: 'works', 'source-layer': 'landuse', filter: isKind('industrial', 'railway', 'commercial') },
  { ...fill, id: 'water', 'source-layer': 'water', filter: ['==', ['geometry-type'], 'Polygon'] },
  {
    ...line,
    id: 'streams',
    'source-layer': 'water',
    filter: ['all', ['==', ['geometry-type'], 'LineString'], isKind('river', 'stream', 'canal')] as FilterSpecification,
    paint: { 'line-width': byZoom([0.5, 1, 3, 8]) },
  },
  // Without the points of addresses, which are in the same layer.
  {
    ...fill,
    id: 'houses',
    'source-layer': 'buildings',
    minzoom: 13.5,
    filter: isKind('building', 'building_part'),
  },
  {
    ...roads,
    id: 'paths',
    minzoom: 15,
    filter: isKind('path', 'other'),
    paint: { 'line-dasharray': [2, 2], 'line-width': 1.2 },
  },
  {
    ...roads,
    id: 'rails',
    filter: isKind('rail'),
    paint: { 'line-dasharray': [4, 2], 'line-width': byZoom([0.5, 1.2, 2.5, 5]) },
  },
  casing('minor', 'minor_road'),
  casing('major', 'major_road'),
  casing('highway', 'highway'),
  road('minor', 'minor_road'),
  road('major', 'major_road'),
  road('highway', 'highway'),
  {
    ...layer,
    id: 'street-names',
    type: 'symbol',
    'source-layer': 'roads',
    minzoom: 14,
    filter: ['all', ['has', 'name'], isKind('highway', 'major_road', 'minor_road')] as FilterSpecification,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': ['interpolate', ['linear'], ['zoom'], 14, 10, 18, 14],
    },
  },
  {
    ...layer,
    id: 'place-names',
    type: 'symbol',
    'source-layer': 'places',
    maxzoom: 15.5,
    filter: isKind('locality', 'neighbourhood', 'macrohood'),
    layout: {
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': ['case', isKind('locality'), 16, 12] as unknown as ExpressionSpecification,
      'symbol-sort-key': ['case', isKind('locality'), 0, 1] as unknown as ExpressionSpecification,
      'text-max-width': 8,
    },
  },
];
