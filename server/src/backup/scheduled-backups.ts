import type { Logger } from 'pino';
import type { Settings } from '../config/config.ts';
import { sessionOf } from '../database/connection/session.ts';
import { withClient } from '../database/connection/with-client.ts';
import { startWork, type Work } from '../database/work-loop.ts';
import { keepNewest } from './keep-newest.ts';
import { makeBackup } from './make-backup.ts';
import { rowsOf } from './manifest.ts';
import { messageOf } from './store.ts';
import { openFileStore, type FileStore } from '../file-store/file-store.ts';

const dayMs = 86_400_000;
const pauses = { firstMs: 10_000, idleMs: 60_000, failedMs: 10 * 60_000 } as const;

/** One server of all that share a database makes the backup. */
const lock = `hashtext('noa.backup')`;

export interface ScheduledBackups {
  readonly settings: Settings['backup'];
  /** For the owner of the tables. */
  readonly databaseUrl: string;
  /** Where months of events lie outside the database; null or absent where none do. */
  readonly coldStore?: FileStore | null;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** The last moment at which a backup was due. @param at - minutes after midnight, in UTC. */
export function lastDue(now: Date, at: number): Date {
  const today = Math.floor(now.getTime() / dayMs) * dayMs + at * 60_000;
  return new Date(today <= now.getTime() ? today : today - dayMs);
}

/** Makes the backups that are due, every day; one that was missed or failed is made up for. */
export const startScheduledBackups = (options: ScheduledBackups): Work =>
  startWork(
    (leaving) => backUpIfDue(options, new Date(), leaving),
    pauses,
    (err) => options.log.error({ err }, 'Scheduled backup failed; trying again in 10 minutes'),
  );

/**
 * Makes the backup that is due, if none of the servers did or does, and removes those beyond the number that is kept.
 *
 * @returns its name; null if there was nothing to do.
 */
export async function backUpIfDue(options: ScheduledBackups, now: Date, signal?: AbortSignal): Promise<string | null> {
  const { to, at } = options.settings;
  if (to === null) {
    return null;
  }
  const due = lastDue(now, at);
  // Its end ends the lock as well.
  return withClient(sessionOf(options.databaseUrl, 'application'), async (client) => {
    const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(${lock}) as ours`);
    const { rowCount: done } = await client.query('select from backup_run where due_at = $1 and name is not null', [
      due,
    ]);
    if (!rows[0]?.ours || done) {
      return null;
    }
    await client.query(
      `insert into backup_run (due_at, began_at, place) values ($1, now(), $2)
      on conflict (due_at) do update set began_at = excluded.began_at, place = excluded.place, ended_at = null`,
      [due, to],
    );
    return backUp(options, to, {
      signal,
      // Over a connection of its own: the other one has been idle since, and may be gone.
      note: (outcome, value) =>
        withClient(sessionOf(options.databaseUrl, 'application'), (noting) =>
          noting.query(`update backup_run set ended_at = now(), ${outcomes[outcome]} where due_at = $1`, [due, value]),
        ),
    });
  });
}

/** SQL of what a run came to, with its name or why it has none. A failure stands until one is made: a try takes longer than it is looked whether the last failed. */
const outcomes = {
  name: 'name = $2, failure = null',
  failure: 'failure = left($2, 500)',
  pruning_failure: 'pruning_failure = left($2, 500)',
} as const;

interface Run {
  readonly signal: AbortSignal | undefined;
  /** Writes down what came of it. */
  readonly note: (outcome: keyof typeof outcomes, value: string) => Promise<unknown>;
}

async function backUp(
  { settings: { keep }, databaseUrl, coldStore, log }: ScheduledBackups,
  to: string,
  { signal, note }: Run,
): Promise<string> {
  const make = async () => {
    const store = await openFileStore(to);
    return { store, made: await makeBackup(databaseUrl, store, { coldStore, signal }) };
  };
  const { store, made } = await make().catch(async (error: unknown) => {
    await note('failure', signal?.aborted ? 'The server was stopped meanwhile' : messageOf(error));
    throw error;
  });
  const { name, manifest } = made;
  await note('name', name);
  const facts = { backup: name, target: store.address, rows: rowsOf(manifest) };
  try {
    const { removed, left } = await keepNewest(databaseUrl, store, made, keep);
    log[left.length === 0 ? 'info' : 'warn']({ ...facts, removed, left }, 'Scheduled backup finished');
  } catch (err) {
    // It is made: to make it once more would fill the place all the sooner.
    await note('pruning_failure', messageOf(err));
    log.error(
      { ...facts, err },
      'Scheduled backup finished, but older ones could not be removed; trying again after the next',
    );
  }
  return name;
}
