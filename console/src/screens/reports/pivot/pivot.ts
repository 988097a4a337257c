import { reportLimits, reportMetrics, type ReportGrouping, type ReportMetric } from '@noa/domain/reporting/report.ts';
import type { ReportInput } from '../../../api/generated/graphql.ts';
import { conditionsOf, type FieldFilter, type FilterCell } from '../question/filters.ts';
import { periodOf } from '../question/period.ts';
import type { Question } from '../question/use-question.ts';

/** Values of the second grouping that go across, at most. */
const mostColumns = 60;

/** A question of which the second grouping goes across. */
export interface Pivot {
  readonly down: ReportGrouping;
  readonly across: ReportGrouping;
  /** One at least; where there are several, each column is as many wide. */
  readonly metrics: readonly ReportMetric[];
}

/** Why the second grouping cannot go across: a locale key under `across`; undefined when it can. */
export function whyNotAcross({
  by,
  filters,
}: Pick<Question, 'by' | 'filters'>): 'oneGrouping' | 'metricFilter' | 'manyFilters' | undefined {
  if (by.length < 2) {
    return 'oneGrouping';
  }
  if (filters.some(({ field }) => reportMetrics.some((metric) => metric === field))) {
    // Cells would be left out that the totals count.
    return 'metricFilter';
  }
  // Rows and columns are asked for by a filter each.
  return filters.flatMap(conditionsOf).length > reportLimits.filters - 2 ? 'manyFilters' : undefined;
}

/** Parts of time that few values repeat: two of them are read as a calendar. */
export const cyclic: readonly ReportGrouping[] = ['hour', 'day_of_week'];

/**
 * The metrics that are shown across.
 *
 * @param text - metrics, or `none`, as the address says it; null when it says nothing.
 * @returns null when nothing goes across.
 */
export function readAcross(
  text: string | null,
  question: Pick<Question, 'by' | 'filters' | 'metrics'>,
): readonly ReportMetric[] | null {
  if (whyNotAcross(question)) {
    return null;
  }
  const { by, metrics } = question;
  if (text === null) {
    return by.every((grouping) => cyclic.includes(grouping)) ? metrics.slice(0, 1) : null;
  }
  const named = text.split(',');
  const shown = metrics.filter((metric) => named.includes(metric));
  return shown.length > 0 ? shown : null;
}

export function pivotOf({ by: [down, across], across: metrics }: Question): Pivot | null {
  return metrics && down && across ? { down, across, metrics } : null;
}

const wholes: Readonly<Partial<Record<ReportMetric, ReportGrouping>>> = { litres_pct: 'waste_stream' };

/** Whether figures may be told over all values of `grouping`: of what they are shares of, all is all. */
export const hasTotalOver = (grouping: ReportGrouping, metric: ReportMetric): boolean => wholes[metric] !== grouping;

const base = ({ days, filters }: Question, { metrics }: Pivot) => ({
  ...periodOf(days),
  metrics: [...metrics],
  filters: filters.flatMap(conditionsOf),
});

/** Asks for the rows of the page, each with its totals over all columns, whether or not they are shown. */
export function rowsInput(question: Question, pivot: Pivot, first: number): ReportInput {
  const { sort, after } = question;
  const isShown = sort && [pivot.down, ...pivot.metrics].some((field) => field === sort.field);
  return { ...base(question, pivot), groupBy: [pivot.down], sort: isShown ? [{ ...sort }] : [], first, after };
}

/** Asks for the columns, each with its totals over all rows of all pages: times and words in order, of anything else the greatest. */
export function columnsInput(question: Question, pivot: Pivot, isOrdered: boolean): ReportInput {
  const [first] = pivot.metrics;
  return {
    ...base(question, pivot),
    groupBy: [pivot.across],
    sort: isOrdered || !first ? [] : [{ field: first, direction: 'desc' }],
    first: mostColumns,
  };
}

/** Asks for the cells of the rows and columns that are shown. */
export function cellsInput(
  question: Question,
  pivot: Pivot,
  rows: readonly FilterCell[],
  columns: readonly FilterCell[],
): ReportInput {
  const { down, across } = pivot;
  const shown: FieldFilter[] = [
    { field: down, values: rows },
    { field: across, values: columns },
  ];
  // A grouping's own filter gives way: the rows and columns that are shown have passed it.
  const kept = question.filters.filter(({ field }) => field !== down && field !== across);
  return {
    ...base(question, pivot),
    groupBy: [down, across],
    filters: [...shown, ...kept].flatMap(conditionsOf),
    first: Math.min(reportLimits.rows, Math.max(1, rows.length * columns.length)),
  };
}

/** How strongly a cell is coloured: from 0 to 1, for the greatest. */
export const heatOf = (value: number | null, most: number): number =>
  value === null || most <= 0 ? 0 : Math.max(0, Math.min(1, value / most));
