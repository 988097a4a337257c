import { sql, type RawBuilder } from 'kysely';
import { findRows } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { RegistryTable } from '../database/tables.ts';

/** Known of each table since it was first read: a program does not look at columns that a newer one adds. */
const known = new Map<RegistryTable, RawBuilder<unknown>>();

/**
 * The columns of the row `r` that are read: all but those that PostgreSQL keeps to find and to order by (`…_key`, `search`), which are
 * half of what a wide row weighs.
 */
export async function columnsOf(tx: Tx, table: RegistryTable): Promise<RawBuilder<unknown>> {
  const found = known.get(table);
  if (found) {
    return found;
  }
  const rows = await findRows<{ name: string }>(tx)`
    select attname as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
      and attname !~ '_key$|^search$|_search$' order by attnum`;
  const columns = sql.join(rows.map(({ name }) => sql.ref(`r.${name}`)));
  known.set(table, columns);
  return columns;
}
