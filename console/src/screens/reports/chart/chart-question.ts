import { isMetric, reportLimits, type ReportMetric } from '@noa/domain/reporting/report.ts';
import type { ReportInput } from '../../../api/generated/graphql.ts';
import { comparedDays } from '../comparison/compared-days.ts';
import { conditionsOf, type FilterCell } from '../question/filters.ts';
import { isOnce, movedFilter, timesThrough } from '../comparison/counterpart.ts';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import { periodOf } from '../question/period.ts';
import { columnsInput, cyclic, hasTotalOver, whyNotAcross, type Pivot } from '../pivot/pivot.ts';
import type { Question } from '../question/use-question.ts';

/** Times on the axis, and things under each other, at most. */
const mostTimes = 800;
const mostThings = 10;
/** Container groups on a map, those with the greatest figures. */
const mostSpots = 1_000;
/** Values of the second grouping that have a colour of their own; what is left of a whole has one too. */
const mostSeries = 8;

/** Container groups have containers of several streams: they would be counted in several series. */
const toldApart: readonly ReportMetric[] = ['total_container_groups', 'controlled_container_groups_count'];

export const isTime = (question: Question): boolean => {
  const [first] = question.by;
  return first !== undefined && timesThrough(first, []) !== undefined;
};

/** Whether a second grouping divides the figures into series: only those of which the series make up the whole. */
export function seriesOf(question: Question, metric: ReportMetric): Pivot | null {
  const [down, across] = question.by;
  const isWhole = !metric.endsWith('_pct') && !toldApart.includes(metric);
  return down && across && (isWhole || isShare(question, metric)) ? { down, across, metrics: [metric] } : null;
}

/** Whether the series are shares, which make up a hundred at each time. */
const isShare = (question: Question, metric: ReportMetric): boolean => {
  const [, across] = question.by;
  return isTime(question) && across !== undefined && !hasTotalOver(across, metric);
};

/**
 * How a figure is drawn: over time a line, or columns of its parts; shares of a whole over time stacked to a hundred; hours of the week
 * and the like as columns, and everything else as bars.
 */
export type ChartShape = 'line' | 'columns' | 'share' | 'bars' | 'heat';

/** Times on the axis above which columns would be too thin. */
const mostColumns = 62;

/** @param count - places on the axis, if they are known. */
export function shapeOf(question: Question, metric: ReportMetric, count?: number): ChartShape {
  const [first] = question.by;
  if (question.across && question.by.every((grouping) => cyclic.includes(grouping))) {
    return 'heat';
  }
  if (!first || !isTime(question)) {
    return 'bars';
  }
  if (isShare(question, metric)) {
    return 'share';
  }
  const isLong = count !== undefined && count > mostColumns;
  const isSingle = seriesOf(question, metric) === null;
  // Hours and days of the week come again, and two times make no line.
  const isFlow = isOnce(first) && (count === undefined || count > 2);
  return isLong || (isSingle && (isFlow || metric.endsWith('_pct'))) ? 'line' : 'columns';
}

/** Rows that bars take at most, before it is known how many there are. */
export const roomFor = ({ by }: Question, rowCount: number): number =>
  by.length > 1 ? mostThings / 2 : Math.min(mostThings, rowCount);

/** Why there is no chart: a locale key under `chart`; undefined when there is one. */
export const whyNoChart = (question: Question): 'metricFilter' | undefined =>
  question.by.length > 1 && whyNotAcross(question) !== undefined ? 'metricFilter' : undefined;

/**
 * What a figure is where there is no row for it.
 *
 * @param absent - what it is otherwise. Of a percentage, and where filters choose among the rows by their figures, nobody knows: what has no
 * row may have a figure that was left out.
 */
export const absentFigure = (
  { filters }: Pick<Question, 'filters'>,
  metric: ReportMetric,
  absent: 0 | null,
): 0 | null => (metric.endsWith('_pct') || filters.some(({ field }) => isMetric(field)) ? null : absent);

/** Asks for every value of the first grouping in order of time, or for those with the greatest figures. */
export function pointsInput(question: Question, metric: ReportMetric): ReportInput {
  const { days, by, filters } = question;
  const ordered = isTime(question);
  return {
    ...periodOf(days),
    groupBy: by.slice(0, 1),
    metrics: [metric],
    filters: filters.flatMap(conditionsOf),
    sort: ordered ? [] : [{ field: metric, direction: 'desc' }],
    first: ordered ? mostTimes : mostThings,
  };
}

/** Asks for the places of a map. */
export const spotsInput = (question: Question, metric: ReportMetric): ReportInput => ({
  ...pointsInput(question, metric),
  first: mostSpots,
});

/** Whether the figures are of container groups, which have a place. */
export const hasSpots = ({ by: [first] }: Question): boolean => first === 'container_group';

/**
 * Asks for the points of the other period: all of its times, or the things that are shown, whatever their figures were then.
 *
 * @returns null when the report is not compared.
 */
export function beforeInput(
  question: Question,
  metric: ReportMetric,
  shown: readonly FilterCell[],
): { readonly days: Days; readonly input: ReportInput } | null {
  const { compare, across, preset, days, by, filters } = question;
  const [first] = by;
  if (compare === null || across !== null || !first || isShare(question, metric)) {
    return null;
  }
  const other = comparedDays(days, preset, compare);
  const moved = filters.filter(({ field }) => !isMetric(field)).map((filter) => movedFilter(filter, days, other));
  const input = pointsInput({ ...question, days: other, filters: moved }, metric);
  const narrow = [{ field: first, values: shown }, ...moved.filter(({ field }) => field !== first)].flatMap(
    conditionsOf,
  );
  return isTime(question) || narrow.length > reportLimits.filters
    ? { days: other, input }
    : { days: other, input: { ...input, filters: narrow } };
}

/** Asks for the values of the second grouping with the greatest figures. */
export const seriesInput = (question: Question, pivot: Pivot): ReportInput => ({
  ...columnsInput(question, pivot, false),
  first: mostSeries,
});
