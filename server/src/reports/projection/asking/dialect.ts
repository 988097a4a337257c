import { idsIn, standard, type Dialect } from '../../query/dialect.ts';

/**
 * How the projection writes SQL differently: its rows have keys of records (`event-table.ts`), and types by the names that events have for
 * them. Ids are looked up where they are compared, in a table of one row for each record.
 */
export const duckdbDialect: Dialect = {
  ...standard,
  bound: (position, type) => `$${position}::${type}`,
  recordOf: (table) => ({ by: `${table}_key`, ids: `${table}_key` }),
  isOneOf: (column, table, bound) => `${column} in (select key from ${table}_key where id in (${bound.join(', ')}))`,
  recordsIn: (table, text) => `select key from ${table}_key where id in (${idsIn(text)})`,
};
