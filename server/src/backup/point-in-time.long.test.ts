import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { migrate } from '../database/migrate.ts';

const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
const programs = newest && `/usr/lib/postgresql/${newest}/bin`;

const folder = await mkdtemp(join(tmpdir(), 'noa-wal-'));
await chmod(folder, 0o777); // as root, PostgreSQL runs as a user of its own
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A line of the operator's guide, as the user that PostgreSQL runs as. */
const shell = (line: string) => {
  const [program, ...args] = process.getuid?.() === 0 ? ['su', 'postgres', '-c', line] : ['sh', '-c', line];
  execFileSync(String(program), args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
};

const url = `postgresql://noa@/postgres?host=${folder}`;
async function query(...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
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

const write = (name: string) => query(`set noa.actor = 'tests'`, `insert into org (name) values ('${name}')`);

it.skipIf(!programs)("brings one's own PostgreSQL back to a moment, as the operator's guide says", async () => {
  shell(`mkdir ${folder}/wal && ${programs}/initdb -D ${folder}/data -U noa -A trust -E UTF8 --locale=C`);
  await appendFile(
    join(folder, 'data/postgresql.conf'),
    `listen_addresses = ''
    unix_socket_directories = '${folder}'
    wal_level = replica
    archive_mode = on
    archive_command = 'test ! -f ${folder}/wal/%f && cp %p ${folder}/wal/%f'\n`,
  );
  const control = (data: string, order: string) =>
    shell(`${programs}/pg_ctl -D ${folder}/${data} -w -l ${folder}/log -m immediate ${order}`);
  control('data', 'start');
  try {
    await migrate(url);
    shell(`${programs}/pg_basebackup -h ${folder} -U noa -D ${folder}/base -X none --checkpoint=fast`);
    await write('before');
    const [moment] = await query('select clock_timestamp()::text as now');
    await write('after');
    const [segment] = await query('select pg_walfile_name(pg_switch_wal()) as name');
    await vi.waitFor(() => expect(existsSync(join(folder, 'wal', String(segment?.['name'])))).toBe(true), 60_000);
    control('data', 'stop');

    shell(`touch ${folder}/base/recovery.signal`);
    await appendFile(
      join(folder, 'base/postgresql.conf'),
      `restore_command = 'cp ${folder}/wal/%f %p'
      recovery_target_time = '${String(moment?.['now'])}'
      recovery_target_action = 'promote'\n`,
    );
    control('base', 'start');
    await vi.waitFor(
      async () => expect(await query('select pg_is_in_recovery() as recovering')).toEqual([{ recovering: false }]),
      60_000,
    );

    expect(await query('select name from org')).toEqual([{ name: 'before' }]);
    expect(await migrate(url)).toEqual([]);
  } finally {
    for (const data of ['data', 'base']) {
      if (existsSync(join(folder, data, 'postmaster.pid'))) {
        control(data, 'stop');
      }
    }
  }
});
