import type { Position } from 'geojson';

/** Metres east and north of the middle of the town, as if its streets were straight. */
export type Spot = readonly [east: number, north: number];

const middle = { lat: 46.52, lng: 26.91 } as const;
const metresPerDegree = 111_195;

/** Where a spot is when streets are no more straight. All that is drawn goes through it: what lies beside a street bends with it. */
const bend = ([east, north]: Spot): Spot => [
  east + 60 * Math.sin(north / 700) + 22 * Math.sin(north / 260 + east / 900),
  north + 55 * Math.sin(east / 620 + 1),
];

function onEarth([east, north]: Spot): [longitude: number, latitude: number] {
  const metresOfLongitude = metresPerDegree * Math.cos((middle.lat * Math.PI) / 180);
  return [middle.lng + east / metresOfLongitude, middle.lat + north / metresPerDegree];
}

/** Where a spot is on the earth, in degrees. */
export const toDegrees = (spot: Spot) => onEarth(bend(spot));

/** A line or ring by its corners, with as many spots between them as its bends need. */
export function bent(corners: readonly Spot[]): Position[] {
  const metresApart = 40;
  return corners.flatMap((to, index) => {
    const from = corners[index - 1];
    if (!from) {
      return [toDegrees(to)];
    }
    const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / metresApart));
    return Array.from({ length: steps }, (_, step) => {
      const part = (step + 1) / steps;
      return toDegrees([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
    });
  });
}

/** Metres between two streets side by side. */
export const cell = 370;
/** The outermost streets each way, counted from the middle. */
export const outermost = 4;
/** No crossing lies farther from the middle, so that the town has no corners. */
const radius = 1_900;

/** A street of the grid: from crossing to crossing, northwards or eastwards. */
export interface Street {
  readonly runs: 'north' | 'east';
  /** Metres from the middle, across its direction. */
  readonly at: number;
  /** Metres from the middle to each of its ends, along its direction. */
  readonly reach: number;
}

/** All streets, alternately northwards and eastwards, from one edge of the town to the other. */
export const streets: readonly Street[] = Array.from({ length: 2 * outermost + 1 }, (_, index) => {
  const at = (index - outermost) * cell;
  const reach = Math.min(outermost, Math.floor(Math.sqrt(radius ** 2 - at ** 2) / cell)) * cell;
  return [{ runs: 'north', at, reach } as const, { runs: 'east', at, reach } as const];
}).flat();

/** A spot by how far along a street it is, and how far beside it: to the east of one northwards, to the north of one eastwards. */
export const besideStreet = ({ runs, at }: Street, along: number, beside: number): Spot =>
  runs === 'north' ? [at + beside, along] : [along, at + beside];

/**
 * Metres along a street, where no other crosses it and no alley leaves.
 *
 * @param part - how far along, from 0 up to 1.
 */
export function clearOfCrossings({ reach }: Street, part: number): number {
  const cells = (part * 2 * reach) / cell;
  const within = cells - Math.floor(cells);
  const quarter = within < 0.5 ? 0.25 : 0.75;
  const stray = (((within * 2) % 1) - 0.5) * 0.1;
  return -reach + (Math.floor(cells) + quarter + stray) * cell;
}

/** What is as long as it is along its street, in metres. */
export interface Size {
  readonly length: number;
  readonly depth: number;
}

/** The corners of what stands at a spot, in line with a street as it runs there; the last is the first. */
export function besideItsStreet(spot: Spot, runs: Street['runs'], { length, depth }: Size): Position[] {
  const [east, north] = bend(spot);
  const [aheadEast, aheadNorth] = bend(runs === 'north' ? [spot[0], spot[1] + 1] : [spot[0] + 1, spot[1]]);
  const metres = Math.hypot(aheadEast - east, aheadNorth - north);
  const [x, y] = [(aheadEast - east) / metres, (aheadNorth - north) / metres];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([ahead = 0, left = 0]) => {
    const [along, across] = [(ahead * length) / 2, (left * depth) / 2];
    return onEarth([east + along * x - across * y, north + along * y + across * x]);
  });
}
