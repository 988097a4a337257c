/** From the first to the last day, both in it; days as YYYY-MM-DD. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The period before, or the same one a year before. */
export const comparisons = ['previous', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

const dayMs = 86_400_000;
const textOf = (time: number) => new Date(time).toISOString().slice(0, 10);

interface Parts {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
}

function partsOf(day: string): Parts {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month: month - 1, day: date };
}

const daysIn = ({ year, month }: Omit<Parts, 'day'>) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
const endsMonth = (parts: Parts) => parts.day === daysIn(parts);

/** The same day some months earlier; what the month lacks becomes its last. */
function monthsBefore({ year, month, day }: Parts, count: number): string {
  const first = new Date(Date.UTC(year, month - count, 1));
  const earlier = { year: first.getUTCFullYear(), month: first.getUTCMonth() };
  return textOf(Date.UTC(earlier.year, earlier.month, Math.min(day, daysIn(earlier))));
}

/** The months that some days are as a whole; null where they are not. */
export function wholeMonths({ from, to }: Days): number | null {
  const [first, last] = [partsOf(from), partsOf(to)];
  return first.day === 1 && endsMonth(last) ? (last.year - first.year) * 12 + last.month - first.month + 1 : null;
}

/**
 * The days to compare with. Before a month, or a part of it from its first day, comes the month before, or the same part of it;
 * before a year the year; before any other days as many days.
 *
 * @param months - how many the days are told as, as *this month* is one of which not all has passed; null where they are told otherwise.
 */
export function comparedDays(days: Days, months: number | null, comparison: Comparison): Days {
  const [from, to] = [partsOf(days.from), partsOf(days.to)];
  const step = comparison === 'year' ? 12 : (months ?? wholeMonths(days));
  if (step !== null) {
    const begin = monthsBefore(comparison === 'year' ? from : { ...from, day: 1 }, step);
    // The last day of a month stays the last.
    return { from: begin, to: monthsBefore(endsMonth(to) ? { ...to, day: 31 } : to, step) };
  }
  const [first, last] = [Date.parse(days.from), Date.parse(days.to)];
  const length = last - first + dayMs;
  return { from: textOf(first - length), to: textOf(last - length) };
}
