import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { migrate } from '../database/schema/migrate.ts';
import { startChdb, type Chdb } from './chdb.ts';
import { startStockPostgres } from './stock-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connects to the cluster as the owner of everything. */
    databaseUrl: string;
    /** Migrated and empty; each test file copies it. */
    templateDatabase: string;
    /** A file's database is dropped when its name is notified here, on the cluster's first database. */
    doneChannel: string;
    /** User and password of logins that all databases of the run share: a role belongs to the whole cluster. */
    appLogin: readonly [string, string];
    providerLogin: readonly [string, string];
    /** Where processes that tests start keep what they compile: the next starts in half the processor time. */
    compiledFolder: string;
    /** Where ClickHouse answers that counts the events of tests; null where DuckDB does. */
    clickhouseUrl: string | null;
  }
}

const template = 'noa_template';

/** Where a test file says that it is done with its database. */
const doneChannel = 'noa_test_done';

interface PreparedCluster {
  readonly provided: ProvidedContext;
  readonly stop: () => Promise<void>;
}

interface Cluster {
  /** Connects as the owner of everything. */
  readonly url: string;
  /** Whether nothing of it is left once it has stopped. */
  readonly isThrownAway: boolean;
  /** @throws what says which folder it is about. */
  readonly stop: () => Promise<void>;
}

/** Set up by the first project that runs tests against it, and stopped when the last has ended. */
const shared = globalThis as typeof globalThis & {
  noaTestCluster?: { users: number; cluster: Promise<PreparedCluster> };
};

/**
 * One PostgreSQL for the whole run: the one of TEST_DATABASE_URL, one that is made with the programs in the folder TEST_POSTGRES
 * (`/usr/lib/postgresql/15/bin`), or an embedded one; the last two are thrown away.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const running = (shared.noaTestCluster ??= { users: 0, cluster: prepareCluster() });
  running.users++;
  const { provided, stop } = await running.cluster;
  for (const key of Object.keys(provided) as (keyof ProvidedContext)[]) {
    provide(key, provided[key]);
  }
  return async () => {
    if (--running.users === 0) {
      delete shared.noaTestCluster;
      await stop();
    }
  };
}

async function prepareCluster(): Promise<PreparedCluster> {
  const { url, isThrownAway, stop } = await openCluster();
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the next statement on it says so; unheard, it would end the run without a reason
  await client.connect();
  await client.query(`drop database if exists ${template} with (force)`);
  await client.query(`create database ${template}`);
  await migrate(ofDatabase(url, template));
  const login = async (kind: 'app' | 'provider'): Promise<readonly [string, string]> => {
    const [name, password] = [`noa_${kind}_tests`, randomBytes(16).toString('hex')];
    const { rowCount: known } = await client.query('select from pg_roles where rolname = $1', [name]);
    await client.query(`${known ? 'alter' : 'create'} role ${name} login password '${password}'`);
    await client.query(`grant noa_${kind} to ${name}`);
    return [name, password];
  };
  const [appLogin, providerLogin] = [await login('app'), await login('provider')];
  const endDropping = await dropWhatIsDone(client);
  const compiledFolder = await mkdtemp(join(tmpdir(), 'noa-compiled-'));
  const chdb = await startEngine();
  return {
    provided: {
      databaseUrl: url,
      templateDatabase: template,
      doneChannel,
      appLogin,
      providerLogin,
      compiledFolder,
      clickhouseUrl: chdb?.url ?? null,
    },
    stop: async () => {
      if (!isThrownAway) {
        await endDropping();
      }
      await client.end();
      await chdb?.stop();
      await stop();
      await rm(compiledFolder, { recursive: true, force: true });
    },
  };
}

/** The engine of events that TEST_EVENTS names, where it is a server: `clickhouse`. CHDB_PATH is the folder with chdb. */
async function startEngine(): Promise<Chdb | undefined> {
  const [named, packages] = [process.env['TEST_EVENTS'], process.env['CHDB_PATH']];
  if (named !== 'clickhouse') {
    return undefined;
  }
  if (!packages) {
    throw new Error('TEST_EVENTS=clickhouse needs CHDB_PATH: npm run test:long says where it has put chdb');
  }
  return startChdb(packages);
}

/**
 * Drops the databases of test files that have ended, beside those that go on: PostgreSQL writes a checkpoint for each, which
 * takes it longer than many a file its tests.
 *
 * @returns drops what is left and resolves; it rejects with the database that could not be dropped, and why.
 */
async function dropWhatIsDone(client: pg.Client): Promise<() => Promise<void>> {
  const drops: Promise<unknown>[] = [];
  client.on('notification', ({ payload }) => {
    const drop = named(`The database ${payload} of an ended test file could not be dropped`, () =>
      client.query(`drop database if exists ${payload} with (force)`),
    );
    drop.catch(() => undefined); // told at the end
    drops.push(drop);
  });
  await client.query(`listen ${doneChannel}`);
  return async () => {
    await client.query('select'); // what was said before has arrived with its answer
    await Promise.all(drops);
  };
}

async function openCluster(): Promise<Cluster> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    return { url: given, isThrownAway: false, stop: () => Promise.resolve() };
  }
  const programs = process.env['TEST_POSTGRES'];
  if (programs) {
    return { ...(await startStockPostgres(programs)), isThrownAway: true };
  }
  const folder = await mkdtemp(join(tmpdir(), 'noa-test-'));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
  const postgres = await startEmbeddedPostgres(folder, { durable: false });
  return {
    url: postgres.url,
    isThrownAway: true,
    stop: async () => {
      await named(`The PostgreSQL of the tests, in ${folder}, could not be stopped`, () => postgres.stop(false));
      // What a process of it still writes there while it ends keeps a folder from being removed, for a moment.
      const again = { maxRetries: 10, retryDelay: 100 };
      await named(`The folder of the tests, ${folder}, could not be removed`, () =>
        rm(folder, { recursive: true, force: true, ...again }),
      );
    },
  };
}

/** Says of a failure what it was that failed: it ends a run in which all tests have passed. */
async function named<T>(failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new Error(`${failure}: ${String(cause)}`, { cause });
  }
}

/** The same server, another database. */
const ofDatabase = (url: string, database: string) => url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
