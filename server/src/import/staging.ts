import { sql } from 'kysely';
import type { ImportKind } from '@noa/domain/imports/import.ts';
import type { Tx } from '../database/database.ts';
import { problemColumns, type ColumnBatch, type Columns } from './reading/column-batch.ts';

/**
 * Makes the tables that a run reads its file into, `staged` and `found_problem`, and those that its plan is written to.
 * Temporary tables go with the transaction, and nobody else sees them: a file's personal data leaves no trace. PostgreSQL makes
 * them by a function, as the application may make none.
 *
 * @param further - columns of apartments that `staged` and what is planned of apartments have besides.
 */
export async function createStaging(tx: Tx, kind: ImportKind, further: readonly string[]): Promise<void> {
  await sql`select create_staging(${kind}, ${further})`.execute(tx);
}

/** Makes a table of them quick to look up by `columns`, and known to the planner, once it is filled. */
export async function settleStaging(tx: Tx, table: string, columns: readonly string[] = []): Promise<void> {
  await sql`select settle_staging(${table}, ${columns})`.execute(tx);
}

export const addStaged = (tx: Tx, columns: Columns, batch: ColumnBatch): Promise<void> =>
  addRows(tx, 'staged', [['row_number', 'integer'], ...columns], batch);

export const addProblems = (tx: Tx, batch: ColumnBatch): Promise<void> =>
  addRows(tx, 'found_problem', problemColumns, batch);

async function addRows(tx: Tx, table: string, columns: Columns, batch: ColumnBatch): Promise<void> {
  if (batch.length === 0) {
    return;
  }
  const arrays = columns.map(([, type], index) => sql`${batch.columns[index]}::${sql.raw(type)}[]`);
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    select * from unnest(${sql.join(arrays)})`.execute(tx);
}
