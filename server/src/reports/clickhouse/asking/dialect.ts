import { standard, type Dialect } from '../../query/dialect.ts';
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
export const clickhouseDialect: Dialect = {
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
