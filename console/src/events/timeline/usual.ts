import type { TimelineDay } from './tracks.ts';

/** Days of a week, and how many weeks before it say what is usual. */
const weekDays = 7;
const weeksBefore = 3;

/** Below so many a share says more than happened, as in the answers of reports. */
const leastForShare = 20;

/** The openings of the last whole week beside those of the same days in the weeks before. */
export interface Against {
  readonly count: number;
  /** On the average of these weeks, a whole number. */
  readonly usual: number;
  /** How much more it is than usual, as a share of it or as a number; null where it is not. */
  readonly change: { readonly by: number; readonly isShare: boolean } | null;
}

/**
 * How the last seven days compare with what is usual: each day of the week is in each of the stretches once.
 *
 * @param days - the last ones, oldest first; the last is today, which is not over and so left out.
 * @returns null where nobody can say: the days do not reach back so far, or in one of the weeks before nothing was opened.
 */
export function againstUsual(days: readonly TimelineDay[]): Against | null {
  const ended = days.slice(0, -1);
  const weeks = Array.from({ length: weeksBefore + 1 }, (_, back) =>
    ended.slice(ended.length - weekDays * (back + 1), ended.length - weekDays * back),
  );
  if (ended.length < weekDays * weeks.length) {
    return null;
  }
  const [count = 0, ...before] = weeks.map((week) => week.reduce((sum, { openings }) => sum + (openings ?? 0), 0));
  if (before.includes(0)) {
    return null;
  }
  const usual = Math.round(before.reduce((sum, each) => sum + each, 0) / before.length);
  const isShare = usual >= leastForShare;
  const by = isShare ? (count - usual) / usual : count - usual;
  return { count, usual, change: Math.abs(by) < (isShare ? 0.005 : 1) ? null : { by, isShare } };
}
