import { sql } from 'kysely';
import { execute, getValue } from '../database/statements.ts';
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
  await execute(tx)`select create_staging(${staging}, ${further})`;
  await execute(tx)`select add_found_proposals()`;
  if (added.length > 0) {
    const [names, types] = [added.map(([name]) => name), added.map(([, type]) => type)];
    await execute(tx)`select add_staged_columns(${names}, ${types})`;
  }
  for (const [table, columns] of Object.entries(tables)) {
    const [names, types] = [columns.map(([name]) => name), columns.map(([, type]) => type)];
    await execute(tx)`select create_staged_table(${table}, ${names}, ${types})`;
  }
}

/**
 * Takes the rows out that have a problem, and what was planned of them all with them: what is left is planned anew.
 *
 * @returns whether there were any.
 */
export async function dropBadRows(tx: Tx, { planned }: ImportWork): Promise<boolean> {
  const dropped = await getValue<number>(tx)`
    with dropped as (
      delete from staged s using (select distinct row_number from found_problem where not is_warning) f
      where f.row_number = s.row_number returning 1)
    select count(*)::int as dropped from dropped`;
  if (dropped === 0) {
    return false;
  }
  for (const { table } of Object.values(planned)) {
    await execute(tx)`delete from ${sql.table(table)}`;
  }
  return true;
}

/** Makes a table of them quick to look up by `columns`, and known to the planner, once it is filled. */
export const settleStaging = (tx: Tx, table: string, columns: readonly string[] = []): Promise<void> =>
  execute(tx)`select settle_staging(${table}, ${columns})`;

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
  await execute(tx)`
    insert into ${sql.table(table)} (${sql.join(said.map(({ name }) => sql.ref(name)))})
    select * from unnest(${sql.join(said.map(({ array }) => array))})`;
}
