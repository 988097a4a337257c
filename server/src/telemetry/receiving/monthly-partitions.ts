import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from '../../database/database.ts';
import { PerDatabase } from '../../database/per-database.ts';

const checkViolation = '23514';

/** What is kept by month: a partition each. */
export type MonthlyTable = 'stored_event' | 'status_update';

/** Partitions that were there when they were last asked for. */
const partitionsAtHand = new PerDatabase(() => new Set<string>());

/** Makes the partitions that rows of these times need; others go on reading and writing meanwhile. */
export async function ensureMonths(db: Db, tx: Tx, table: MonthlyTable, times: Iterable<Date>): Promise<void> {
  const atHand = partitionsAtHand.of(db);
  const months = new Set<number>();
  for (const time of times) {
    months.add(time.getUTCFullYear() * 12 + time.getUTCMonth());
  }
  for (const month of months) {
    const key = `${table} ${month}`;
    if (!atHand.has(key)) {
      const firstDay = new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString();
      await sql`select ensure_month(${table}, ${firstDay}::timestamptz::date)`.execute(tx);
      atHand.add(key);
    }
  }
}

/** Makes the partitions in which it lies who it was until these days, as YYYY-MM-DD. */
export async function ensureIdentityDays(db: Db, tx: Tx, days: ReadonlySet<string>): Promise<void> {
  const atHand = partitionsAtHand.of(db);
  const missing = [...days].filter((day) => !atHand.has(day));
  if (missing.length > 0) {
    await sql`select ensure_identity_day(day) from unnest(${missing}::date[]) day order by day`.execute(tx);
    missing.forEach((day) => atHand.add(day));
  }
}

/** Makes the partition that rows of this moment need, whatever was thought to be there. */
export async function ensureThisMonth(tx: Tx, table: MonthlyTable): Promise<void> {
  await sql`select ensure_month(${table}, now()::date)`.execute(tx);
}

/**
 * Runs `work`, and once more if a partition has gone that was thought to be there: the transaction that made it was rolled back,
 * or it was dropped before an org chose to keep its events longer.
 */
export async function withMonths<T>(db: Db, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!lacksPartition(cause)) {
      throw cause;
    }
    partitionsAtHand.reset(db);
    return work();
  }
}

/** PostgreSQL calls it a violated check of the table itself, where every other check has a name. */
const lacksPartition = (cause: unknown) =>
  cause instanceof pg.DatabaseError &&
  cause.code === checkViolation &&
  cause.constraint === undefined &&
  (cause.table === 'stored_event' || cause.table === 'status_update' || cause.table === 'event_identity');
