import type pg from 'pg';
import type { Db } from '../database.ts';
import type { ReleaseSlot } from './fair-queue.ts';

/** What one request may do in the database: how long, and how much at once. */
export interface Bounds {
  /** Aborted when nobody waits for an answer any more: what only reads ends. */
  readonly reading: AbortSignal;
  /** Aborted when the time is up: what writes ends, with nothing written. Somebody who saved and left has saved. */
  readonly writing: AbortSignal;
  /** Waits for a connection. */
  takeConnection(signal: AbortSignal): Promise<ReleaseSlot>;
}

/**
 * Asks something on a connection before a transaction that reads is begun on it.
 *
 * @throws where nothing may be read over it.
 */
export type Admit = (ask: (text: string) => Promise<pg.QueryResult>) => Promise<void>;

/** Where may be read what would be read at the database that is written to (`database/replica/`). */
export interface Elsewhere {
  /**
   * Reads there, where that shows everything that was committed by now; else `here`. What fails there is read here.
   *
   * @param transact - reads in a transaction of its own, perhaps twice.
   */
  read<T>(here: Bound, transact: (bound: Bound) => Promise<T>): Promise<T>;
}

/** A database, and the bounds of the request that asks it, if one does. */
export interface Bound {
  readonly pool: Db;
  readonly bounds: Bounds | undefined;
  /** Whether a connection of the pool may be read over; every one may when absent. */
  readonly admit?: Admit | undefined;
  /** Where reads may go in place of the pool. */
  readonly elsewhere?: Elsewhere | undefined;
}

const bound = new WeakMap<Db, Bound>();

/**
 * The same database, for one request: `read` and `write` keep to its bounds.
 *
 * @param elsewhere - where `read` may read in its place.
 */
export function boundDatabase(pool: Db, bounds: Bounds | undefined, elsewhere?: Elsewhere): Db {
  const db = pool.withoutPlugins();
  bound.set(db, { pool, bounds, elsewhere });
  return db;
}

/** Without bounds for what no request does: jobs, imports, files. */
export const boundOf = (db: Db): Bound => bound.get(db) ?? { pool: db, bounds: undefined };

/** The database itself, which outlives the request. */
export const poolOf = (db: Db): Db => boundOf(db).pool;
