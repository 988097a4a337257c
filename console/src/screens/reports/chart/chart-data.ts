import type { FilterCell } from '../question/filters.ts';

/** One place on the axis, or one bar. */
export interface ChartPoint {
  readonly key: FilterCell;
  readonly total: number | null;
  /** Of each series, in their order; then what is left of the total, if there is a rest. */
  readonly parts: readonly (number | null)[];
  /** The total in the period that is compared with; null where that has none, absent when it is not compared. */
  readonly before?: number | null;
}

interface Found {
  /** Of the first grouping: a value and its figure. */
  readonly points: readonly (readonly [key: FilterCell, total: number | null])[];
  readonly series: readonly FilterCell[];
  /** Where a point meets a series. */
  readonly parts: readonly (readonly [point: FilterCell, series: FilterCell, figure: number | null])[];
}

/** By how much a figure of one decimal may be off. */
const mostRounded = 0.05 + 1e-9;

/**
 * The points of a chart.
 *
 * @param keys - all places on the axis, also those that were not found.
 * @param absent - what stands where nothing was found; null where that is not known.
 */
export function chartPoints(
  { points, series, parts }: Found,
  keys: readonly FilterCell[],
  absent: number | null,
): ChartPoint[] {
  const totals = new Map(points);
  // One that is there and null is not known, whatever is absent.
  const orAbsent = (figure: number | null | undefined) => (figure === undefined ? absent : figure);
  const found = new Map(parts.map(([point, one, figure]) => [`${point} ${one}`, figure]));
  return keys.map((key) => {
    const total = orAbsent(totals.get(key));
    const own = series.map((one) => orAbsent(found.get(`${key} ${one}`)));
    const left = (total ?? 0) - own.reduce<number>((sum, part) => sum + (part ?? 0), 0);
    // Hours are told by tenths, so that parts may come to a little less than their sum.
    const rest = left > (own.length + 1) * mostRounded ? left : 0;
    return { key, total, parts: series.length === 0 ? [total] : [...own, rest] };
  });
}

/**
 * The points with what they were in the other period.
 *
 * @param before - the other period's figures, by its own values.
 * @param positionOf - the value of the other period that stands against one of this; undefined where it is too short to have it.
 */
export function withBefore(
  points: readonly ChartPoint[],
  before: ReadonlyMap<string, number | null>,
  positionOf: (key: FilterCell) => FilterCell | undefined,
  absent: number | null,
): ChartPoint[] {
  return points.map((point) => {
    const position = positionOf(point.key);
    const figure = before.get(String(position));
    return { ...point, before: position === undefined ? null : figure === undefined ? absent : figure };
  });
}

/** Whether something is left beside the series. */
export const hasRest = (points: readonly ChartPoint[], seriesCount: number): boolean =>
  points.some(({ parts }) => (parts[seriesCount] ?? 0) > 0);

/** Round numbers from nothing to at least `most`: 1, 2 or 5 times a power of ten apart, three to six of them. */
export function ticksTo(most: number): number[] {
  if (!(most > 0)) {
    return [0, 1];
  }
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? rough;
  const count = Math.ceil(most / step - 1e-9);
  // Times the step, not added up: a tenth has no end in binary.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Every how many places a label fits. */
export const labelEvery = (count: number, width: number, labelWidth: number): number =>
  Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
