import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../database/database.ts';
import { problemColumns, type ColumnBatch, type Columns } from './reading/column-batch.ts';

/**
 * Makes the tables that a run reads its file into: `staged`, with the columns of the kind, and `found_problem`. Temporary tables
 * go with the transaction, and nobody else sees them: a file's personal data leaves no trace.
 *
 * @param derived - further columns of `staged`, which PostgreSQL works out from those that are read.
 */
export async function createStaging(tx: Tx, columns: Columns, derived: RawBuilder<unknown> | null): Promise<void> {
  await sql`
    create temp table staged (row_number integer, ${columnList(columns)}${derived ? sql`, ${derived}` : sql``})
    on commit drop`.execute(tx);
  await sql`
    create temp table found_problem (
      row_number integer, field text, value text, reason text, is_warning boolean default false, other_row integer
    ) on commit drop`.execute(tx);
}

export const addStaged = (tx: Tx, columns: Columns, batch: ColumnBatch): Promise<void> =>
  addRows(tx, 'staged', [['row_number', 'integer'], ...columns], batch);

export const addProblems = (tx: Tx, batch: ColumnBatch): Promise<void> =>
  addRows(tx, 'found_problem', problemColumns, batch);

const columnList = (columns: Columns): RawBuilder<unknown> =>
  sql.join(columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));

async function addRows(tx: Tx, table: string, columns: Columns, batch: ColumnBatch): Promise<void> {
  if (batch.length === 0) {
    return;
  }
  const arrays = columns.map(([, type], index) => sql`${batch.columns[index]}::${sql.raw(type)}[]`);
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    select * from unnest(${sql.join(arrays)})`.execute(tx);
}
