import { sql } from 'kysely';
import pg from 'pg';
import { sessionOf } from '../../database/connection/session.ts';
import { asOwner, asSystem, databaseUrl } from '../../testing/harness.ts';
import { moveMonths } from '../cold/move-months.ts';
import { coldStore, dataDir } from './events.ts';

/** Moves what ended four months ago. */
export const move = (given: Partial<Parameters<typeof moveMonths>[0]> = {}, leaving?: AbortSignal): Promise<number> =>
  moveMonths(
    { store: coldStore, afterMonths: 4, databaseUrl, dataDir, log: { info: () => undefined }, ...given },
    leaving,
  );

/** All events there are came when they happened, and of nobody it is known any more who it was. */
export const grownOld = (): Promise<void> =>
  asOwner(
    'delete from event_identity',
    'update stored_event set received_at = occurred_at, forget_on = least(forget_on, current_date)',
  );

/** The months of events in PostgreSQL, as YYYY-MM-DD, and the files that lie outside, with how many events each has. */
export const whereMonthsLie = (): Promise<{ inside: string[]; outside: { name: string; events: number }[] }> =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ month: string }>`
      select replace(right(inhrelid::regclass::text, 7), '_', '-') || '-01' as month from pg_inherits
      where inhparent = 'stored_event'::regclass order by 1`.execute(tx);
    const outside = await tx.selectFrom('cold_file').select(['name', 'events']).orderBy('name').execute();
    return { inside: rows.map(({ month }) => month), outside };
  });

/** Somebody else in the middle of a transaction in which they have done something. @returns their connection, and what ends both. */
export async function somebodyWhoDid(done: string, values: readonly unknown[] = []) {
  const other = new pg.Client(sessionOf(databaseUrl, 'owner'));
  await other.connect();
  await other.query('begin');
  await other.query(done, [...values]);
  const end = async (how: 'commit' | 'rollback') => {
    await other.query(how);
    await other.end();
  };
  return { other, end };
}
