import { sql, type RawBuilder } from 'kysely';
import { execute } from '../statements.ts';
import type { Tx } from '../database.ts';

/**
 * The id of an org for a statement that reads many of its rows. Of an id that it knows PostgreSQL believes that the org has the rows it had when
 * statistics were taken: of one that is younger, none, and any index that begins with the org, or comparing each with each, would do. Behind a query it
 * takes it for as large as orgs are on average (decision 46).
 */
export const asAverageOrg = (id: string | null): RawBuilder<string | null> => sql<string | null>`(select ${id}::uuid)`;

/**
 * Does `work`, whose statements join by hashing or sorting only, and not row by row. What PostgreSQL knows of a table's contents is
 * older than an org that was made today: it expects one row of it, and would compare each of thousands with each of thousands.
 * Plans that this connection has kept for its triggers and foreign keys, when there was less, are made anew, before and after.
 */
export async function joiningMany<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await execute(tx)`discard plans`;
  await setNestedLoops(tx, 'off');
  const done = await work();
  await setNestedLoops(tx, 'on');
  await execute(tx)`discard plans`;
  return done;
}

/** Within `joiningMany`: does `work`, whose statements look up a few rows at a time in tables that PostgreSQL knows well. */
export async function joiningFew<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await setNestedLoops(tx, 'on');
  const done = await work();
  await setNestedLoops(tx, 'off');
  return done;
}

/**
 * Has what is asked from here to the end of the transaction joined by hashing or sorting, for the reason that `joiningMany` tells of. For
 * statements of their own that plan nothing for triggers: no plan is made anew.
 */
export async function joinMany(tx: Tx): Promise<void> {
  await setNestedLoops(tx, 'off');
}

const setNestedLoops = (tx: Tx, value: 'on' | 'off') =>
  sql`select set_config('enable_nestloop', ${value}, true)`.execute(tx);
