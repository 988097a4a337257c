import pg from 'pg';
import { execute, findRows } from '../../database/statements.ts';
import type { Db, Tx } from '../../database/database.ts';
import { PerDatabase } from '../../database/per-database.ts';

const dayMs = 86_400_000;
const checkViolation = '23514';

/** What is kept by month: a partition each. */
export type MonthlyTable = 'stored_event' | 'status_update';

/** Partitions that were there for everybody when they were last asked for, by their names. */
const partitionsAtHand = new PerDatabase(() => new Set<string>());

/**
 * Those of these partitions that are not known to be there. What a transaction makes is not until it is asked for after the commit: whoever
 * took it for theirs before would find none, and none once more.
 */
async function listMissing(db: Db, tx: Tx, names: readonly string[]): Promise<readonly string[]> {
  const atHand = partitionsAtHand.of(db);
  const unknown = names.filter((name) => !atHand.has(name));
  if (unknown.length > 0) {
    const rows = await findRows<{ name: string }>(tx)`
      select name from unnest(${unknown}::text[]) name where to_regclass('public.' || name) is not null`;
    rows.forEach(({ name }) => atHand.add(name));
  }
  return unknown.filter((name) => !atHand.has(name));
}

/** Makes the partitions that rows of these times need; others go on reading and writing meanwhile. */
export async function ensureMonths(db: Db, tx: Tx, table: MonthlyTable, times: Iterable<Date>): Promise<void> {
  // By their days, of which a batch has few: the text of a moment takes a microsecond.
  const days = new Set<number>();
  for (const time of times) {
    days.add(Math.floor(time.getTime() / dayMs));
  }
  const months = new Map<string, string>();
  for (const day of days) {
    const month = new Date(day * dayMs).toISOString().slice(0, 7);
    months.set(`${table}_${month.replace('-', '_')}`, `${month}-01`);
  }
  for (const name of await listMissing(db, tx, [...months.keys()])) {
    await execute(tx)`select ensure_month(${table}, ${months.get(name)}::date)`;
  }
}

/** Makes the partitions in which it lies who it was until these days, as YYYY-MM-DD. */
export async function ensureIdentityDays(db: Db, tx: Tx, days: ReadonlySet<string>): Promise<void> {
  const byName = new Map([...days].map((day) => [`event_identity_${day.replaceAll('-', '_')}`, day]));
  const missing = (await listMissing(db, tx, [...byName.keys()])).map((name) => byName.get(name));
  if (missing.length > 0) {
    await execute(tx)`select ensure_identity_day(day) from unnest(${missing}::date[]) day order by day`;
  }
}

/** Makes the partition that rows of this moment need, whatever was thought to be there. */
export const ensureThisMonth = (tx: Tx, table: MonthlyTable): Promise<void> =>
  execute(tx)`select ensure_month(${table}, now()::date)`;

/**
 * Runs `work`, and once more if a partition has gone that was thought to be there: it was dropped before an org chose to keep its events
 * longer, or the transaction that made it asked for it twice and was rolled back.
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
