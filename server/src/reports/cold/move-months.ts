import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { sessionOf } from '../../database/connection/session.ts';
import { withClient } from '../../database/connection/with-client.ts';
import { startWork, type Work } from '../../database/work-loop.ts';
import { untilLocked } from '../../database/lock-tries.ts';
import type { FileStore } from '../../file-store/file-store.ts';
import { workFolder } from '../../process/work-folders.ts';
import { eventMonthsLock } from '../../telemetry/card-events/past-months.ts';
import { withParquet } from './parquet.ts';
import { writeFile, type Writing, type WrittenFile } from './write-file.ts';

/** A month is moved when nothing has come into it for so many days: each move makes a file, and takes the month from writers for a moment. */
const quietDays = 7;

/**
 * How long dropping a month waits for who reads events at that moment, while others wait behind it. Shorter than
 * `deadlock_timeout`: who stores an event of the month meanwhile waits for us, and we for them, and it is we who give up.
 */
const lockTimeout = '300ms';

const pauses = { firstMs: 120_000, idleMs: 3_600_000, failedMs: 3_600_000 } as const;

export interface ColdMonths {
  readonly store: FileStore;
  /** Months that ended so many months ago are moved. */
  readonly afterMonths: number;
  /** For the owner of the tables: nobody else can drop a month. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly log: Pick<Logger, 'info'>;
}

interface Month {
  /** Of `stored_event`, a name without anything to quote. */
  readonly partition: string;
  /** YYYY-MM-DD, its first day in UTC, and that of the next. */
  readonly month: string;
  readonly next: string;
}

/** What a month holds of an org; equal once what is in PostgreSQL is in the file as well. */
interface Held {
  readonly orgId: string;
  readonly events: number;
  readonly ids: string;
}

type Moved = Held & WrittenFile & { readonly name: string };

/** Moves months as they become old enough, for as long as the process lives. @param reportFailure - told why one could not be; it is tried again. */
export const startMovingMonths = (options: ColdMonths, reportFailure: (cause: unknown) => void): Work =>
  startWork((leaving) => moveMonths(options, leaving), pauses, reportFailure);

/**
 * Moves the months that are old enough, and of which nobody knows any more who it was, from PostgreSQL into the store: written, read
 * back, and in one transaction noted and dropped, if not one event has come meanwhile. And removes from the store what is forgotten.
 *
 * @param leaving - aborted when the server ends: the month that is being moved is left where it is.
 * @returns how many were moved; 0 where another server is at it, or indexes months anew.
 */
export async function moveMonths(options: ColdMonths, leaving?: AbortSignal): Promise<number> {
  // Its end ends the lock as well.
  return withClient(
    { ...sessionOf(options.databaseUrl, 'owner'), application_name: 'noa cold months' },
    async (client) => {
      const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(${eventMonthsLock}) as ours`);
      if (!rows[0]?.ours) {
        return 0;
      }
      await removeLeftovers(client, options.store);
      const due = await findDue(client, options.afterMonths);
      return due.length === 0 ? 0 : await moveAll(client, options, due, leaving);
    },
    leaving,
  );
}

async function moveAll(
  client: pg.Client,
  { dataDir, store, log }: ColdMonths,
  due: readonly Month[],
  leaving: AbortSignal | undefined,
): Promise<number> {
  const folder = workFolder(dataDir, 'moving-months');
  await mkdir(folder, { recursive: true });
  try {
    return await withParquet(
      folder,
      async (parquet) => {
        let moved = 0;
        for (const month of due) {
          leaving?.throwIfAborted();
          moved += (await moveMonth({ client, parquet, store, folder }, month, log)) ? 1 : 0;
        }
        return moved;
      },
      { signal: leaving },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Files of which it was never noted that they count, or that count no more. */
async function removeLeftovers(client: pg.Client, store: FileStore): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from cold_leftover order by name');
  const names = rows.map(({ name }) => name);
  if (names.length > 0) {
    await store.remove(names);
    await client.query('delete from cold_leftover where name = any($1)', [names]);
  }
}

async function findDue(client: pg.Client, afterMonths: number): Promise<Month[]> {
  const { rows } = await client.query<Month>(
    `select m.partition, m.month::text, (m.month + interval '1 month')::date::text as next from (
      select c.relname as partition, to_date(right(c.relname, 7), 'YYYY_MM') as month
      from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'public.stored_event'::regclass) m
    where m.month + interval '1 month' <= (now() at time zone 'UTC') - make_interval(months => $1) order by m.month`,
    [afterMonths],
  );
  const due: Month[] = [];
  for (const month of rows) {
    const { rowCount } = await client.query(
      `select from ${month.partition} having count(*) > 0
        and max(received_at) < now() - make_interval(days => $1)
        and coalesce(max(forget_on), '-infinity') <= (now() at time zone 'UTC')::date`,
      [quietDays],
    );
    due.push(...(rowCount === 0 ? [] : [month]));
  }
  return due;
}

async function moveMonth(
  writing: Writing & { readonly client: pg.Client },
  month: Month,
  log: ColdMonths['log'],
): Promise<boolean> {
  const { client, store } = writing;
  const began = performance.now();
  const names = new Map(
    (await countHeld(client, month)).map(({ orgId }) => [
      orgId,
      `${month.month.slice(0, 7)}/${orgId}-${randomBytes(4).toString('hex')}.parquet`,
    ]),
  );
  await client.query('insert into cold_leftover select unnest($1::text[])', [[...names.values()]]);
  const moved: Moved[] = [];
  await client.query('begin isolation level repeatable read read only');
  try {
    for (const held of await countHeld(client, month)) {
      const name = names.get(held.orgId);
      const file = name === undefined ? null : await writeFile(writing, name, ofOrg(held, month));
      if (name === undefined || file?.events !== held.events || file.ids !== held.ids) {
        return false; // somebody's first event of the month has just come
      }
      moved.push({ ...held, ...file, name });
    }
  } finally {
    await client.query('rollback');
  }
  const isDropped = await untilLocked(() => dropMonth(client, month, moved));
  const events = moved.reduce((sum, each) => sum + each.events, 0);
  if (isDropped) {
    const ms = Math.round(performance.now() - began);
    log.info(
      { month: month.month, events, ms, store: store.address },
      'A month of events was moved out of the database',
    );
  }
  return isDropped;
}

const ofOrg = ({ orgId }: Held, { month, next }: Month) => ({
  orgId,
  since: `${month}T00:00Z`,
  until: `${next}T00:00Z`,
});

async function countHeld(client: pg.Client, { partition }: Month): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    `select org_id as "orgId", count(*)::int as events, sum(id)::text as ids from ${partition} group by org_id order by org_id`,
  );
  return rows;
}

/** Notes the files and drops the month, in one transaction, unless something has come that is in none of them. */
async function dropMonth(client: pg.Client, month: Month, moved: readonly Moved[]): Promise<boolean> {
  let isDropped = false;
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${lockTimeout}'; lock table ${month.partition} in share mode`);
    const counted = moved.map(({ orgId, events, ids }) => ({ orgId, events, ids }));
    if (JSON.stringify(await countHeld(client, month)) === JSON.stringify(counted)) {
      await noteFiles(client, month, moved);
      await client.query(`drop table ${month.partition}`);
      isDropped = true;
    }
  } finally {
    await client.query(isDropped ? 'commit' : 'rollback');
  }
  return isDropped;
}

async function noteFiles(client: pg.Client, { partition, month }: Month, moved: readonly Moved[]): Promise<void> {
  const files = JSON.stringify(moved);
  await client.query(
    `insert into cold_file (name, org_id, month, events, bytes, sha256, last_tx, container_ids)
    select f.name, f."orgId", $1, f.events, f.bytes, decode(f.sha256, 'hex'), h.last_tx, h.container_ids
    from jsonb_to_recordset($2) as f (name text, "orgId" uuid, events int, bytes bigint, sha256 text)
    join (
      select e.org_id, (array_agg(e.tx_id order by e.tx_id desc))[1] as last_tx,
        coalesce(array_agg(distinct n.container_id) filter (where n.container_id is not null), '{}') as container_ids
      from (select org_id, container_number, max(tx_id::text::bigint)::text::xid8 as tx_id from ${partition} group by 1, 2) e
      left join numbered_container n on n.number = e.container_number
      group by e.org_id) h on h.org_id = f."orgId"`,
    [month, files],
  );
  await client.query(
    `insert into cold_run (name, org_id, container_id, boot_number, first, last, first_at, last_at)
    select f.name, f."orgId", r."containerId", r."bootNumber", r.first, r.last, r."firstAt" at time zone 'UTC', r."lastAt" at time zone 'UTC'
    from jsonb_to_recordset($1) as f (name text, "orgId" uuid, runs jsonb), jsonb_to_recordset(f.runs)
      as r ("containerId" uuid, "bootNumber" int, first int, last int, "firstAt" timestamp, "lastAt" timestamp)`,
    [files],
  );
  const names = moved.map(({ name }) => name);
  await client.query('delete from cold_leftover where name = any($1)', [names]);
}
