import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { PassingError } from '@noa/domain/errors.ts';
import { sessionOf } from '../connection/session.ts';
import { withClient } from '../connection/with-client.ts';
import { startWork, type Work } from '../work-loop.ts';

/** Milliseconds between two looks of a server: a database that follows another may take its place while servers run. */
const lookEveryMs = 60_000;

/**
 * What locks were given after the moment that came back nobody knows any more: a card that was handed out then is in them, one that
 * was blocked is not, and versions of then will name other lists. So each is taken to hold nothing that is known, and gets its whole list: one
 * that was heard for the first time then, too.
 */
export const markLocksUnknown = 'update public.container_sync set restart = true';

const nowhere = 'a backup';

/** For a database that has just come out of a backup: the next server to start finds that it came back. */
export const forgetIncarnation = `insert into public.database_whereabouts (place, written_by) values ('${nowhere}', pg_current_xact_id())
  on conflict (is_only) do update set place = excluded.place, written_by = excluded.written_by`;

/** How far a database had come, as a server saw it. */
export interface KnownIncarnation {
  readonly generation: string;
  readonly beat: number;
}

export interface IncarnationCheck {
  readonly seen: KnownIncarnation;
  /** How it is known that the database came back from somewhere else; null if it is where it was. */
  readonly cameBack: typeof nowhere | 'a dump' | 'another place' | 'an earlier moment' | null;
  /** Locks of which nothing is believed any more, because of that. */
  readonly locksReset: number;
}

/**
 * The timeline is another after every recovery that ends before all that was written, and after a copy that follows has taken
 * over. It is asked of the log that is written now: the control file learns of it with a checkpoint only.
 */
const incarnationHere = `concat_ws('/', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
  (select oid from pg_database where datname = current_database()))`;

interface Row extends KnownIncarnation {
  readonly place: string;
  readonly here: string;
  readonly wrote: boolean;
}

/**
 * Looks whether the database is the one that servers saw last, no older, and counts the look. If it is not, then in the same
 * transaction no lock is believed to hold what it had confirmed, and the audit of each org says so.
 *
 * @param ownerUrl - of a migrated database.
 * @param before - what this server saw of it last, kept outside of it; null if there is nothing.
 * @throws {PassingError} while it is being recovered, or follows another.
 */
export async function checkIncarnation(ownerUrl: string, before: KnownIncarnation | null): Promise<IncarnationCheck> {
  return withClient({ ...sessionOf(ownerUrl, 'owner'), application_name: 'noa incarnation' }, async (client) => {
    await refuseFollower(client);
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('noa.whereabouts'))`);
    const cameBack = await findRestore(client, before);
    const locksReset = cameBack ? await resetLocks(client, cameBack) : 0;
    const seen = await note(client, cameBack !== null);
    await client.query('commit');
    return { seen, cameBack, locksReset };
  });
}

/**
 * Refuses a database that replays what another has written: a schema or a restore may be there in part, and it may be promoted later on.
 *
 * @throws {PassingError}
 */
export async function refuseFollower(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
  if (rows[0]?.follows) {
    throw new PassingError(
      'The PostgreSQL at DATABASE_URL takes no writes: it is being recovered, or follows another. Noa can start once it is promoted.',
    );
  }
}

async function findRestore(client: pg.Client, before: KnownIncarnation | null): Promise<IncarnationCheck['cameBack']> {
  const { rows } = await client.query<Row>(
    `select generation, beat::float8 as beat, place, ${incarnationHere} as here,
      xmin::text::numeric = written_by::text::numeric % 4294967296 as wrote
    from database_whereabouts`,
  );
  const [row] = rows;
  if (!row) {
    return null;
  }
  if (row.place === nowhere) {
    return nowhere;
  }
  if (!row.wrote) {
    return 'a dump';
  }
  if (row.place !== row.here) {
    return 'another place';
  }
  return before?.generation === row.generation && before.beat > row.beat ? 'an earlier moment' : null;
}

async function resetLocks(client: pg.Client, cameBack: string): Promise<number> {
  const { rowCount } = await client.query(markLocksUnknown);
  await client.query(`select set_config('noa.actor', 'system', true)`);
  await client.query(
    `insert into audit_entry (org_id, action, kind, record_id, purpose) select id, 'restore_database', 'org', id, $1 from org`,
    [`The database came back from ${cameBack}; what came after it is lost`],
  );
  return rowCount ?? 0;
}

async function note(client: pg.Client, isAnother: boolean): Promise<KnownIncarnation> {
  const { rows } = await client.query<KnownIncarnation>(
    `insert into database_whereabouts as w (place, written_by) values (${incarnationHere}, pg_current_xact_id())
    on conflict (is_only) do update set place = excluded.place, written_by = excluded.written_by, beat = w.beat + 1,
      generation = case when $1 then excluded.generation else w.generation end
    returning generation, beat::float8 as beat`,
    [isAnother],
  );
  const [seen] = rows;
  if (!seen) {
    throw new Error('The incarnation of the database could not be stored');
  }
  return seen;
}

interface WatchOptions {
  readonly ownerUrl: string;
  readonly dataDir: string;
  readonly log: { warn(facts: object, text: string): void };
  /** Milliseconds between two looks, if not a minute. */
  readonly everyMs?: number;
}

/**
 * Looks around before anything is served, and from then on once a minute. What was seen is kept in `dataDir`, where it is not
 * set back together with a database of one's own.
 *
 * @throws {PassingError} as `checkIncarnation` does.
 */
export async function watchIncarnation({
  ownerUrl,
  dataDir,
  log,
  everyMs = lookEveryMs,
}: WatchOptions): Promise<Work['close']> {
  const file = join(dataDir, 'database-seen');
  const check = async () => {
    const { seen, cameBack, locksReset } = await checkIncarnation(ownerUrl, await readSeen(file));
    if (cameBack) {
      log.warn(
        { cameBack, locks: locksReset },
        'The database was restored or copied; every lock is sent its full card list again',
      );
    }
    await writeFile(`${file}.new`, `${seen.generation} ${seen.beat}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  await check();
  const pauses = { firstMs: everyMs, idleMs: everyMs, failedMs: everyMs };
  return startWork(check, pauses, (err) =>
    log.warn({ err }, 'Could not check whether the database was restored from a backup; checking again in a minute'),
  ).close;
}

/** Null if there is nothing yet, or nothing that was written to its end. */
async function readSeen(file: string): Promise<KnownIncarnation | null> {
  try {
    const [, generation, beat] = /^(\S+) (\d+)\n$/.exec(await readFile(file, 'utf8')) ?? [];
    return generation === undefined ? null : { generation, beat: Number(beat) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return null;
    }
    throw error;
  }
}
