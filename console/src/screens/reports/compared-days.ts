import type { Days, Preset } from './period.ts';

/** The period before, or the same one a year before. */
export const comparisons = ['previous', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

const dayMs = 86_400_000;
const months: Readonly<Partial<Record<Preset, number>>> = {
  thisMonth: 1,
  lastMonth: 1,
  last12Months: 12,
  thisYear: 12,
  lastYear: 12,
};

const isoDay = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const partsOf = (day: string) => day.split('-').map(Number) as [year: number, month: number, date: number];
const lastDate = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const endsMonth = (day: string) => isoDay(Date.parse(day) + dayMs).endsWith('-01');

/** The same day some months earlier; the last of a month stays the last, and what the month lacks becomes its last. */
function monthsBefore(day: string, count: number): string {
  const [year, month, date] = partsOf(day);
  const most = lastDate(year, month - count);
  return isoDay(Date.UTC(year, month - 1 - count, endsMonth(day) ? most : Math.min(date, most)));
}

/** Days that are whole months are as many months; others have no such number. */
function wholeMonths({ from, to }: Days): number | undefined {
  const [fromYear, fromMonth] = partsOf(from);
  const [toYear, toMonth] = partsOf(to);
  return from.endsWith('-01') && endsMonth(to) ? (toYear - fromYear) * 12 + toMonth - fromMonth + 1 : undefined;
}

/**
 * The days to compare with. Before a month, or a part of it from its first day, comes the month before, or the same part of it;
 * before a year the year; before any other days as many days.
 *
 * @param preset - null when the days are the user's own.
 */
export function comparedDays({ from, to }: Days, preset: Preset | null, comparison: Comparison): Days {
  const step = comparison === 'year' ? 12 : preset ? months[preset] : wholeMonths({ from, to });
  if (step !== undefined) {
    const [year, month, date] = partsOf(from);
    const begin = comparison === 'year' ? Math.min(date, lastDate(year, month - step)) : 1;
    return { from: isoDay(Date.UTC(year, month - 1 - step, begin)), to: monthsBefore(to, step) };
  }
  const length = Date.parse(to) - Date.parse(from) + dayMs;
  return { from: isoDay(Date.parse(from) - length), to: isoDay(Date.parse(to) - length) };
}
