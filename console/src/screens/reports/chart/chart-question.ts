import type { ReportMetric } from '@noa/domain/report.ts';
import type { ReportInput } from '../../../api/generated/graphql.ts';
import { conditionsOf, type FilterCell } from '../filters.ts';
import { timesThrough } from '../counterpart.ts';
import { periodOf } from '../period.ts';
import { cellsInput, columnsInput, whyNotAcross, type Pivot } from '../pivot.ts';
import type { Question } from '../use-question.ts';

/** Times on the axis, and things under each other, at most. */
const mostTimes = 800;
const mostThings = 20;
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
  return down && across && !metric.endsWith('_pct') && !toldApart.includes(metric) ? { down, across, metric } : null;
}

/** Why there is no chart: a locale key under `chart`; undefined when there is one. */
export const whyNoChart = (question: Question): 'metricFilter' | undefined =>
  question.by.length > 1 && whyNotAcross(question) !== undefined ? 'metricFilter' : undefined;

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

/** Asks for the values of the second grouping with the greatest figures. */
export const seriesInput = (question: Question, pivot: Pivot): ReportInput => ({
  ...columnsInput(question, pivot, false),
  first: mostSeries,
});

/** Asks for what each series has at each point. */
export const partsInput = (
  question: Question,
  pivot: Pivot,
  points: readonly FilterCell[],
  series: readonly FilterCell[],
): ReportInput => cellsInput(question, pivot, points, series);
