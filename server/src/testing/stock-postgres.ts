import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quietLog } from '../database/embedded/embedded-cluster.ts';

const run = promisify(execFile);

/**
 * A PostgreSQL as its packagers set it: `jit`, planner costs and memory included; but for what README asks of a town's own, that its
 * log quotes nothing. What is lost in a crash is not missed.
 */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  listen_addresses: '',
  ...quietLog,
};
const user = 'stock';
const password = 'stock';

/** A cluster that is thrown away. */
export interface StockPostgres {
  /** Connects as the superuser of the cluster, to its database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Folders of PostgreSQL programs that Debian's packages have put on this machine, oldest version first; none is no error. */
export const stockPrograms = (): string[] =>
  globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .toSorted((a, b) => Number.parseInt(a.split('/')[4] ?? '', 10) - Number.parseInt(b.split('/')[4] ?? '', 10));

/**
 * Starts a cluster of its own, reached over a Unix socket and with a password, with settings of nobody's: what a town brings
 * along. As root it runs as the user `postgres`, whom Debian's package and the embedded one make.
 *
 * @param programs - folder with `initdb` and `pg_ctl`.
 * @throws what `initdb` or `pg_ctl` failed with.
 */
export async function startStockPostgres(programs: string): Promise<StockPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'noa-stock-'));
  await chmod(folder, 0o711); // as root, PostgreSQL runs as a user of its own
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')];
  await writeFile(passwordFile, password);
  const owner = process.getuid?.() === 0 ? await postgresUser() : undefined;
  if (owner) {
    await Promise.all([chown(folder, owner.uid, owner.gid), chown(passwordFile, owner.uid, owner.gid)]);
  }
  const command = (program: string, args: readonly string[]) =>
    run(join(programs, program), args, { ...owner, cwd: '/', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  const form = ['--encoding=UTF8', '--auth=scram-sha-256', `--username=${user}`, `--pwfile=${passwordFile}`];
  await command('initdb', ['-D', data, '--no-sync', '--no-instructions', ...form]);
  const options = Object.entries({ ...settings, unix_socket_directories: folder }).map(
    ([key, value]) => `-c ${key}=${value}`,
  );
  const log = join(data, 'server.log'); // where the embedded one writes, and tests read
  await command('pg_ctl', ['-D', data, '-s', 'start', '-w', '-t', '60', '-l', log, '-o', options.join(' ')]);
  return {
    url: `postgresql://${user}:${password}@/postgres?host=${folder}`,
    stop: async () => {
      await command('pg_ctl', ['-D', data, '-s', 'stop', '-m', 'immediate', '-w']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}
