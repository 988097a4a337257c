import { sql } from 'kysely';
import { vi } from 'vitest';
import { asSystem } from './harness.ts';

/**
 * The locks that sessions of the test's own database wait for, as a source of a query: `select from ${awaitedLocks}`. `pg_locks` tells
 * of the whole cluster, where other test files wait too; and in a copy of a database, tables have the numbers they have in all others.
 */
export const awaitedLocks = `(
  select l.* from pg_locks l
  where not l.granted and l.pid in (
    select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))
) as awaited`;

/** Resolves once at least so many sessions of the test's own database wait for a lock. */
export async function untilAwaited(sessions: number): Promise<void> {
  const waiting = () =>
    asSystem((tx) => sql<{ pid: number }>`select distinct pid from ${sql.raw(awaitedLocks)}`.execute(tx));
  await vi.waitUntil(async () => (await waiting()).rows.length >= sessions, { timeout: 20_000, interval: 20 });
}
