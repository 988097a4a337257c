import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { knowBackends } from './connection/cancel.ts';
import { connectFailure } from './connection/unavailable.ts';
import { PipelinedDialect } from './connection/pipelined.ts';
import { PreparingClient } from './connection/prepared.ts';
import { keptAlive, sessionOf } from './connection/session.ts';
import type { Admit } from './connection/statement-bounds.ts';
import type { SentStatement } from './connection/statements-together.ts';
import { interruption } from '../process/interruption.ts';
import type { Database } from './tables.ts';

/** The pool. Query functions do not take it: they take the transaction that `read` or `write` opened with a scope. */
export type Db = Kysely<Database>;

/** A transaction with its scope set. */
export type Tx = Transaction<Database>;

/** What PostgreSQL remarks beside its answers. */
export interface Notice {
  readonly message?: string | undefined;
}

export interface OpenOptions {
  /** Connections at most. */
  max?: number;
  /** How long one may be waited for; {@link connecting} when absent. */
  connectMs?: number;
  /** Told of a connection that broke while idle; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
  /** Told what PostgreSQL remarks on any connection; nobody is told when absent. */
  onNotice?: (notice: Notice) => void;
}

/**
 * Milliseconds, for whatever sets itself no others: work that no request waits for. A statement of an import or of a bulk change takes
 * seconds; what takes minutes will not end.
 */
const timeLimits = {
  statement_timeout: 5 * 60_000,
  idle_in_transaction_session_timeout: 60_000,
  lock_timeout: 60_000,
} as const;

/**
 * Of every pool: how long a connection may be waited for, in milliseconds, and that one which is not used is kept alive on the way, and
 * does not hold a process that ends.
 */
export const connecting = {
  connectionTimeoutMillis: 4_000,
  ...keptAlive,
  allowExitOnIdle: true,
} as const;

/**
 * Opens the application's pool.
 *
 * @param url - postgresql://… of a database already migrated, for the application's own login (`logins.ts`): it owns no table, so
 *   that row-level security holds for it.
 */
export function openDatabase(
  url: string,
  { max = 16, connectMs = connecting.connectionTimeoutMillis, onIdleError, onNotice }: OpenOptions = {},
): Db {
  const pool = new pg.Pool({
    Client: PreparingClient,
    ...sessionOf(url, 'application', timeLimits),
    max,
    application_name: 'noa',
    pipeline: true,
    ...connecting,
    connectionTimeoutMillis: connectMs,
  });
  // Without a listener an error on an idle connection ends the process (node-postgres issue 2762).
  pool.on('error', (error) => onIdleError?.(error));
  // The pool does not listen to a connection that is in use; its query fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (onNotice) {
    pool.on('connect', (client) => client.on('notice', onNotice));
  }
  const letGo = breakOffWhenInterrupted(pool);
  const dialect = new PipelinedDialect({ connect: () => takeConnection(pool), end: () => pool.end().finally(letGo) });
  const db = new Kysely<Database>({ dialect });
  knowBackends(db, pool);
  opened.set(db, { pool, dialect });
  return db;
}

/** Ends the connections of a pool, and what runs over them, with the command whose they are. @returns lets the pool go on. */
function breakOffWhenInterrupted(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>();
  // Not `end`, which waits for statements that were sent.
  const breakOff = () => clients.forEach((client) => (client as unknown as PreparingClient).breakOff());
  pool.on('connect', (client) => {
    clients.add(client);
    if (interruption.aborted) {
      breakOff(); // it was being connected
    }
  });
  pool.on('remove', (client) => clients.delete(client));
  interruption.addEventListener('abort', breakOff);
  return () => interruption.removeEventListener('abort', breakOff);
}

const opened = new WeakMap<Db, { readonly pool: pg.Pool; readonly dialect: PipelinedDialect }>();

function openedOf(db: Db) {
  const found = opened.get(db);
  if (!found) {
    throw new Error('That is no pool of ours');
  }
  return found;
}

/** Reads in a transaction of its own; see `PipelinedDialect.read`. @throws {Error} for what `openDatabase` has not given. */
export const readOver = <T>(
  db: Db,
  work: (tx: Tx, processId: number) => Promise<T>,
  first: readonly SentStatement[],
  admit?: Admit,
): Promise<T> => openedOf(db).dialect.read((tx, processId) => work(tx as unknown as Tx, processId), first, admit);

/** Asks one statement in a transaction of its own; see `PipelinedDialect.askOne`. @throws {Error} for what `openDatabase` has not given. */
export const askOver = <Row>(db: Db, ...given: Parameters<PipelinedDialect['askOne']>): Promise<readonly Row[]> =>
  openedOf(db).dialect.askOne<Row>(...given);

/** Connections of a pool. */
export interface PoolUse {
  /** Most that it may have. */
  readonly max: number;
  readonly inUse: number;
  readonly idle: number;
  /** Of those who wait for one. */
  readonly waiting: number;
}

/** How a pool is used at the moment. @throws {Error} for what `openDatabase` has not given. */
export function poolUse(db: Db): PoolUse {
  const { totalCount, idleCount, waitingCount, options } = openedOf(db).pool;
  return { max: options.max, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** @throws {DatabaseAway} when there is no connection to be had. */
export async function takeConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  interruption.throwIfAborted();
  try {
    return await pool.connect();
  } catch (cause) {
    throw connectFailure(cause);
  }
}
