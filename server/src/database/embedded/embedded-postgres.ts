import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  embeddedPort,
  embeddedUser,
  prepareCluster,
  startCluster,
  stopCluster,
  type Cluster,
} from './embedded-cluster.ts';
import { isPostmasterAlive } from './orphans.ts';
import { sessionOf, type Session } from '../connection/session.ts';

/** A Unix socket's path has at most 107 bytes; `/.s.PGSQL.5432` is ours to add. */
const longestSocketFolder = 90;

const lookEveryMs = 200;

const databaseName = 'noa';

/** Milliseconds between two tries to start it: each time twice as long. */
const retry = { first: 100, longest: 5_000 } as const;

/** Milliseconds after which the first start is given up; one that has run is started again for as long as we live. */
const defaultTimeoutMs = 2 * 60_000;

export interface EmbeddedPostgres {
  /** Connects as the owner of everything, over a Unix socket. */
  readonly url: string;
  /**
   * Stops the server; resolves when it has.
   *
   * @param isKept - false: at once, and nobody uses the folder again. True when absent: in order, with all it has in memory in its files.
   */
  stop(isKept?: boolean): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** False: committed data need not survive a crash. */
  readonly durable?: boolean;
  /** Told when the server had died and was started again. */
  readonly onRestart?: () => void;
  /** Told of each start that failed, and in how many milliseconds the next is tried. */
  readonly onStartFailure?: (error: unknown, retryInMs: number) => void;
  /** Milliseconds until the first start is given up. */
  readonly timeoutMs?: number;
}

/**
 * Starts PostgreSQL from the npm packages, with its data under `dataDir`, as a process of its own session: Ctrl+C in the
 * terminal reaches us first, and we stop it in order. A server left over from a killed run is taken over; processes that a killed
 * server has left behind are ended. If it dies, it is started again.
 *
 * @throws {OperatorError} with one sentence that says what to do.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { durable = true, onRestart, onStartFailure, timeoutMs = defaultTimeoutMs }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(dataDir, socketFolderOf(dataDir), durable);
  const starting = AbortSignal.timeout(timeoutMs);
  await tryUntil(starting, onStartFailure, async () => {
    await startCluster(cluster);
    await createDatabase(cluster);
  });

  const supervision = new AbortController();
  const supervised = supervise(cluster, supervision.signal, onRestart, onStartFailure);
  return {
    url: embeddedUrl(dataDir),
    stop: async (isKept = true) => {
      supervision.abort();
      await supervised;
      await stopCluster(cluster, isKept);
    },
  };
}

/** Connects as the owner of everything to the PostgreSQL that runs on a data folder, perhaps in another process. */
export const embeddedUrl = (dataDir: string): string => urlOf(databaseName, socketFolderOf(dataDir));

/** With all that the environment could say otherwise, as of another PostgreSQL (`PGPORT`, `PGSSLMODE`). */
const urlOf = (database: string, socketFolder: string): string =>
  `postgresql://${embeddedUser}@localhost:${embeddedPort}/${database}?host=${socketFolder}&sslmode=disable`;

/** Signs that mean something in an address, in a list of folders, or to the shell by which `pg_ctl` starts PostgreSQL. */
const specialSigns = /[+&#%,'"$`]/;

function socketFolderOf(dataDir: string): string {
  const inside = join(dataDir, 'socket');
  return Buffer.byteLength(inside) <= longestSocketFolder && !specialSigns.test(inside)
    ? inside
    : join('/tmp', `noa-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

/** Starts the server again when it dies, until aborted. */
async function supervise(
  cluster: Cluster,
  signal: AbortSignal,
  onRestart: EmbeddedPostgresOptions['onRestart'],
  onStartFailure: EmbeddedPostgresOptions['onStartFailure'],
): Promise<void> {
  while (!signal.aborted) {
    await pause(lookEveryMs, signal, false);
    if (!signal.aborted && !(await isPostmasterAlive(cluster.folder))) {
      await tryUntil(signal, onStartFailure, async () => {
        await startCluster(cluster);
        onRestart?.();
      }).catch(() => undefined); // told already; we are to end
    }
  }
}

/**
 * Tries again and again, with growing pauses, until it works.
 *
 * @throws what the last try failed with, when `signal` has been aborted.
 */
async function tryUntil(
  signal: AbortSignal,
  onFailure: EmbeddedPostgresOptions['onStartFailure'],
  work: () => Promise<void>,
): Promise<void> {
  for (let pauseMs: number = retry.first; ; pauseMs = Math.min(2 * pauseMs, retry.longest)) {
    try {
      await work();
      return;
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      onFailure?.(error, pauseMs);
      await pause(pauseMs, signal);
    }
  }
}

/** @param ref - whether the process lives on for it. */
const pause = (ms: number, signal: AbortSignal, ref = true) =>
  delay(ms, undefined, { signal, ref }).catch(() => undefined); // aborted: at once

async function createDatabase({ socketFolder }: Cluster): Promise<void> {
  const client = await connect(sessionOf(urlOf('postgres', socketFolder), 'owner'));
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) {
      await client.query(`create database ${databaseName}`);
    }
  } finally {
    await client.end();
  }
}

/** A server that was just taken over may still be recovering. */
async function connect(session: Session, tries = 300): Promise<pg.Client> {
  const client = new pg.Client(session);
  client.on('error', () => undefined); // whoever asks is told
  try {
    await client.connect();
    return client;
  } catch (error) {
    const starting = error instanceof Error && 'code' in error && error.code === '57P03';
    if (!starting || tries === 0) {
      throw error;
    }
    await delay(100);
    return connect(session, tries - 1);
  }
}
