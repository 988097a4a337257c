import type { HistoryPartsFragment } from '../../api/generated/graphql.ts';

/** Where things are drawn, in pixels from the top left corner. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** What is drawn of time, in milliseconds since the epoch. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Across from the left: how far into the period a moment is. */
export function acrossOf({ from, to }: Period, { width, left, right }: Frame): (at: string) => number {
  return (at) => left + ((Date.parse(at) - from) / (to - from)) * Math.max(0, width - left - right);
}

/** Down from the top: 100 % is above. */
export const downOf =
  ({ height, top, bottom }: Frame) =>
  (pct: number): number =>
    top + (1 - pct / 100) * (height - top - bottom);

/** Of the period, in which nothing was told: over that a line would claim what nobody knows. */
const silentShare = 0.1;
/** As many times as long as between two readings that follow each other: a battery is told of by the week. */
const silentTimes = 3;

/** Readings that follow each other without a long silence, oldest first: each run is drawn as one line. */
export function runsOf({ from, to }: Period, readings: HistoryPartsFragment['readings']) {
  const moments = readings.map(({ at }) => Date.parse(at));
  const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  const longest = Math.max((to - from) * silentShare, usual * silentTimes);
  const starts = [0, ...gaps.flatMap((gap, index) => (gap > longest ? [index + 1] : []))];
  return starts.map((start, index) => readings.slice(start, starts[index + 1])).filter((run) => run.length > 0);
}

/** Moments that stand under the axis, evenly apart, the first and the last at its ends. */
export function datesOf({ from, to }: Period, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(from + ((to - from) * index) / (count - 1)).toISOString(),
  );
}

/** A line of the table that says the same as the drawing: a reading, or that it was emptied (`pct` is null). */
export interface Told {
  readonly at: string;
  readonly pct: number | null;
}

/** All that is drawn, newest first. */
export const toldIn = ({ readings, emptyings }: Pick<HistoryPartsFragment, 'readings' | 'emptyings'>): Told[] =>
  [...readings, ...emptyings.map((at) => ({ at, pct: null }))].toSorted(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  );
