import type { ReportMetric } from '@noa/domain/reporting/report.ts';
import { useViewer } from '../../../session/viewer.ts';
import { absentNumber } from '../comparison/absent.ts';
import { timesThrough } from '../comparison/counterpart.ts';
import type { FilterCell } from '../question/filters.ts';
import type { Question } from '../question/use-question.ts';
import { useFigures } from '../use-figures.ts';
import { chartPoints } from './chart-data.ts';
import { useBefore } from './use-before.ts';
import { cellsInput } from '../pivot/pivot.ts';
import { absentFigure, isTime, pointsInput, seriesInput, seriesOf } from './chart-question.ts';

const cellOf = (row: readonly unknown[], position: number) => (row[position] ?? null) as FilterCell;
const figureOf = (row: readonly unknown[], position: number) => (row[position] ?? null) as number | null;

/** Asks for the rows that a chart needs, whichever page the table shows. */
export function useChart(name: string, question: Question, metric: ReportMetric) {
  const { may } = useViewer();
  const [first] = question.by;
  const pivot = seriesOf(question, metric);
  const points = useFigures(name, pointsInput(question, metric));
  const series = useFigures(name, pivot && seriesInput(question, pivot));
  const found = points.data?.report;
  const pointKeys = found?.rows.map((row) => cellOf(row, 0)) ?? [];
  const seriesKeys = (pivot && series.data?.report.rows.map((row) => cellOf(row, 0))) ?? [];
  const hasParts = pointKeys.length > 0 && seriesKeys.length > 0;
  const parts = useFigures(name, pivot && hasParts ? cellsInput(question, pivot, pointKeys, seriesKeys) : null);
  const before = useBefore(name, question, metric, found && pointKeys);
  const retry = () => [points, series, parts].forEach((query) => query.error && void query.refetch());
  const error = points.error ?? series.error ?? parts.error;
  if (!found || (pivot && seriesKeys.length > 0 && !parts.data)) {
    return { answer: undefined, error, retry };
  }
  const absentIn = (asked: Pick<Question, 'filters'>, whoKnownFrom: string | null | undefined) =>
    absentFigure(asked, metric, absentNumber(may('cardEvent:readWho'), whoKnownFrom));
  const times = isTime(question) && first && timesThrough(first, [...pointKeys, ...(before?.keys ?? [])]);
  const drawn = chartPoints(
    {
      points: found.rows.map((row) => [cellOf(row, 0), figureOf(row, 1)] as const),
      series: seriesKeys,
      parts: parts.data?.report.rows.map((row) => [cellOf(row, 0), cellOf(row, 1), figureOf(row, 2)] as const) ?? [],
    },
    times || pointKeys,
    absentIn(question, found.whoKnownFrom),
  );
  return {
    error,
    retry,
    answer: {
      // The other period is asked for whatever its figures were.
      points: before ? before.addTo(drawn, absentIn({ filters: [] }, before.whoKnownFrom)) : drawn,
      /** The days that the points are compared with; null when they are not, or not yet. */
      before: before?.days ?? null,
      /** Of all, as far as they are known. */
      pointCount: found.rowCount,
      /** Values of the second grouping; none when there is but one. */
      series: seriesKeys,
      labels: [...found.labels, ...(series.data?.report.labels ?? [])],
    },
  };
}

/** What a chart is drawn of. */
export type ChartAnswer = NonNullable<ReturnType<typeof useChart>['answer']>;
