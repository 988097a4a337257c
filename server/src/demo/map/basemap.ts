import { Faker, ro } from '@faker-js/faker';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { DemoTown } from '../town.ts';
import { buildings, inventAlleys, parks, type Alley } from './houses.ts';
import { bent, cell, outermost, streets, toDegrees, type Spot } from './street-plan.ts';

/** A layer of the basemap's schema (docs.protomaps.com/basemaps/layers). */
export interface BasemapLayer {
  readonly name: 'earth' | 'landuse' | 'water' | 'buildings' | 'roads' | 'places';
  /** The zoom from which on it is worth its bytes. */
  readonly from: number;
  readonly features: FeatureCollection;
}

/** The same town on every machine. */
const seed = 20_261_123;
/** Metres from the middle to where the map of the town ends. */
export const edge = 5_500;

/** What the demonstration town is drawn of: streets with the names that its addresses have, its blocks, and what a town has besides. */
export function inventBasemap(town: DemoTown): BasemapLayer[] {
  const faker = new Faker({ locale: [ro], seed });
  const random = () => faker.number.float({ min: 0, max: 1 });
  const alleys = inventAlleys(random);
  const houses = buildings(town, alleys, random);
  return [
    { name: 'earth', from: 0, features: collect([polygon([square(0, 0, edge)], { kind: 'earth' })]) },
    { name: 'landuse', from: 10, features: collect(landuse()) },
    { name: 'water', from: 0, features: collect(water()) },
    {
      name: 'buildings',
      from: 14,
      features: collect(houses.map((ring) => feature({ type: 'Polygon', coordinates: [ring] }, { kind: 'building' }))),
    },
    { name: 'roads', from: 0, features: collect([...outside(), ...streetsOf(town), ...alleys.map(alleyLine)]) },
    { name: 'places', from: 0, features: collect(localities()) },
  ];
}

const streetsOf = (town: DemoTown): Feature[] =>
  streets.map(({ runs, at, reach }, index) => {
    const name = town.streets[index];
    const corners: Spot[] =
      runs === 'north'
        ? [
            [at, -reach],
            [at, reach],
          ]
        : [
            [-reach, at],
            [reach, at],
          ];
    return at === 0
      ? line(corners, { kind: 'major_road', kind_detail: 'primary', name })
      : line(corners, { kind: 'minor_road', kind_detail: 'residential', name });
  });

const alleyLine = ({ from, to, name }: Alley): Feature =>
  line([from, to], { kind: 'minor_road', kind_detail: 'service', ...(name && { name }) });

type Properties = Readonly<Record<string, string | number | undefined>>;

const collect = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });
const feature = (geometry: Geometry, properties: Properties): Feature => ({ type: 'Feature', properties, geometry });
const line = (corners: readonly Spot[], properties: Properties) =>
  feature({ type: 'LineString', coordinates: bent(corners) }, properties);
/** @param rings - the first is the outline, the others are holes; each is closed here. */
const polygon = (rings: readonly (readonly Spot[])[], properties: Properties) =>
  feature({ type: 'Polygon', coordinates: rings.map((ring) => bent([...ring, ...ring.slice(0, 1)])) }, properties);

const square = (east: number, north: number, reach: number): Spot[] => [
  [east - reach, north - reach],
  [east + reach, north - reach],
  [east + reach, north + reach],
  [east - reach, north + reach],
];

/** The middle of a cell between four streets, counted from the town's. */
const middleOf = (column: number, row: number): Spot => [(column + 0.5) * cell, (row + 0.5) * cell];

/** The park with the lake. */
const lakeside = 2;

function landuse(): Feature[] {
  return [
    ...parks.map(([column, row]) => polygon([square(...middleOf(column, row), cell / 2 - 55)], { kind: 'park' })),
    polygon(
      [
        [
          [-edge, 1_700],
          [-2_350, 1_900],
          [-2_250, 2_700],
          [-1_500, 3_000],
          [-1_400, edge],
          [-edge, edge],
        ],
      ],
      {
        kind: 'forest',
      },
    ),
    polygon(
      [
        [
          [1_750, -1_200],
          [2_150, -1_150],
          [2_150, -300],
          [1_750, -250],
        ],
      ],
      { kind: 'industrial' },
    ),
    polygon(
      [
        [
          [300, 1_720],
          [800, 1_700],
          [820, 2_050],
          [280, 2_080],
        ],
      ],
      { kind: 'cemetery' },
    ),
  ];
}

/** Where the river is, from the south to the north of the map, so many metres to the east of its middle. */
const river = (besides: number): Spot[] =>
  Array.from({ length: (2 * edge) / 50 + 1 }, (_, step) => {
    const north = step * 50 - edge;
    return [-1_980 + 170 * Math.sin(north / 650) + 50 * Math.sin(north / 190) + besides, north];
  });

function water(): Feature[] {
  const half = 24;
  const lake = Array.from({ length: 24 }, (_, index): Spot => {
    const [east, north] = middleOf(...(parks[lakeside] ?? [0, 0]));
    const angle = (index / 24) * 2 * Math.PI;
    const reach = 62 + 14 * Math.sin(3 * angle) + 8 * Math.cos(5 * angle);
    return [east + 1.25 * reach * Math.cos(angle), north + reach * Math.sin(angle)];
  });
  return [
    polygon([[...river(-half), ...river(half).toReversed()]], { kind: 'river', name: 'Lunca' }),
    polygon([lake], { kind: 'lake', name: 'Lacul Morii' }),
  ];
}

/** What leads out of the town and around it. */
function outside(): Feature[] {
  const end = outermost * cell;
  const road = { kind: 'major_road', kind_detail: 'primary' };
  return [
    line(
      [
        [-edge, 90],
        [-end, 0],
      ],
      road,
    ),
    line(
      [
        [end, 0],
        [edge, -160],
      ],
      road,
    ),
    line(
      [
        [0, end],
        [120, edge],
      ],
      road,
    ),
    line(
      [
        [0, -end],
        [-60, -edge],
      ],
      road,
    ),
    line(
      [
        [2_500, -edge],
        [2_350, -1_400],
        [2_400, 900],
        [1_700, 2_350],
        [300, 2_800],
        [-1_100, 2_500],
        [-1_500, edge],
      ],
      {
        kind: 'highway',
        kind_detail: 'trunk',
        name: 'Centura Lunca Mare',
      },
    ),
    line(
      [
        [-edge, -2_500],
        [-900, -1_830],
        [500, -1_760],
        [2_000, -1_960],
        [edge, -2_300],
      ],
      { kind: 'rail', kind_detail: 'rail' },
    ),
  ];
}

const localities = (): Feature[] =>
  (
    [
      ['Lunca Mare', 'locality', [0, 150]],
      ['Zorilor', 'neighbourhood', [-925, 925]],
      ['Grădinii', 'neighbourhood', [925, 925]],
      ['Gării', 'neighbourhood', [185, -1_500]],
      ['Morii', 'neighbourhood', [925, -925]],
    ] as const
  ).map(([name, kind, spot]) =>
    feature(
      { type: 'Point', coordinates: toDegrees(spot) },
      { kind, name, ...(kind === 'locality' && { kind_detail: 'town' }) },
    ),
  );
