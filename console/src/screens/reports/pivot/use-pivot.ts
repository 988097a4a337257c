import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import type { ReportQuery } from '../../../api/generated/graphql.ts';
import { useViewer } from '../../../session/viewer.ts';
import { absentNumber } from '../comparison/absent.ts';
import { isOrdered } from '../answer/rows/cells.ts';
import type { FilterCell } from '../question/filters.ts';
import { cellsInput, columnsInput, type Pivot } from './pivot.ts';
import type { Question } from '../question/use-question.ts';
import { useFigures } from '../use-figures.ts';

type Report = ReportQuery['report'];
type Figure = number | null;

/** A value of the grouping that goes across. */
export interface PivotColumn {
  readonly value: FilterCell;
  /** Over all rows, by metric. */
  readonly totals: readonly Figure[];
}

const valueOf = (row: readonly unknown[] | undefined, position: number) => (row?.[position] ?? null) as FilterCell;
const cellKey = (row: FilterCell, column: FilterCell) => `${row} ${column}`;
/** The figures of a row, behind its values. */
const figuresOf = (row: readonly unknown[], values: number) =>
  row.slice(values).map((each) => (each ?? null) as Figure);

/** Whether an answer is grouped by what goes down or across, and by nothing else, and has the figures that are shown. */
export const isOf = (
  { columns: [values, ...figures] }: Pick<Report, 'columns'>,
  grouping: ReportGrouping,
  { metrics }: Pick<Pivot, 'metrics'>,
): boolean =>
  values?.grouping === grouping &&
  figures.length === metrics.length &&
  figures.every(({ metric }, position) => metric === metrics[position]);

/**
 * Looks up the columns of a pivot and its cells.
 *
 * @param rows - the rows of the page, of the grouping that goes down.
 */
export function usePivot(name: string, question: Question, pivot: Pivot, rows: Report) {
  const { may } = useViewer();
  const across = useFigures(name, columnsInput(question, pivot, isOrdered(pivot.across)));
  // While another question is on its way, both may still be of one that was grouped otherwise.
  const known = (across.data ?? across.previousData)?.report;
  const columns = known && isOf(known, pivot.across, pivot) ? known : undefined;
  const downValues = isOf(rows, pivot.down, pivot) ? rows.rows.map((row) => valueOf(row, 0)) : [];
  const acrossValues = columns?.rows.map((row) => valueOf(row, 0)) ?? [];
  const hasCells = acrossValues.length > 0 && downValues.length > 0;
  const inside = useFigures(name, hasCells ? cellsInput(question, pivot, downValues, acrossValues) : null);
  const cells = inside.data?.report;
  const retry = () => [across, inside].forEach((query) => query.error && void query.refetch());
  const error = across.error ?? inside.error;
  if (!columns) {
    return { answer: undefined, error, retry };
  }
  const figures = new Map(cells?.rows.map((row) => [cellKey(valueOf(row, 0), valueOf(row, 1)), figuresOf(row, 2)]));
  const absentInt = absentNumber(may('cardEvent:readWho'), rows.whoKnownFrom);
  const absent = (position: number) => (rows.columns[position + 1]?.type === 'int' ? absentInt : null);
  return {
    error,
    retry,
    answer: {
      columns: columns.rows.map((row): PivotColumn => ({ value: valueOf(row, 0), totals: figuresOf(row, 1) })),
      /** Of all, as far as they are known. */
      columnCount: columns.rowCount,
      labels: columns.labels,
      /** The greatest figure of each metric. */
      most: pivot.metrics.map((_metric, position) =>
        Math.max(0, ...[...figures.values()].map((each) => each[position] ?? 0)),
      ),
      /** What stands where a row meets a column, of the metric at a position; undefined until it is known. */
      cell: (row: FilterCell, column: FilterCell, position: number): Figure | undefined => {
        const found = figures.get(cellKey(row, column));
        return found ? (found[position] ?? null) : cells && absent(position);
      },
    },
  };
}

/** What goes across, and what stands where it meets a row. */
export type PivotAnswer = NonNullable<ReturnType<typeof usePivot>['answer']>;
