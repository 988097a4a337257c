/** A PostgreSQL as Debian's packages set it: `postgres` by its own user over the socket, others with a password. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const programs = '/usr/lib/postgresql/15/bin';

/** What is missing on this machine for such a cluster, as one sentence; undefined when nothing is. */
export function missingForCluster() {
  if (!existsSync(programs)) {
    return "There is no PostgreSQL 15: install Debian's postgresql.";
  }
  return process.getuid() === 0 ? undefined : 'The guide is followed as root.';
}

const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

/**
 * Starts a cluster of its own below `folder`.
 *
 * @returns what its clients need in their environment, and what ends it.
 */
export function startCluster(folder, port) {
  const [home, uid, gid] = [join(folder, 'postgresql'), id('-u'), id('-g')];
  mkdirSync(home);
  chownSync(home, uid, gid);
  const run = (program, ...args) =>
    execFileSync(join(programs, program), args, { uid, gid, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  const data = join(home, 'data');
  run(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--auth-local=peer',
    '--auth-host=scram-sha-256',
  );
  appendFileSync(
    join(data, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${home}'\n`,
  );
  run('pg_ctl', '-D', data, '-w', '-s', '-l', join(home, 'log'), 'start');
  return {
    env: { PGHOST: home, PGPORT: String(port) },
    stop: () => run('pg_ctl', '-D', data, '-w', '-s', '-m', 'fast', 'stop'),
  };
}
