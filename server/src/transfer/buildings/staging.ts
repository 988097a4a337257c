import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { problemColumns, stagedColumns, type ColumnBatch } from './columns.ts';

/** Temporary tables go with the transaction, and nobody else sees them: a file's personal data leaves no trace. */
export async function createStaging(tx: Tx): Promise<void> {
  await sql`
    create temp table staged (
      ${columnList(stagedColumns)},
      block_key text collate "C" not null generated always as (coalesce(source_ref, fold(
        coalesce(county, '') || chr(31) || coalesce(locality, '') || chr(31) || coalesce(addr_street, '') || chr(31)
        || coalesce(addr_nr, '') || chr(31) || coalesce(addr_bl, '')))) stored,
      addr_sc_key text collate "C" not null generated always as (sort_key(addr_sc)) stored
    ) on commit drop`.execute(tx);
  await sql`create temp table found_problem (${columnList(problemColumns)}, other_row integer) on commit drop`.execute(
    tx,
  );
}

export const addStaged = (tx: Tx, batch: ColumnBatch): Promise<void> => addRows(tx, 'staged', stagedColumns, batch);

export const addProblems = (tx: Tx, batch: ColumnBatch): Promise<void> =>
  addRows(tx, 'found_problem', problemColumns, batch);

type Columns = readonly (readonly [string, string])[];

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
