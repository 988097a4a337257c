import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { boundOf, type Bound } from './connection/statement-bounds.ts';
import { cancellable } from './connection/cancel.ts';
import { execute } from './statements.ts';
import { askOver, readOver, type Db, type Tx } from './database.ts';
import { preparedMark } from './connection/prepared.ts';
import { named } from './connection/statement-names.ts';
import type { SentStatement } from './connection/statements-together.ts';
import { DatabaseUnavailable } from './connection/unavailable.ts';
import type { Scope } from './scope.ts';

/** Milliseconds that PostgreSQL gives what a request does, should nobody come to cancel it. */
const timeLimits = { statement: 30_000, lock: 10_000, idle: 15_000 } as const;
type TimeLimits = typeof timeLimits;

/**
 * Runs `work` in a read-only transaction that sees the rows of `scope` only, all of one moment; perhaps twice, where `db` may be read
 * elsewhere: what fails there is read here.
 *
 * @param asOf - the moment whose registry is read; null for the present. Rows that are in scope today are seen.
 * @param first - is asked before, in the same piece.
 * @throws whatever `work` throws; the reason for which the bounds of a request end it.
 */
export function read<T>(
  db: Db,
  scope: Scope,
  work: (db: Tx) => Promise<T>,
  asOf: Date | null = null,
  first?: SentStatement,
): Promise<T> {
  const readAll = async (tx: Tx) => {
    if (asOf) {
      await readAsOf(tx, asOf);
    }
    return work(tx);
  };
  return somewhere(boundOf(db), first, (bound) =>
    within(bound, 'reading', (limits, cancelled) =>
      readOver(
        bound.pool,
        (tx, processId) => cancelled(processId, () => readAll(tx)),
        [...(first ? [first] : []), scopeSetting({ scope, actor: null }, limits)],
        bound.admit,
      ),
    ),
  );
}

/** What is to be asked `first` decides whether anything may be told, and is asked of the database that is written to. */
const somewhere = <T>(bound: Bound, first: SentStatement | undefined, transact: (bound: Bound) => Promise<T>) =>
  bound.elsewhere && !first ? bound.elsewhere.read(bound, transact) : transact(bound);

/** A statement that is asked by itself. */
export interface OneStatement<Row> {
  readonly query: CompiledQuery<Row>;
  /** Whether it is planned once on a connection, and never for certain parameters. */
  readonly isPlannedOnce: boolean;
}

/**
 * Asks one statement that sees the rows of `scope` only, and changes nothing.
 *
 * @param first - is asked before, in the same piece.
 * @throws the error of PostgreSQL; the reason for which the bounds of a request end it.
 */
export function readOne<Row>(
  db: Db,
  scope: Scope,
  { query, isPlannedOnce }: OneStatement<Row>,
  first?: SentStatement,
): Promise<readonly Row[]> {
  return somewhere(boundOf(db), first, (bound) =>
    within(bound, 'reading', (limits, cancelled) => {
      const { parameters } = scopeSetting({ scope, actor: null }, limits ?? timeLimits);
      const planning = isPlannedOnce ? 'force_generic_plan' : 'auto';
      const reading = { text: named(setForOne), parameters: [...parameters, planning] };
      return askOver<Row>(bound.pool, query, first ? [first, reading] : [reading], cancelled, bound.admit);
    }),
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
  return within(boundOf(db), 'writing', (limits, cancelled) =>
    db.transaction().execute(async (tx) => {
      const { text, parameters } = scopeSetting({ scope, actor }, limits);
      const { rows } = await tx.executeQuery<{ process_id: number }>(CompiledQuery.raw(text, [...parameters]));
      return cancelled(rows[0]?.process_id ?? 0, () => work(tx));
    }),
  );
}

interface Caller {
  readonly scope: Scope;
  readonly actor: string | null;
}

/** Does what a transaction is for, over the connection that this process of PostgreSQL serves, until nobody waits for it any more. */
type Cancelled = <T>(processId: number, work: () => Promise<T>) => Promise<T>;

const neverCancelled: Cancelled = (_processId, work) => work();

/** Within the bounds of a request, if there are any: in turn, and no longer than somebody waits. */
async function within<T>(
  { pool, bounds }: Bound,
  kind: 'reading' | 'writing',
  transact: (limits: TimeLimits | undefined, cancelled: Cancelled) => Promise<T>,
): Promise<T> {
  if (!bounds) {
    return transact(undefined, neverCancelled);
  }
  const signal = bounds[kind];
  const releaseSlot = await bounds.takeConnection(signal);
  try {
    return await transact(timeLimits, (processId, work) => cancellable(pool, processId, signal, work));
  } finally {
    releaseSlot();
  }
}

const settings = `set_config('noa.scope_all', $1, true), set_config('noa.scope_orgs', $2, true),
  set_config('noa.scope_managers', $3, true), set_config('noa.scope_apartments', $4, true), set_config('noa.actor', $5, true)`;

const limitSettings = `${settings}, set_config('statement_timeout', $6, true), set_config('lock_timeout', $7, true),
  set_config('idle_in_transaction_session_timeout', $8, true)`;

/** In one value: each is described, sent and read with every transaction. */
const setting = (all: string) => `${preparedMark} select pg_backend_pid() as process_id, num_nonnulls(${all}) as set`;
const [setWithoutLimits, setWithLimits] = [setting(settings), setting(limitSettings)];

/** The same for one statement that only reads. */
const setForOne = setting(
  `${limitSettings}, set_config('transaction_read_only', 'on', true), set_config('plan_cache_mode', $9, true)`,
);

/** Says how far a transaction reaches, and how long its statements may take. It gives the number of the process that serves the connection. */
const scopeSetting = ({ scope, actor }: Caller, limits: TimeLimits | undefined): SentStatement => ({
  text: named(limits ? setWithLimits : setWithoutLimits),
  parameters: [
    scope.all ? 'on' : 'off',
    uuidArray(scope.orgIds),
    uuidArray(scope.managerIds),
    uuidArray(scope.apartmentIds),
    actor ?? '',
    ...(limits ? [limits.statement, limits.lock, limits.idle].map(String) : []),
  ],
});

/**
 * Says in a transaction who asks: rows that belong to a person are seen by that person, whatever the scope.
 *
 * @param accountId - null sees no such row.
 */
export const setAccount = (tx: Tx, accountId: string | null): Promise<void> =>
  execute(tx)`select set_config('noa.account', ${accountId ?? ''}, true)`;

/**
 * Makes what the transaction writes from here on later than the version that it has locked, which may have been written after the
 * transaction began. For writes that name no version: others are refused then.
 */
export const writeAfter = (tx: Tx, { valid_from }: { readonly valid_from: Date }): Promise<void> => execute(tx)`
  select set_config('noa.moment', greatest(
    date_trunc('milliseconds', clock_timestamp()), ${valid_from}::timestamptz + interval '1 millisecond')::text, true)`;

/**
 * From here on, a table's name means the table as it was (as-of.sql).
 *
 * @throws PostgreSQL's error if that schema is missing or lacks a table: the present must not answer for the past.
 */
const readAsOf = (tx: Tx, moment: Date): Promise<void> =>
  execute(tx)`select as_of.begin_reading(${moment.toISOString()}::timestamptz)`;

const uuidArray = (ids: readonly string[]) => `{${ids.join(',')}}`;

/** Whether PostgreSQL refused a statement, perhaps told as something else since: the transaction it was part of has ended. */
export const isDatabaseError = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError ||
  (cause instanceof Error && cause.cause !== undefined && isDatabaseError(cause.cause));

/** Whether it is the database that failed, or the way to it, and not what was asked of it. */
export const isFailureOfDatabase = (cause: unknown): boolean =>
  cause instanceof DatabaseUnavailable ||
  isDatabaseError(cause) ||
  (cause instanceof Error && cause.cause !== undefined && isFailureOfDatabase(cause.cause));
