import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { asOwner, asSystem, appUrl, databaseUrl } from '../../testing/harness.ts';
import { byIds } from '../projection/held-events.fixture.ts';
import { Projection } from '../projection/projection.ts';
import { coldStore, dataDir } from '../testing/events.ts';
import { moveMonths } from './move-months.ts';

/** Moves what ended four months ago. */
export const move = (given: Partial<Parameters<typeof moveMonths>[0]> = {}): Promise<number> =>
  moveMonths({ store: coldStore, afterMonths: 4, databaseUrl, dataDir, log: { info: () => undefined }, ...given });

/** All events there are came when they happened, and of nobody it is known any more who it was. */
export const grownOld = (): Promise<void> =>
  asOwner(
    'delete from event_identity',
    'update stored_event set received_at = occurred_at, forget_on = least(forget_on, current_date)',
  );

/** What a projection that is built anew holds. */
export async function builtAnew(): Promise<string[]> {
  const folder = await mkdtemp(join(dataDir, 'anew-'));
  const projection = new Projection({
    databaseUrl: appUrl,
    dataDir: folder,
    coldStore,
    log: { info: () => undefined, warn: () => undefined },
  });
  try {
    return await heldBy(projection);
  } finally {
    await projection.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each event of a projection, in words, in their order. */
export async function heldBy(projection: Projection): Promise<string[]> {
  await projection.refresh();
  const found = await projection.query(`select e::varchar from ${await byIds(projection, 'card_event')} e`, []);
  return found.map(([row]) => String(row)).toSorted();
}

/** The months of events in PostgreSQL, as YYYY-MM-DD, and the files that lie outside, with how many events each has. */
export const whereMonthsLie = (): Promise<{ inside: string[]; outside: { name: string; events: number }[] }> =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ month: string }>`
      select replace(right(inhrelid::regclass::text, 7), '_', '-') || '-01' as month from pg_inherits
      where inhparent = 'stored_event'::regclass order by 1`.execute(tx);
    const outside = await tx.selectFrom('cold_file').select(['name', 'events']).orderBy('name').execute();
    return { inside: rows.map(({ month }) => month), outside };
  });
