import { useQuery } from '@apollo/client/react';
import type { ReportQuery } from '../../api/generated/graphql.ts';
import { useViewer } from '../../session/viewer.ts';
import { isOrdered, type ReportColumn } from './cells.ts';
import type { FilterCell } from './filters.ts';
import { cellsInput, columnsInput, type Pivot } from './pivot.ts';
import { ReportDocument } from './report.graphql.ts';
import type { Question } from './use-question.ts';

type Report = ReportQuery['report'];

/** What goes across, and what stands where it meets a row. */
export interface PivotAnswer {
  readonly columns: readonly { readonly value: FilterCell; readonly total: number | null }[];
  /** Of all, as far as they are known. */
  readonly columnCount: number;
  readonly labels: Report['labels'];
  readonly most: number;
  /** Undefined until it is known. */
  readonly cell: (row: FilterCell, column: FilterCell) => number | null | undefined;
}

const valueOf = (row: readonly unknown[] | undefined, place: number) => (row?.[place] ?? null) as FilterCell;
const cellKey = (row: FilterCell, column: FilterCell) => `${row} ${column}`;
const figureOf = (row: readonly unknown[] | undefined, place: number) => (row?.[place] ?? null) as number | null;

/**
 * Looks up the columns of a pivot and its cells.
 *
 * @param rows - the rows of the page, of the grouping that goes down.
 */
export function usePivot(
  name: string,
  question: Question,
  pivot: Pivot,
  rows: Report,
): { answer: PivotAnswer | undefined; error: Error | undefined; retry: () => void } {
  const { may } = useViewer();
  const across = useQuery(ReportDocument, {
    variables: { name, input: columnsInput(question, pivot, isOrdered(pivot.across)) },
  });
  const columns = (across.data ?? across.previousData)?.report;
  // While another question is on its way, the rows may still be of one that was grouped otherwise.
  const isOurs = rows.columns.length === 2 && rows.columns[0]?.grouping === pivot.down;
  const downValues = isOurs ? rows.rows.map((row) => valueOf(row, 0)) : [];
  const acrossValues = columns?.rows.map((row) => valueOf(row, 0)) ?? [];
  const inside = useQuery(ReportDocument, {
    variables: { name, input: cellsInput(question, pivot, downValues, acrossValues) },
    skip: acrossValues.length === 0 || downValues.length === 0,
  });
  const cells = inside.data?.report;
  const retry = () => [across, inside].forEach((query) => query.error && void query.refetch());
  const error = across.error ?? inside.error;
  if (!columns) {
    return { answer: undefined, error, retry };
  }
  const figures = new Map(cells?.rows.map((row) => [cellKey(valueOf(row, 0), valueOf(row, 1)), figureOf(row, 2)]));
  // What did not happen has no row. For those who may not see small groups a row may lack for another reason.
  const absent = may('cardEvent:readWho') && typeOf(rows.columns) === 'int' ? 0 : null;
  return {
    error,
    retry,
    answer: {
      columns: columns.rows.map((row) => ({ value: valueOf(row, 0), total: figureOf(row, 1) })),
      columnCount: columns.rowCount,
      labels: columns.labels,
      most: Math.max(0, ...[...figures.values()].map((figure) => figure ?? 0)),
      cell: (row, column) => {
        const figure = figures.get(cellKey(row, column));
        return figure === undefined ? cells && absent : figure;
      },
    },
  };
}

const typeOf = (columns: readonly ReportColumn[]) => columns.find(({ metric }) => metric)?.type;
