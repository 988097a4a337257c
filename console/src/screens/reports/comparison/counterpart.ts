import type { ReportField } from '@noa/domain/reporting/report.ts';
import type { CellKey } from '../answer/rows/cells.ts';
import type { FieldFilter, FilterCell } from '../question/filters.ts';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';

/** A part of time that comes once: it is counted from some beginning, and read back. */
interface Unit {
  /** @param text - as the API shows the value. */
  readonly count: (text: string) => number;
  readonly write: (count: number) => string | number;
  /** The value that a day is in. */
  readonly of: (day: string) => string;
}

const dayMs = 86_400_000;
const isoDay = (count: number) => new Date(count * dayMs).toISOString().slice(0, 10);
const countDays = (day: string) => Date.parse(day) / dayMs;
/** The first of January 1970 was a Thursday. */
const countWeeks = (days: number) => Math.floor((days + 3) / 7);
const pad = (value: number) => String(value).padStart(2, '0');

function writeWeek(count: number): string {
  // A week is of the year that its Thursday is in (ISO 8601).
  const thursday = isoDay(count * 7);
  const first = countDays(`${thursday.slice(0, 4)}-01-01`);
  return `${thursday.slice(0, 4)}-W${pad(Math.floor((count * 7 - first) / 7) + 1)}`;
}

const units: Readonly<Partial<Record<ReportField, Unit>>> = {
  date: { count: countDays, write: isoDay, of: (day) => day },
  week: {
    // The fourth of January is in the first week.
    count: (week) => countWeeks(countDays(`${week.slice(0, 4)}-01-04`)) + Number(week.slice(6)) - 1,
    write: writeWeek,
    of: (day) => writeWeek(countWeeks(countDays(day))),
  },
  month: {
    count: (month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1,
    write: (count) => `${Math.floor(count / 12)}-${pad((count % 12) + 1)}`,
    of: (day) => day.slice(0, 7),
  },
  year: { count: Number, write: (count) => count, of: (day) => day.slice(0, 4) },
};

/** The same place in the other period: the third month of the one for the third of the other. */
function move(unit: Unit, value: string | number, from: Days, to: Days): string | number {
  return unit.write(unit.count(String(value)) - unit.count(unit.of(from.from)) + unit.count(unit.of(to.from)));
}

/**
 * What a row of one period is set against in the other: times that come once by their place in the period, everything else
 * (records, words, hours, days of the week) by itself. Undefined where the other period is too short to have it.
 */
export function counterpart({ grouping, value }: CellKey, from: Days, to: Days): CellKey | undefined {
  const unit = units[grouping];
  if (!unit || value === null) {
    return { grouping, value };
  }
  const moved = move(unit, value, from, to);
  return unit.count(String(moved)) > unit.count(unit.of(to.to)) ? undefined : { grouping, value: moved };
}

/** Whether a part of time comes once, as a day does and an hour of the day does not. */
export const isOnce = (grouping: ReportField): boolean => units[grouping] !== undefined;

const cycles: Readonly<Partial<Record<ReportField, readonly [first: number, last: number]>>> = {
  hour: [0, 23],
  day_of_week: [1, 7],
  day_of_month: [1, 31],
  day_of_year: [1, 366],
};

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** All values of a time from the first to the last of those given, also those that are missing; undefined for what is no time. */
export function timesThrough(grouping: ReportField, given: readonly FilterCell[]): readonly FilterCell[] | undefined {
  const cycle = cycles[grouping];
  const unit = units[grouping];
  if (cycle) {
    return range(...cycle);
  }
  const counts = unit && given.flatMap((value) => (value === null ? [] : [unit.count(String(value))]));
  return counts && counts.length > 0
    ? range(Math.min(...counts), Math.max(...counts)).map((count) => unit.write(count))
    : unit && [];
}

/** A filter as it is in the other period: times that come once keep their place. */
export function movedFilter(filter: FieldFilter, from: Days, to: Days): FieldFilter {
  const unit = units[filter.field];
  if (!unit) {
    return filter;
  }
  if ('values' in filter) {
    return { ...filter, values: filter.values.map((value): FilterCell => value && move(unit, value, from, to)) };
  }
  const end = (text: string) => text && String(move(unit, text, from, to));
  return { ...filter, ends: { from: end(filter.ends.from), to: end(filter.ends.to) } };
}
