import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import type { Days, Preset } from '../question/period.ts';

dayjs.extend(utc);

/** The period before, or the same one a year before. */
export const comparisons = ['previous', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

const months: Readonly<Partial<Record<Preset, number>>> = {
  thisMonth: 1,
  lastMonth: 1,
  last12Months: 12,
  thisYear: 12,
  lastYear: 12,
};

const textOf = (day: Dayjs) => day.format('YYYY-MM-DD');
const endsMonth = (day: Dayjs) => day.date() === day.daysInMonth();

/** The same day some months earlier; the last of a month stays the last, and what the month lacks becomes its last. */
function monthsBefore(day: Dayjs, count: number): Dayjs {
  const earlier = day.subtract(count, 'month');
  return endsMonth(day) ? earlier.endOf('month') : earlier;
}

/** Days that are whole months are as many months; others have no such number. */
function wholeMonths(from: Dayjs, to: Dayjs): number | undefined {
  return from.date() === 1 && endsMonth(to) ? to.diff(from, 'month') + 1 : undefined;
}

/**
 * The days to compare with. Before a month, or a part of it from its first day, comes the month before, or the same part of it;
 * before a year the year; before any other days as many days.
 *
 * @param preset - null when the days are the user's own.
 */
export function comparedDays(days: Days, preset: Preset | null, comparison: Comparison): Days {
  const [from, to] = [dayjs.utc(days.from), dayjs.utc(days.to)];
  const step = comparison === 'year' ? 12 : preset ? months[preset] : wholeMonths(from, to);
  if (step !== undefined) {
    const begin = from.subtract(step, 'month');
    return { from: textOf(comparison === 'year' ? begin : begin.startOf('month')), to: textOf(monthsBefore(to, step)) };
  }
  const length = to.diff(from, 'day') + 1;
  return { from: textOf(from.subtract(length, 'day')), to: textOf(to.subtract(length, 'day')) };
}
