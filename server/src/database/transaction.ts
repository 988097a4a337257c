import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { boundsOf, poolOf } from './connection/statement-bounds.ts';
import { cancellable } from './connection/cancel.ts';
import { readOver, type Db, type Tx } from './database.ts';
import { openingMark, type FirstStatement, type Opening } from './connection/pipelined.ts';
import { preparedMark } from './connection/prepared.ts';
import { named } from './connection/statement-names.ts';
import type { Scope } from './scope.ts';

/** Milliseconds that PostgreSQL gives what a request does, should nobody come to cancel it. */
const timeLimits = { statement: 30_000, lock: 10_000, idle: 15_000 } as const;
type TimeLimits = typeof timeLimits;

/**
 * Runs `work` in a read-only transaction that sees the rows of `scope` only, all of one moment.
 *
 * @param asOf - the moment whose registry is read; null for the present. Rows that are in scope today are seen.
 * @param first - is asked before, in the same write.
 * @throws whatever `work` throws; the reason for which the bounds of a request end it.
 */
export function read<T>(
  db: Db,
  scope: Scope,
  work: (db: Tx) => Promise<T>,
  asOf: Date | null = null,
  first?: FirstStatement,
): Promise<T> {
  const readAll = async (tx: Tx) => {
    if (asOf) {
      await readAsOf(tx, asOf);
    }
    return work(tx);
  };
  return within(db, 'reading', (run) =>
    readOver(poolOf(db), (tx) => run(tx, { scope, actor: null, start: openingMark }, readAll), first),
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
    db.transaction().execute((tx) => run(tx, { scope, actor, start: preparedMark }, work)),
  );
}

interface Caller {
  readonly scope: Scope;
  readonly actor: string | null;
  /** How the statement begins that says so: what only reads does not wait for it. */
  readonly start: string;
}

/** Does what a transaction is for. */
type Run = <T>(tx: Tx, caller: Caller, work: (tx: Tx) => Promise<T>) => Promise<T>;

const runUnlimited: Run = async (tx, caller, work) => {
  await setScope(tx, caller);
  return work(tx);
};

/** Within the bounds of the request that `db` belongs to, if it does: in turn, and no longer than somebody waits. */
async function within<T>(db: Db, kind: 'reading' | 'writing', transact: (run: Run) => Promise<T>): Promise<T> {
  const bounds = boundsOf(db);
  if (!bounds) {
    return transact(runUnlimited);
  }
  const signal = bounds[kind];
  const releaseSlot = await bounds.takeConnection(signal);
  try {
    return await transact(async (tx, caller, work) => {
      const processId = await setScope(tx, caller, timeLimits);
      return cancellable(poolOf(db), processId, signal, () => work(tx));
    });
  } finally {
    releaseSlot();
  }
}

const settings = `set_config('noa.scope_all', $1, true), set_config('noa.scope_orgs', $2, true),
  set_config('noa.scope_managers', $3, true), set_config('noa.scope_apartments', $4, true), set_config('noa.actor', $5, true)`;

const limitSettings = `${settings}, set_config('statement_timeout', $6, true), set_config('lock_timeout', $7, true),
  set_config('idle_in_transaction_session_timeout', $8, true)`;

/** In one value: each is described, sent and read with every transaction. */
const setting = (all: string) => `select pg_backend_pid() as process_id, num_nonnulls(${all}) as set`;
const [setWithoutLimits, setWithLimits] = [setting(settings), setting(limitSettings)];

/** @returns the number of the process that serves the connection. */
async function setScope(tx: Tx, { scope, actor, start }: Caller, limits?: TimeLimits): Promise<number> {
  const values = [
    scope.all ? 'on' : 'off',
    uuidArray(scope.orgIds),
    uuidArray(scope.managerIds),
    uuidArray(scope.apartmentIds),
    actor ?? '',
    ...(limits ? [limits.statement, limits.lock, limits.idle].map(String) : []),
  ];
  const text = `${start} ${limits ? setWithLimits : setWithoutLimits}`;
  const { rows } = await tx.executeQuery<Opening>(CompiledQuery.raw(named(text), values));
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
