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

/** A database, and the bounds of the request that asks it, if one does. */
export interface Bound {
  readonly pool: Db;
  readonly bounds: Bounds | undefined;
}

const bound = new WeakMap<Db, Bound>();

/** The same database, for one request: `read` and `write` keep to its bounds. */
export function boundDatabase(pool: Db, bounds: Bounds): Db {
  const db = pool.withoutPlugins();
  bound.set(db, { pool, bounds });
  return db;
}

/** Without bounds for what no request does: jobs, imports, files. */
export const boundOf = (db: Db): Bound => bound.get(db) ?? { pool: db, bounds: undefined };

/** Does not begin what nobody waits for. @throws the reason for which the request of `db` has ended. */
export const refuseEnded = (db: Db): void => boundOf(db).bounds?.reading.throwIfAborted();

/** The database itself, which outlives the request. */
export const poolOf = (db: Db): Db => boundOf(db).pool;
