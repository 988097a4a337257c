import { sql } from 'kysely';
import pg from 'pg';
import { boundsOf, poolOf } from './bounds.ts';
import { cancellable } from './cancel.ts';
import type { Db, Tx } from './database.ts';
import { opening, type Opening } from './pipelined.ts';
import { prepared } from './prepared.ts';
import type { Scope } from './scope.ts';

/** Milliseconds that PostgreSQL gives what a request does, should nobody come to cancel it. */
const patience = { statement: 30_000, lock: 10_000, idle: 15_000 } as const;
type Patience = typeof patience;

/**
 * Runs `work` in a read-only transaction that sees the rows of `scope` only, all of one moment.
 *
 * @param asOf - the moment whose registry is read; null for the present. Rows that are in scope today are seen.
 * @throws whatever `work` throws; the reason for which the bounds of a request end it.
 */
export function read<T>(db: Db, scope: Scope, work: (db: Tx) => Promise<T>, asOf: Date | null = null): Promise<T> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const readAll = async (tx: Tx) => {
    if (asOf) {
      await readAsOf(tx, asOf);
    }
    return work(tx);
  };
  return within(db, 'reading', (run) =>
    transaction.execute((tx) => run(tx, { scope, actor: null, start: opening }, readAll)),
  );
}

/**
 * Runs `work` in a transaction that sees and writes the rows of `scope` only; what it writes carries `actor` into history.
 * All or nothing: if `work` throws, nothing it did remains.
 *
 * @param actor - who acts, as shown in history: an e-mail address, a client id, or `system`.
 * @throws whatever `work` throws; the reason for which the bounds of a request end it.
 */
export function write<T>(db: Db, scope: Scope, actor: string, work: (db: Tx) => Promise<T>): Promise<T> {
  return within(db, 'writing', (run) =>
    db.transaction().execute((tx) => run(tx, { scope, actor, start: prepared }, work)),
  );
}

interface Caller {
  readonly scope: Scope;
  readonly actor: string | null;
  /** How the statement begins that says so: what only reads does not wait for it. */
  readonly start: typeof opening;
}

/** Does what a transaction is for. */
type Run = <T>(tx: Tx, caller: Caller, work: (tx: Tx) => Promise<T>) => Promise<T>;

const runFreely: Run = async (tx, caller, work) => {
  await setScope(tx, caller);
  return work(tx);
};

/** Within the bounds of the request that `db` belongs to, if it does: in turn, and no longer than somebody waits. */
async function within<T>(db: Db, kind: 'reading' | 'writing', transact: (run: Run) => Promise<T>): Promise<T> {
  const bounds = boundsOf(db);
  if (!bounds) {
    return transact(runFreely);
  }
  const signal = bounds[kind];
  const endTurn = await bounds.takeConnection(signal);
  try {
    return await transact(async (tx, caller, work) => {
      const processId = await setScope(tx, caller, patience);
      return cancellable(poolOf(db), processId, signal, () => work(tx));
    });
  } finally {
    endTurn();
  }
}

/** @returns the number of the process that serves the connection. */
async function setScope(tx: Tx, { scope, actor, start }: Caller, patient?: Patience): Promise<number> {
  const timeouts = patient
    ? sql`, set_config('statement_timeout', ${String(patient.statement)}, true),
      set_config('lock_timeout', ${String(patient.lock)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(patient.idle)}, true)`
    : sql``;
  const { rows } = await sql<Opening>`${start}
    select pg_backend_pid() as process_id, set_config('noa.scope_all', ${scope.all ? 'on' : 'off'}, true),
    set_config('noa.scope_orgs', ${uuidArray(scope.orgIds)}, true),
    set_config('noa.scope_managers', ${uuidArray(scope.managerIds)}, true),
    set_config('noa.scope_apartments', ${uuidArray(scope.apartmentIds)}, true),
    set_config('noa.actor', ${actor ?? ''}, true)${timeouts}`.execute(tx);
  return rows[0]?.process_id ?? 0;
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
