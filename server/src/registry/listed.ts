import { sql, type RawBuilder } from 'kysely';
import { findRows } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../database/scope.ts';
import type { RegistryTable, Row } from '../database/tables.ts';
import { inScope, type Kind } from '../records/record.ts';

interface Listed<Table extends RegistryTable> {
  /** Names the record that a row hangs on. */
  readonly column: Extract<keyof Row<Table>, string>;
  /** Of the row `r`, within one record. */
  readonly order: RawBuilder<unknown>;
  /** Rows of one record at most. */
  readonly most: number;
}

/** The rows of a kind that hang on each of `ids`, by these, as far as `scope` reaches. */
export async function listByParent<Table extends RegistryTable>(
  tx: Tx,
  kind: Kind<Table>,
  scope: Scope,
  { column, order, most }: Listed<Table>,
  ids: readonly string[],
): Promise<Map<string, Row<Table>[]>> {
  const rows = await findRows<Row<Table>>(tx)`
    select listed.* from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select r.* from ${sql.table(kind.table)} r
      where ${sql.ref(`r.${column}`)} = wanted.id and ${inScope(kind, scope)}
      order by ${order} limit ${most}) listed`;
  return Map.groupBy(rows, (row) => row[column] as string);
}
