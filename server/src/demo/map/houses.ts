import type { Position } from 'geojson';
import type { DemoTown } from '../town.ts';
import { besideItsStreet, besideStreet, cell, outermost, streets, type Spot, type Street } from './street-plan.ts';

/** A way through a cell, from one of its streets to the one across. */
export interface Alley {
  readonly from: Spot;
  readonly to: Spot;
  readonly runs: Street['runs'];
  /** Undefined: it has none. */
  readonly name: string | undefined;
}

const trees = [
  'Teilor',
  'Castanilor',
  'Salcâmilor',
  'Plopilor',
  'Nucilor',
  'Arțarilor',
  'Mestecenilor',
  'Stejarilor',
  'Brazilor',
  'Cireșilor',
  'Merilor',
  'Prunilor',
  'Vișinilor',
  'Caișilor',
  'Piersicilor',
  'Gutuilor',
  'Alunilor',
  'Liliacului',
  'Trandafirilor',
  'Bujorilor',
  'Lalelelor',
  'Crinilor',
  'Narciselor',
  'Zambilelor',
] as const;

/** Whether a cell, counted from the middle of the town, lies between four of its streets. */
function isBuilt(column: number, row: number): boolean {
  const reaches = (runs: Street['runs'], line: number, from: number) =>
    streets.some(
      (street) => street.runs === runs && street.at === line * cell && street.reach >= Math.max(-from, from + 1) * cell,
    );
  return (
    reaches('north', column, row) &&
    reaches('north', column + 1, row) &&
    reaches('east', row, column) &&
    reaches('east', row + 1, column)
  );
}

/** Cells whose inside, behind the houses, is a park. */
export const parks: readonly Spot[] = [
  [0, 0],
  [-3, 1],
  [2, -2],
  [-1, -3],
  [1, 2],
];

/** Alleys through most cells. */
export function inventAlleys(random: () => number): Alley[] {
  const lines = Array.from({ length: 2 * outermost }, (_, index) => index - outermost);
  const cells = lines.flatMap((column) =>
    lines
      .filter((row) => isBuilt(column, row) && !parks.some((park) => park[0] === column && park[1] === row))
      .map((row) => [column, row] as const),
  );
  const found = cells.flatMap(([column, row]): Omit<Alley, 'name'>[] => {
    const [west, south] = [column * cell, row * cell];
    const draw = random();
    const northward = { from: [west + cell / 2, south], to: [west + cell / 2, south + cell], runs: 'north' } as const;
    const eastward = { from: [west, south + cell / 2], to: [west + cell, south + cell / 2], runs: 'east' } as const;
    return draw < 0.4 ? [northward] : draw < 0.8 ? [eastward] : [];
  });
  const step = Math.floor(found.length / trees.length);
  return found.map((alley, index) => {
    const tree = index % step === 0 ? trees[index / step] : undefined;
    return { ...alley, name: tree && `Aleea ${tree}` };
  });
}

/** All in metres. */
const sizes = {
  house: { length: [10, 16], depth: [9, 13], beside: 25 },
  block: { length: 58, depth: 13 },
  inside: { length: 30, depth: 12, beside: 22 },
} as const;
/** Metres from a crossing to the middles of houses: neither over the street that crosses nor over an alley. */
const alongStreet = [40, 74, 108, 142, 228, 262, 296, 330] as const;
const alongAlley = [80, 135, 235, 290] as const;
/** Metres around the middle of a block where nothing else is built. */
const aroundBlock = 50;

/** Everything that has walls, each as the ring of its corners in degrees: the blocks of the registry, and houses along streets and alleys. */
export function buildings({ blocks }: DemoTown, alleys: readonly Alley[], random: () => number): Position[][] {
  const isFree = ([east, north]: Spot) =>
    blocks.every(({ spot }) => Math.hypot(spot[0] - east, spot[1] - north) > aroundBlock);
  const houses = streets.flatMap((street) =>
    spotsAlong(street).flatMap((along) =>
      [sizes.house.beside, -sizes.house.beside].flatMap((beside) => {
        const [draw, long, deep] = [random(), random(), random()];
        const spot = besideStreet(street, along, beside);
        const size = { length: between(sizes.house.length, long), depth: between(sizes.house.depth, deep) };
        return draw < 0.8 && isFree(spot) ? [besideItsStreet(spot, street.runs, size)] : [];
      }),
    ),
  );
  const inside = alleys.flatMap(({ from: [west, south], runs }) => {
    const alley = { runs, at: runs === 'north' ? west : south, reach: cell / 2 };
    const start = runs === 'north' ? south : west;
    return alongAlley
      .flatMap((along) => [1, -1].map((side) => besideStreet(alley, start + along, side * sizes.inside.beside)))
      .filter((spot) => random() < 0.7 && isFree(spot))
      .map((spot) => besideItsStreet(spot, runs, sizes.inside));
  });
  return [...blocks.map(({ spot, runs }) => besideItsStreet(spot, runs, sizes.block)), ...houses, ...inside];
}

const between = ([least, most]: readonly [number, number], draw: number) => least + (most - least) * draw;

const spotsAlong = ({ reach }: Street): number[] =>
  Array.from({ length: (2 * reach) / cell }, (_, index) => index * cell - reach).flatMap((crossing) =>
    alongStreet.map((along) => crossing + along),
  );
