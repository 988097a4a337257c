/** A spot on the earth, in degrees. */
export interface Spot {
  readonly latitude: number;
  readonly longitude: number;
}

const metresPerDegree = 111_195;
/** Metres below which a shorter way is no gain: sums of floating-point numbers differ by less. */
const leastGain = 1e-6;

/** Metres between two spots of a town, as the crow flies: streets are not known, and the order comes out much the same. */
export function metresBetween(one: Spot, other: Spot): number {
  const narrowing = Math.cos((((one.latitude + other.latitude) / 2) * Math.PI) / 180);
  return metresPerDegree * Math.hypot(one.latitude - other.latitude, (one.longitude - other.longitude) * narrowing);
}

/**
 * Metres of the way over all spots, one after the other.
 *
 * @param start - from where it begins; null: at the first of them.
 */
export function lengthOf(spots: readonly Spot[], start: Spot | null): number {
  let length = 0;
  let before = start;
  for (const spot of spots) {
    length += before ? metresBetween(before, spot) : 0;
    before = spot;
  }
  return length;
}

/** Always on to the nearest one that is left. */
function byNearest<Located extends Spot>(spots: readonly Located[], start: Spot): Located[] {
  const left = [...spots];
  const way: Located[] = [];
  let here = start;
  while (left.length > 0) {
    const metres = left.map((spot) => metresBetween(here, spot));
    const [next] = left.splice(metres.indexOf(Math.min(...metres)), 1);
    if (next) {
      way.push(next);
      here = next;
    }
  }
  return way;
}

/** What turning the part of the way from `from` to `to` around would save, in metres. */
function gainOf(way: readonly Spot[], start: Spot, from: number, to: number): number {
  const [before, first, last, after] = [way[from - 1] ?? start, way[from], way[to], way[to + 1]];
  if (!first || !last) {
    return 0;
  }
  const now = metresBetween(before, first) + (after ? metresBetween(last, after) : 0);
  const turned = metresBetween(before, last) + (after ? metresBetween(first, after) : 0);
  return now - turned;
}

/** Turns parts of the way around for as long as that makes it shorter (2-opt); the end is open. */
function straighten<Located extends Spot>(spots: readonly Located[], start: Spot): Located[] {
  let way = [...spots];
  let isShorter = true;
  while (isShorter) {
    isShorter = false;
    for (let from = 0; from < way.length - 1; from += 1) {
      for (let to = from + 1; to < way.length; to += 1) {
        if (gainOf(way, start, from, to) > leastGain) {
          way = [...way.slice(0, from), ...way.slice(from, to + 1).toReversed(), ...way.slice(to + 1)];
          isShorter = true;
        }
      }
    }
  }
  return way;
}

/**
 * The spots in an order in which one would drive: the nearest next, straightened. Never longer than the order that is given.
 *
 * @param start - where the driver is; null: the first spot stays the first.
 */
export function inDrivingOrder<Located extends Spot>(spots: readonly Located[], start: Spot | null): Located[] {
  if (!start) {
    const [first, ...others] = spots;
    return first ? [first, ...inDrivingOrder(others, first)] : [];
  }
  const [given, nearest] = [straighten(spots, start), straighten(byNearest(spots, start), start)];
  return lengthOf(nearest, start) < lengthOf(given, start) ? nearest : given;
}
