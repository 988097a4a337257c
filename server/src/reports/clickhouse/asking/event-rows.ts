import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { Params } from '../../query/filter.ts';
import { scopeCondition, suppressibleFor, type Reach } from '../../query/reach.ts';
import type { Counted, BuiltQuery } from '../../query/report-query.ts';
import { standard, type Dialect } from '../../query/dialect.ts';
import type { FileAsked, Question } from '../../engine/engine.ts';
import { fileShapes } from '../../records/record-columns.ts';
import { orderBy } from '../../records/record-cursor.ts';
import { asOneText, columnIn, whereRead, withFound } from '../../records/record-query.ts';
import { types } from '../event-columns.ts';

/** What the builder binds, by ClickHouse's names. */
const bound: Readonly<Record<string, string>> = {
  bigint: 'Int64',
  date: types.date,
  event_kind: types.event_kind,
  float8: 'Float64',
  integer: 'Int64',
  text: 'String',
  timestamp: types.timestamp,
  uuid: 'String',
  varchar: 'String',
  waste_stream: types.waste_stream,
};

/** How ClickHouse writes SQL differently. */
const clickhouseDialect: Dialect = {
  bound: (position, type) => `{p${position}:${bound[type] ?? 'String'}}`,
  once: 'materialized',
  inline: '',
  // In whole numbers: of halves its own rounding takes the even one.
  percentage: (part, whole) => `intDiv(2000 * ${part} + ${whole}, 2 * nullif(${whole}, 0)) / 10`,
  recordOf: standard.recordOf,
  isOneOf: standard.isOneOf,
  isSame: standard.isSame,
  recordsIn: (_table, text) => `select arrayJoin(splitByChar(',', ${text})) as id`,
  // What looks at the row from inside a query finds no nulls; with `transform_null_in` this does.
  isAmong: (values, { from, where }) => {
    const tuple = (cells: readonly string[]) => (cells.length === 1 ? String(cells[0]) : `(${cells.join(', ')})`);
    const found = `from ${from} where ${where.join(' and ') || 'true'}`;
    const [columns, own] = [values.map(([column]) => column), values.map(([, value]) => value)];
    return values.length === 0
      ? `exists (select 1 ${found})`
      : `${tuple(own)} in (select ${columns.join(', ')} ${found})`;
  },
};

type Period = Pick<ReportRequest, 'from' | 'to'>;

/** Values of one question. */
export const paramsOf = (): Params => new Params(clickhouseDialect);

/** What happened in the period, its end not being in it. */
export function periodCondition({ from, to }: Period, params: Params): string {
  const bind = (moment: Date) => params.bind(moment.toISOString().replace('T', ' ').replace('Z', ''), 'timestamp');
  return `occurred_at >= ${bind(from)} and occurred_at < ${bind(to)}`;
}

/** The events of the period that a question reaches. */
export function eventRows(table: string, { scopes, seesWho, small = [] }: Reach, period: Period): Counted {
  const params = paramsOf();
  return {
    from: table,
    where: [...scopes.map((scope) => scopeCondition(scope, params)), periodCondition(period, params)],
    params,
    suppressible: suppressibleFor({ scopes, seesWho }, params),
    small,
  };
}

/** The events of a file in their order, each as one text: what its columns say, and its org. */
export function buildFile(
  question: Question,
  counted: Counted,
  { told, columns }: FileAsked,
): Pick<BuiltQuery, 'sql' | 'params'> {
  const { params } = counted;
  const shape = fileShapes.events;
  const shown = [
    ...columns.map(({ by: column, within }) => {
      const { by } = columnIn(params.dialect, column);
      return within ? whereRead(shape, within, params, by) : by;
    }),
    'org_id',
  ];
  const found = withFound(question, { cell: [], metric: {} }, counted, { ...shape, columns: shown, told });
  return {
    sql: `${found}
      select ${asOneText(shown.map((_by, index) => `r${index}`))} from found where is_told order by ${orderBy(shape.order)}`,
    params: params.values,
  };
}
