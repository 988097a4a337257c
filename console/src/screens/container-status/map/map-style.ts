import type { ExpressionSpecification, GeoJSONSourceSpecification, LayerSpecification } from 'maplibre-gl';
import { empty, type Scheme } from '../../../map/base-style.ts';
import { font } from '../../../map/streets/streets-style.ts';
import { inkOnPale, side } from './map-shapes.ts';
import { levels, type Level } from '../overview.ts';

/** Words and the ring around what is pointed at. */
const palettes = {
  light: { words: '#2e2622', halo: '#fffdfb', ring: '#1c4fa0' },
  dark: { words: '#f3ece7', halo: '#171412', ring: '#8ab8ff' },
} as const satisfies Record<Scheme, Record<string, string>>;

/** `levels` from the mildest: the place of each is its rank. */
const byRank = levels.toReversed();
/** The property of a cluster that says how many within have a level. */
export const countOf = (level: Level) => `of_${level}`;

/** The value that `give` has for the level of a feature, whose rank is in `property`. */
export const perLevel = <Value extends string | number>(property: string, give: (level: Level) => Value) =>
  [
    'match',
    ['get', property],
    ...byRank.flatMap((level, rank) => [rank, give(level)]),
    give('unknown'),
  ] as unknown as ExpressionSpecification;

/** Containers, gathered where they stand close; each cluster knows its worst level and how many have it. */
export const containersSource: GeoJSONSourceSpecification = {
  ...empty,
  cluster: true,
  // As far apart as what is written below a cluster is wide.
  clusterRadius: 44,
  // Containers of one platform stand on one spot: they never come apart.
  maxzoom: 24,
  clusterMaxZoom: 23,
  clusterProperties: {
    worst: ['max', ['get', 'rank']],
    ...Object.fromEntries(
      byRank.map((level, rank) => [countOf(level), ['+', ['case', ['==', ['get', 'rank'], rank], 1, 0]]]),
    ),
  },
};

export const pointedSource = empty;

/** Pixels of a letter of words. */
const wordPx = 12;

/** How large the shapes of clusters are drawn, of their images' size: of 10, of 100 and of 1,000 containers larger ones. */
const perClusterSize = <Value>(give: (size: number) => Value) =>
  ['step', ['get', 'point_count'], give(0.8), 10, give(0.9), 100, give(1.05), 1_000, give(1.2)] as never;

/** By so much of a letter MapLibre moves words with several anchors back towards their spot, for the room above and below what is written. */
const movedBack = 7 / 24;

/** Where words stand, in letters from the middle of their shape: below it, or above where something else is below. */
const belowOrAbove = (letters: number) => {
  const away = letters + movedBack;
  return ['literal', ['top', [0, away], 'bottom', [0, -away]]];
};

/**
 * What is drawn of containers, over whatever ground: colour, shape and word say how bad it is.
 *
 * @param words - what the levels are called.
 */
export const containerLayers = (words: Readonly<Record<Level, string>>): LayerSpecification[] => [
  // First in the list and so the last to be given room: where a shape or another word stands, there is no word.
  {
    id: 'words',
    type: 'symbol',
    source: 'containers',
    filter: ['has', 'point_count'],
    layout: {
      'text-field': [
        'concat',
        [
          'to-string',
          ['match', ['get', 'worst'], ...byRank.flatMap((level, rank) => [rank, ['get', countOf(level)]]), 0],
        ],
        ' ×\n',
        perLevel('worst', (level) => words[level]),
      ] as unknown as ExpressionSpecification,
      'text-font': font,
      'text-size': wordPx,
      'text-variable-anchor-offset': perClusterSize((size) => belowOrAbove((size * side) / 2 / wordPx)),
      // Each pixel around it counts against its own shape.
      'text-padding': 0,
      'text-line-height': 1.05,
      'symbol-sort-key': ['-', 0, ['get', 'worst']],
    },
  },
  {
    id: 'points',
    type: 'symbol',
    source: 'containers',
    filter: ['!', ['has', 'point_count']],
    layout: {
      'icon-image': perLevel('rank', (level) => level),
      'icon-size': 0.5,
      'icon-allow-overlap': true,
      'symbol-sort-key': ['get', 'rank'],
      'text-field': ['step', ['zoom'], '', 15, ['get', 'label']],
      'text-font': font,
      'text-size': wordPx,
      'text-variable-anchor-offset': belowOrAbove(1.1) as never,
      'text-optional': true,
    },
  },
  {
    id: 'clusters',
    type: 'symbol',
    source: 'containers',
    filter: ['has', 'point_count'],
    layout: {
      'icon-image': perLevel('worst', (level) => level),
      'icon-size': perClusterSize((size) => size),
      'icon-padding': 0,
      'icon-allow-overlap': true,
      'symbol-sort-key': ['get', 'worst'],
      'text-field': ['to-string', ['get', 'point_count']],
      'text-font': font,
      'text-size': ['step', ['get', 'point_count'], 13, 1_000, 12],
      'text-allow-overlap': true,
      'text-offset': [0, 0.1],
    },
    paint: { 'text-color': perLevel('worst', (level) => (level === 'unknown' ? inkOnPale : '#ffffff')) },
  },
  {
    id: 'pointed',
    type: 'circle',
    source: 'pointed',
    paint: { 'circle-radius': 26, 'circle-color': 'transparent', 'circle-stroke-width': 4 },
  },
];

type Painted = 'text-color' | 'text-halo-color' | 'text-halo-width' | 'circle-stroke-color';

/** The paint of containers that follows the colour scheme, by layer. */
export function schemePaint(
  scheme: Scheme,
): readonly (readonly [layer: string, property: Painted, value: string | number])[] {
  const { words, halo, ring } = palettes[scheme];
  return [
    ...['points', 'words'].flatMap((layer) => [
      [layer, 'text-color', words] as const,
      [layer, 'text-halo-color', halo] as const,
      [layer, 'text-halo-width', 2] as const,
    ]),
    ['pointed', 'circle-stroke-color', ring],
  ];
}
