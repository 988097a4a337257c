import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from './database.ts';
import { prepared } from './prepared.ts';
import type { Scope } from './scope.ts';

/**
 * Runs `work` in a read-only transaction that sees the rows of `scope` only, all of one moment.
 *
 * @param asOf - the moment whose registry is read; null for the present. Rows that are in scope today are seen.
 * @throws whatever `work` throws.
 */
export function read<T>(db: Db, scope: Scope, work: (db: Tx) => Promise<T>, asOf: Date | null = null): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await setScope(tx, scope, null);
      if (asOf) {
        await readAsOf(tx, asOf);
      }
      return work(tx);
    });
}

/**
 * Runs `work` in a transaction that sees and writes the rows of `scope` only; what it writes carries `actor` into history.
 * All or nothing: if `work` throws, nothing it did remains.
 *
 * @param actor - who acts, as shown in history: an e-mail address, a client id, or `system`.
 */
export function write<T>(db: Db, scope: Scope, actor: string, work: (db: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await setScope(tx, scope, actor);
    return work(tx);
  });
}

async function setScope(tx: Tx, scope: Scope, actor: string | null): Promise<void> {
  await sql`${prepared}
    select set_config('noa.scope_all', ${scope.all ? 'on' : 'off'}, true),
    set_config('noa.scope_orgs', ${uuidArray(scope.orgIds)}, true),
    set_config('noa.scope_managers', ${uuidArray(scope.managerIds)}, true),
    set_config('noa.scope_apartments', ${uuidArray(scope.apartmentIds)}, true),
    set_config('noa.actor', ${actor ?? ''}, true)`.execute(tx);
}

/**
 * Says in a transaction who asks: rows that belong to a person are seen by that person, whatever the scope.
 *
 * @param accountId - null sees no such row.
 */
export async function setAccount(tx: Tx, accountId: string | null): Promise<void> {
  await sql`select set_config('noa.account', ${accountId ?? ''}, true)`.execute(tx);
}

/**
 * From here on, a table's name means the table as it was (as-of.sql).
 *
 * @throws PostgreSQL's error if that schema is missing or lacks a table: the present must not answer for the past.
 */
async function readAsOf(tx: Tx, moment: Date): Promise<void> {
  await sql`select as_of.begin_reading(${moment.toISOString()}::timestamptz)`.execute(tx);
}

const uuidArray = (ids: readonly string[]) => `{${ids.join(',')}}`;

/** Whether PostgreSQL refused a statement, perhaps told as something else since: the transaction it was part of has ended. */
export const isDatabaseError = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError ||
  (cause instanceof Error && cause.cause !== undefined && isDatabaseError(cause.cause));
