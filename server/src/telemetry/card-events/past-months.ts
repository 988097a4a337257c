import type pg from 'pg';
import type { Logger } from 'pino';
import { sessionOf } from '../../database/connection/session.ts';
import { withClient } from '../../database/connection/with-client.ts';
import { startWork, type Work } from '../../database/work-loop.ts';

/** Of all servers that share a database, one works on the months of events as their owner: indexes them anew, or moves them out of it. In SQL. */
export const eventMonthsLock = `hashtext('noa.event_months')`;

/** A month is past so many days after its end: until then locks that were out of reach send what they held back. */
const usualQuietDays = 7;

const pauses = { firstMs: 180_000, idleMs: 3_600_000, failedMs: 3_600_000 } as const;

export interface IndexingMonths {
  /** For the owner of the tables, who alone may index them. */
  readonly databaseUrl: string;
  /** A month is past so many days after its end, {@link usualQuietDays} unless given. */
  readonly quietDays?: number;
  /** After how many milliseconds it looks for the first time: others need the database more when a server starts. */
  readonly firstMs?: number;
  readonly log: Pick<Logger, 'info'>;
}

/** Indexes months anew as they become past, for as long as the process lives. @param reportFailure - told why one could not be; it is tried again. */
export function startIndexingPastMonths(options: IndexingMonths, reportFailure: (cause: unknown) => void): Work {
  return startWork(
    (leaving) => indexPastMonths(options, leaving),
    { ...pauses, ...(options.firstMs !== undefined && { firstMs: options.firstMs }) },
    reportFailure,
  );
}

/**
 * Gives the months of events in which hardly anything comes any more smaller indexes (decision 98), while others read and write them. A month that was
 * left half-way is gone on with.
 *
 * @param leaving - aborted when the server ends: the index that is being made is left, which may take minutes.
 * @returns how many there were; 0 where another server is at it, or moves months out of the database.
 */
export const indexPastMonths = (
  { databaseUrl, quietDays = usualQuietDays, log }: IndexingMonths,
  leaving?: AbortSignal,
): Promise<number> =>
  // Its end ends the lock as well. A month is indexed by one process, which leaves the others to who asks something, and takes as long as it takes.
  withClient(
    {
      ...sessionOf(databaseUrl, 'owner', { max_parallel_maintenance_workers: 0 }),
      application_name: 'noa past months',
    },
    async (client) => {
      const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(${eventMonthsLock}) as ours`);
      let done = 0;
      for (const partition of rows[0]?.ours ? await findDue(client, quietDays) : []) {
        const began = performance.now();
        await indexMonth(client, partition);
        done += 1;
        log.info({ partition, ms: Math.round(performance.now() - began) }, 'A past month of events was indexed anew');
      }
      return done;
    },
    leaving,
  );

/** Look-ups that a past month has no more: the second of those alone that began before 29 November 2026. */
const ofYoungMonths = ['by_entrance', 'by_event'] as const;

/** The months, by the names of their tables, that are past and are still looked up as the newest are. */
async function findDue(client: pg.Client, quietDays: number): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.stored_event'::regclass
      and exists (select from unnest($2::text[]) look_up where to_regclass('public.' || c.relname || '_' || look_up) is not null)
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= (now() at time zone 'UTC') - make_interval(days => $1)
    order by c.relname`,
    [quietDays, ofYoungMonths],
  );
  return rows.map(({ name }) => name);
}

/**
 * What it keeps is written anew without the room that was left for rows in between. A lock's event is found among sixteen, as while the month ran, and an
 * entrance's by the month: rows that share a key take six bytes each.
 */
async function indexMonth(client: pg.Client, partition: string): Promise<void> {
  const { rows } = await client.query<{ name: string; is_valid: boolean; is_kept: boolean }>(
    `select i.indexrelid::regclass::text as name, i.indisvalid as is_valid,
      m.amname = 'btree' and c.relname <> all (select $1 || '_' || unnest($2::text[])) as is_kept
    from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid join pg_catalog.pg_am m on m.oid = c.relam
    where i.indrelid = $1::regclass`,
    [partition, ofYoungMonths],
  );
  for (const { name } of rows.filter(({ is_valid }) => !is_valid)) {
    await client.query(`drop index concurrently ${name}`); // of a server that ended meanwhile
  }
  for (const { name } of rows.filter(({ is_valid, is_kept }) => is_valid && is_kept)) {
    await client.query(`alter index ${name} set (fillfactor = 100)`);
    await client.query(`reindex index concurrently ${name}`);
  }
  const add = (suffix: string, columns: string) =>
    client.query(
      `create index concurrently if not exists ${partition}_${suffix} on ${partition} (${columns}) with (fillfactor = 100)`,
    );
  await add('by_container', 'container_number, (event_number >> 4)');
  // With its org, which follows: asked for both, PostgreSQL would look through all of the org's month beside it.
  await add('of_entrance', 'entrance_number, org_id');
  // Last: by them a month is known to be due.
  for (const lookUp of ofYoungMonths) {
    await client.query(`drop index concurrently if exists ${partition}_${lookUp}`);
  }
}
