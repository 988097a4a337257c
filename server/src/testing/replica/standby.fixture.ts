import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  embeddedUser,
  prepareCluster,
  startCluster,
  stopCluster,
  type Cluster,
} from '../../database/embedded/embedded-cluster.ts';
import { urlFor } from '../../database/schema/logins.ts';
import { migrate } from '../../database/schema/migrate.ts';

/** What is replayed can be paused, and how long a query of the standby is left alone by what is replayed. */
const replicated = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '1GB', synchronous_commit: 'on' };

/** A migrated database, and a hot standby that follows it: both are thrown away. */
export interface Pair {
  /** For the owner of the tables. */
  readonly ownerUrl: string;
  /** For the application's own login. */
  readonly appUrl: string;
  readonly standbyUrl: string;
  /** Where the data of both are. */
  readonly folders: { readonly primary: string; readonly standby: string };
  /** Runs a statement as the superuser of the primary's database. */
  onPrimary(statement: string): Promise<Record<string, unknown>[]>;
  onStandby(statement: string): Promise<Record<string, unknown>[]>;
  /** What is committed from here on, the standby has and does not show. */
  pause(): Promise<void>;
  /** Does `work` while it is so. */
  paused<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the standby shows all that was committed by now. */
  resume(): Promise<void>;
  /** Ends the standby as a crash does; `back` starts it. */
  loseStandby(): Promise<void>;
  back(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

const inTheWayOfReplay = '40001';

/** Again, where it stood in the way of what is replayed: any statement may. */
const runAt = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(url);
  client.on('error', () => undefined); // the statement says so
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === inTheWayOfReplay) {
      return await runAt(url, statement);
    }
    throw error;
  } finally {
    await client.end();
  }
};

/**
 * Starts both, with the programs of the embedded PostgreSQL, which has no `pg_basebackup`: the data folder is copied.
 *
 * @param cancelsAtOnce - whether the standby cancels queries that stand in the way of what it replays, and does not have them waited for.
 */
export async function startPair({ cancelsAtOnce = false }: { readonly cancelsAtOnce?: boolean } = {}): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'noa-standby-'));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
  await Promise.all(['a', 'b'].map((each) => mkdir(join(folder, each))));
  const primary = await prepareCluster(join(folder, 'a'), join(folder, 'a', 's'), false);
  const first: Cluster = { ...primary, options: { ...primary.options, ...replicated } };
  await startCluster(first);
  const at = ({ socketFolder }: Cluster, database: string, user = embeddedUser) =>
    `postgresql://${user}@/${database}?host=${socketFolder}`;
  await runAt(at(first, 'postgres'), 'create database noa');
  const ownerUrl = at(first, 'noa');
  await migrate(ownerUrl);
  const password = randomBytes(12).toString('hex');
  await runAt(ownerUrl, `create role noa_pair login password '${password}' in role noa_app`);
  await runAt(ownerUrl, 'revoke temporary on database noa from public');

  const settings = cancelsAtOnce ? 'max_standby_streaming_delay = 0' : 'hot_standby_feedback = on';
  const second = await copyOf(first, { dataDir: join(folder, 'b'), url: at(first, 'postgres'), settings });
  await startCluster(second);
  const onPrimary = (statement: string) => runAt(at(first, 'noa'), statement);
  const onStandby = (statement: string) => runAt(at(second, 'noa'), statement);
  const showsAll = async () => {
    const [row] = await onPrimary('select pg_current_wal_flush_lsn()::text as lsn');
    const shown = `select pg_last_wal_replay_lsn() >= '${String(row?.['lsn'])}'::pg_lsn as "isShown"`;
    while ((await onStandby(shown))[0]?.['isShown'] !== true) {
      await delay(10);
    }
  };
  const pause = async () => {
    await onStandby('select pg_wal_replay_pause()');
    while ((await onStandby('select pg_get_wal_replay_pause_state() as state'))[0]?.['state'] !== 'paused') {
      await delay(10);
    }
  };
  const resume = async () => {
    await onStandby('select pg_wal_replay_resume()');
    await showsAll();
  };
  await showsAll();
  return {
    ownerUrl,
    appUrl: urlFor(ownerUrl, 'noa_pair', password),
    standbyUrl: urlFor(at(second, 'noa'), 'noa_pair', password),
    folders: { primary: first.folder, standby: second.folder },
    onPrimary,
    onStandby,
    pause,
    resume,
    paused: async (work) => {
      await pause();
      try {
        return await work();
      } finally {
        await resume();
      }
    },
    loseStandby: () => stopCluster(second, false),
    back: async () => {
      await startCluster(second);
      await showsAll();
    },
    stop: async () => {
      await Promise.all([stopCluster(second, false), stopCluster(first, false)]);
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

interface Copied {
  readonly dataDir: string;
  /** Of the one that is copied, for its superuser. */
  readonly url: string;
  /** Of the copy. */
  readonly settings: string;
}

async function copyOf(primary: Cluster, { dataDir, url, settings }: Copied): Promise<Cluster> {
  const standby = { ...primary, folder: join(dataDir, 'postgres'), socketFolder: join(dataDir, 's') };
  await mkdir(standby.socketFolder, { recursive: true });
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`select pg_backup_start('standby', true)`);
  await run('cp', ['-a', primary.folder, standby.folder]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  await client.end();
  await writeFile(join(standby.folder, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(join(standby.folder, 'standby.signal'), '');
  await Promise.all(['pid', 'opts'].map((kind) => rm(join(standby.folder, `postmaster.${kind}`), { force: true })));
  const conninfo = `host=${primary.socketFolder} user=${embeddedUser}`;
  await writeFile(
    join(standby.folder, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'
hot_standby = on
${settings}
`,
  );
  if (standby.owner) {
    await run('chown', ['-R', `${standby.owner.uid}:${standby.owner.gid}`, standby.folder, standby.socketFolder]);
  }
  return standby;
}
