import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import type { ReportDefinition } from '../../catalogue.ts';
import { addsUp, metrics } from '../../query/metrics.ts';
import { orderOf } from '../../query/report-order.ts';
import { figuresOf } from '../../query/figures.ts';
import { cellsOf, inOrder, shownGroups, totalsOf, type BuiltQuery, type Counted } from '../../query/report-query.ts';

type Statement = Pick<BuiltQuery, 'sql' | 'params'>;

/** A whole report in the projection, as statements to run one after the other at one moment. */
export interface WholeReport {
  /** Counts, and puts the groups in their order into a temporary table. */
  readonly count: Statement;
  /** The totals of all metrics, in one row. */
  readonly totals: Statement;
  /** The rows, to be streamed. */
  readonly rows: Statement;
}

const table = 'whole_report';

/**
 * Every row of a report, however many. What is kept of a group is what it is counted by, in a few bytes: put into its order and
 * told as text at once, a million groups take the engine some 400 MB more.
 *
 * @throws {AppError} as `buildReportQuery`.
 */
export function buildWholeReport(report: ReportDefinition, request: ReportRequest, counted: Counted): WholeReport {
  if (!request.metrics.every((name) => addsUp(metrics[name]))) {
    throw new Error('What stands in several groups is not counted by groups alone');
  }
  const figures = figuresOf(request, counted);
  const { withKept } = shownGroups(report, request, counted, { isReadOnce: true });
  const columns = [
    ...request.groupBy.map((_name, index) => `g${index}`),
    ...figures.flatMap(({ name, metric }) => {
      const isPart = metric.kind === 'mean' || metric.kind === 'part' || metric.kind === 'share';
      const parts = ['m', ...(isPart ? ['n'] : []), ...(metric.kind === 'share' ? ['w'] : [])];
      return parts.map((part) => `${part}_${name}::bigint as ${part}_${name}`); // a sum has twice the bytes
    }),
  ];
  const values = figures.map(({ name, value }) => `(${value})::float8 as v_${name}`);
  const kept = `with kept as not materialized (select *, ${values.join(', ')} from ${table})`;
  const plain = (sql: string): Statement => ({ sql, params: [] });
  return {
    count: {
      sql: `create temp table ${table} as ${withKept} select ${columns.join(', ')} from kept ${inOrder(orderOf(request))}`,
      params: counted.params.values,
    },
    totals: plain(`${kept} select ${totalsOf(request, '', counted).join(', ')} from kept`),
    rows: plain(`${kept} select ${cellsOf(request).join(', ')} from kept`), // in the order they were put in
  };
}
