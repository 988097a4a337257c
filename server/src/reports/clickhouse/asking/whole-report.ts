import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import type { ReportDefinition } from '../../catalogue.ts';
import type { Cell } from '../../engine/cell.ts';
import type { ReportPiece } from '../../engine/engine.ts';
import { orderOf } from '../../query/report-order.ts';
import { cellsOf, inOrder, shownGroups, totalsOf, type BuiltQuery, type Counted } from '../../query/report-query.ts';

export interface WholeReport extends Pick<BuiltQuery, 'sql' | 'params'> {
  /** Reads what the query gives, piece by piece. */
  readonly read: (pieces: AsyncIterable<Cell[][]>) => AsyncGenerator<ReportPiece>;
}

/**
 * Every row of a report, however many, in one statement, so that all are of one moment: the totals first, in a row without a place.
 *
 * @throws {AppError} as `buildReportQuery`.
 */
export function buildWholeReport(report: ReportDefinition, request: ReportRequest, counted: Counted): WholeReport {
  const { withKept, rows } = shownGroups(report, request, counted);
  const cells = cellsOf(request);
  const totals = totalsOf(request, rows, counted);
  const width = request.groupBy.length;
  return {
    sql: `
      ${withKept}, ordered as (
        select ${['row_number() over (' + inOrder(orderOf(request)) + ') as ordinal', ...cells].join(', ')} from kept
      ), total as (
        select ${totals.join(', ')} from kept
      )
      select * from (
        select 0 as ordinal, ${[...cells.slice(0, width).map((_cell, index) => `null as c${index}`), ...totals.map((_total, index) => `t${index}`)].join(', ')} from total
        union all
        select ordinal, ${cells.map((_cell, index) => `c${index}`).join(', ')} from ordered
      ) order by ordinal`,
    params: counted.params.values,
    async *read(pieces) {
      let all: Cell[] | undefined;
      for await (const piece of pieces) {
        const cellsOfRows = piece.map(([, ...row]) => row);
        all ??= cellsOfRows.shift();
        yield { rows: cellsOfRows, totals: all ?? [] };
      }
    },
  };
}
