import type { ReportMetric } from '@noa/domain/reporting/report.ts';
import { counterpart } from '../comparison/counterpart.ts';
import type { FilterCell } from '../question/filters.ts';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import type { Question } from '../question/use-question.ts';
import { useFigures } from '../use-figures.ts';
import { withBefore, type ChartPoint } from './chart-data.ts';
import { beforeInput, isTime } from './chart-question.ts';

/**
 * The figures of the other period; undefined while there are none to draw.
 *
 * @param shown - the values of the first grouping that are drawn; undefined until they are known.
 */
export function useBefore(
  name: string,
  question: Question,
  metric: ReportMetric,
  shown: readonly FilterCell[] | undefined,
) {
  const asked = shown ? beforeInput(question, metric, shown) : null;
  const { data } = useFigures(name, asked && asked.input);
  const [grouping] = question.by;
  // Of a period without any row nothing is known to have been nought.
  if (!asked || !data || !grouping || data.report.rowCount === 0) {
    return undefined;
  }
  const { days } = asked;
  const figures = new Map(
    data.report.rows.map(([key, figure]) => [String((key ?? null) as FilterCell), (figure ?? null) as number | null]),
  );
  const move = (value: FilterCell, from: Days, to: Days) => counterpart({ grouping, value }, from, to)?.value;
  return {
    days,
    /** As in `Report`. */
    whoKnownFrom: data.report.whoKnownFrom,
    /** Values of this period that only the other one has figures for: places on an axis of times. */
    keys: isTime(question)
      ? data.report.rows.flatMap(([key]) => move((key ?? null) as FilterCell, days, question.days) ?? [])
      : [],
    addTo: (points: readonly ChartPoint[], absent: number | null) =>
      withBefore(points, figures, (key) => move(key, question.days, days), absent),
  };
}
