import { isMetric, reportLimits } from '@noa/domain/reporting/report.ts';
import type { ReportInput } from '../../../api/generated/graphql.ts';
import type { CellKey, ReportColumn } from '../answer/rows/cells.ts';
import { comparedDays } from './compared-days.ts';
import { counterpart, movedFilter } from './counterpart.ts';
import { conditionsOf, type FieldFilter } from '../question/filters.ts';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import { periodOf } from '../question/period.ts';
import type { Question } from '../question/use-question.ts';

/** Figures of the other period beside those of this one. */
export interface Compared {
  readonly days: Days;
  /** As in `Report`, of the other period; undefined until it is known. */
  readonly whoKnownFrom: string | null | undefined;
  /** Null where the other period has no such row; undefined until it is known. */
  readonly before: (keys: readonly CellKey[], column: ReportColumn) => number | null | undefined;
  readonly totalBefore: (column: ReportColumn) => number | null | undefined;
}

/** The question of the other period. */
export interface OtherQuestion {
  readonly days: Days;
  /** Asks for the rows that are shown, whatever their figures were then. */
  readonly rows: ReportInput;
  /** The same question as of this period, for its totals. */
  readonly totals: ReportInput;
  /** What each row that is shown is set against, by `keyOf` of its own keys. */
  readonly counterparts: ReadonlyMap<string, string>;
}

export const keyOf = (keys: readonly CellKey[]): string => JSON.stringify(keys.map(({ value }) => value));

/** @param shown - the keys of each row that is shown. */
export function otherQuestion(question: Question, shown: readonly (readonly CellKey[])[]): OtherQuestion | null {
  const { compare, days, preset, by, metrics, filters } = question;
  if (compare === null) {
    return null;
  }
  const other = comparedDays(days, preset, compare);
  const moved = filters.map((filter) => movedFilter(filter, days, other));
  const pairs = shown.flatMap((keys) => {
    const against = keys.map((key) => counterpart(key, days, other));
    return against.every((key) => key !== undefined) ? [[keys, against] as const] : [];
  });
  // A grouping's own filter gives way: the rows that are shown have passed it.
  const narrowed: FieldFilter[] = by.map((field, position) => ({
    field,
    values: [...new Set(pairs.map(([, against]) => against[position]?.value ?? null))],
  }));
  const kept = moved.filter((filter) => !isMetric(filter.field) && !by.some((field) => field === filter.field));
  const narrow = [...narrowed, ...kept].flatMap(conditionsOf);
  const wide = moved.filter(({ field }) => !isMetric(field)).flatMap(conditionsOf);
  const most = narrowed.reduce((product, filter) => product * ('values' in filter ? filter.values.length : 1), 1);
  const base = { ...periodOf(other), groupBy: [...by], metrics: [...metrics] };
  return {
    days: other,
    rows: {
      ...base,
      filters: narrow.length <= reportLimits.filters ? narrow : wide,
      first: Math.min(reportLimits.rows, narrow.length <= reportLimits.filters ? Math.max(1, most) : reportLimits.rows),
    },
    totals: { ...base, filters: moved.flatMap(conditionsOf), first: 1 },
    counterparts: new Map(pairs.map(([keys, against]) => [keyOf(keys), keyOf(against)])),
  };
}

/** By how much a figure differs from before; null where there is nothing to set it against. */
export function differenceOf(now: number | null, before: number | null) {
  if (now === null || before === null) {
    return null;
  }
  // One decimal is what percentages have; a difference of two of them has no more.
  const absolute = Math.round((now - before) * 10) / 10;
  /** In percent of before; null when that was nothing. */
  const percent = before === 0 ? null : ((now - before) / Math.abs(before)) * 100;
  return { absolute, percent };
}
