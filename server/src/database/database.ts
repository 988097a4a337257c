import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './prepared.ts';
import type { Database } from './tables.ts';

/** The pool. Query functions do not take it: they take the transaction that `read` or `write` opened with a scope. */
export type Db = Kysely<Database>;

/** Where each connection looks for names; the past is looked at before `public` (as-of.sql). */
export const pinnedPath = '-c search_path=pg_catalog,public,pg_temp';

/** A transaction with its scope set. */
export type Tx = Transaction<Database>;

export interface OpenOptions {
  /** Connections at most. */
  max?: number;
  /** Told of a connection that broke while idle; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
}

/**
 * Opens the application's pool.
 *
 * @param url - postgresql://… of a database already migrated, for the application's own login (`logins.ts`): it owns no table, so
 *   that row-level security holds for it.
 */
export function openDatabase(url: string, { max = 10, onIdleError }: OpenOptions = {}): Db {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max,
    options: `${pinnedPath} -c timezone=UTC`,
    application_name: 'noa',
  });
  // Without a listener an error on an idle connection ends the process (node-postgres issue 2762).
  pool.on('error', (error) => onIdleError?.(error));
  // The pool does not listen to a connection that is in use; its query fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
