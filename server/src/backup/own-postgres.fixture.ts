import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];

/** Where the newest PostgreSQL of this machine's packages has its programs; undefined if there is none. */
export const programs = newest && `/usr/lib/postgresql/${newest}/bin`;

/** A PostgreSQL of one's own, which keeps what it writes as the operator's guide says; of several data folders one runs at a time. */
export class OwnPostgres {
  readonly folder: string;
  /** For the owner of everything. */
  readonly url: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.url = this.urlOf('postgres');
  }

  static async make(): Promise<OwnPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'noa-wal-'));
    await chmod(folder, 0o777); // as root, PostgreSQL runs as a user of its own
    const own = new OwnPostgres(folder);
    own.shell(`mkdir ${folder}/wal && ${programs}/initdb -D ${folder}/data -U noa -A trust -E UTF8 --locale=C`);
    await own.set(
      'data',
      `listen_addresses = ''
      unix_socket_directories = '${folder}'
      wal_level = replica
      archive_mode = on
      archive_command = 'test ! -f ${folder}/wal/%f && cp %p ${folder}/wal/%f'`,
    );
    return own;
  }

  urlOf(database: string): string {
    return `postgresql://noa@/${database}?host=${this.folder}`;
  }

  set(data: string, settings: string): Promise<void> {
    return appendFile(join(this.folder, data, 'postgresql.conf'), `${settings}\n`);
  }

  /** A line of the operator's guide, as the user that PostgreSQL runs as. */
  shell(line: string): void {
    const [program, ...args] = process.getuid?.() === 0 ? ['su', 'postgres', '-c', line] : ['sh', '-c', line];
    execFileSync(String(program), args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /**
   * @param mode - `immediate`: as if it had been killed.
   * @throws {Error} with the end of PostgreSQL's log if it does not do so.
   */
  control(data: string, order: 'start' | 'stop' | 'promote', mode: 'immediate' | 'fast' = 'immediate'): void {
    const how = order === 'stop' ? `-m ${mode}` : '';
    const log = join(this.folder, 'log');
    try {
      this.shell(`${programs}/pg_ctl -D ${this.folder}/${data} -w -l ${log} ${how} ${order}`);
    } catch (error) {
      throw new Error(readFileSync(log, 'utf8').slice(-2_000), { cause: error });
    }
  }

  /** Runs statements in one session; gives the rows of the last. */
  async query(...statements: string[]): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) {
        ({ rows } = await client.query(statement));
      }
      return rows;
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    for (const data of readdirSync(this.folder)) {
      if (existsSync(join(this.folder, data, 'postmaster.pid'))) {
        this.control(data, 'stop');
      }
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
