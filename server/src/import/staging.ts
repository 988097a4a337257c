import { sql } from 'kysely';
import { findRow } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { ImportWork } from './import-work.ts';
import { problemColumns, type ColumnBatch, type Columns } from './reading/column-batch.ts';

/**
 * Makes the tables that a run reads its file into, `staged` and `found_problem`, and those that its plan is written to.
 * Temporary tables go with the transaction, and nobody else sees them: a file's personal data leaves no trace. PostgreSQL makes
 * them by a function, as the application may make none.
 */
export async function createStaging(
  tx: Tx,
  { staging, further = [], added = [], tables = {} }: ImportWork,
): Promise<void> {
  await sql`select create_staging(${staging}, ${further})`.execute(tx);
  await sql`select add_found_proposals()`.execute(tx);
  if (added.length > 0) {
    const [names, types] = [added.map(([name]) => name), added.map(([, type]) => type)];
    await sql`select add_staged_columns(${names}, ${types})`.execute(tx);
  }
  for (const [table, columns] of Object.entries(tables)) {
    const [names, types] = [columns.map(([name]) => name), columns.map(([, type]) => type)];
    await sql`select create_staged_table(${table}, ${names}, ${types})`.execute(tx);
  }
}

/**
 * Takes the rows out that have a problem, and what was planned of them all with them: what is left is planned anew.
 *
 * @returns whether there were any.
 */
export async function dropBadRows(tx: Tx, { planned }: ImportWork): Promise<boolean> {
  const row = await findRow<{ dropped: number }>(tx)`
    with dropped as (
      delete from staged s using (select distinct row_number from found_problem where not is_warning) f
      where f.row_number = s.row_number returning 1)
    select count(*)::int as dropped from dropped`;
  if (!row?.dropped) {
    return false;
  }
  for (const { table } of Object.values(planned)) {
    await sql`delete from ${sql.table(table)}`.execute(tx);
  }
  return true;
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
  const said = columns.flatMap(([name, type], index) => {
    const array = batch.columns[index];
    return typeof array === 'string' ? [{ name, array: sql`${array}::${sql.raw(type)}[]` }] : [];
  });
  await sql`
    insert into ${sql.table(table)} (${sql.join(said.map(({ name }) => sql.ref(name)))})
    select * from unnest(${sql.join(said.map(({ array }) => array))})`.execute(tx);
}
