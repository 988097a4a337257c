import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrate } from '../database/schema/migrate.ts';
import { checkIncarnation } from '../database/incarnation/database-incarnation.ts';
import { newInstance, runServer, type Instance } from '../testing/running-server.fixture.ts';
import { OwnPostgres, programs } from './own-postgres.fixture.ts';

describe.skipIf(!programs)("one's own PostgreSQL, with a town in it", () => {
  let postgres: OwnPostgres;
  let instance: Instance;
  beforeAll(async () => {
    postgres = await OwnPostgres.make();
    instance = await newInstance();
    postgres.control('data', 'start');
    expect(await serve({ DEMO: '1' })).toEqual([]);
    expect(await believed()).toBeGreaterThan(100);
  });
  afterAll(async () => {
    await postgres.remove();
    await rm(instance.dataDir, { recursive: true, force: true });
  });
  // As if locks had confirmed their lists again since the test before.
  beforeEach(() => postgres.query('update container_sync set restart = false'));

  /** Starts the server, and stops it when it is ready. @returns what it says of a database that came back. */
  async function serve(settings: NodeJS.ProcessEnv = {}) {
    const server = await runServer(postgres.url, { LOG_LEVEL: 'warn', DEMO: '0', ...settings }, instance);
    server.child.kill('SIGTERM');
    await server.ended;
    const lines = (await server.logged).split('\n').filter((line) => line.includes('"cameBack"'));
    return lines.map((line) => JSON.parse(line) as { cameBack: string; locks: number });
  }

  /** Locks that are believed to hold what they confirmed. */
  const believed = async () => {
    const [row] = await postgres.query(
      'select count(*)::int as locks from container_sync where applied_version is not null and not restart',
    );
    return Number(row?.['locks']);
  };

  const audited = () =>
    postgres.query(
      `select distinct purpose, audit_first_broken() as broken from audit_entry where action = 'restore_database'`,
    );

  const write = (name: string) =>
    postgres.query(
      `set noa.actor = 'tests'`,
      `insert into manager (org_id, name) select id, '${name}' from org limit 1`,
    );
  const written = async () =>
    (await postgres.query(`select name from manager where name in ('before', 'after')`)).map(({ name }) => name);

  it('is where it was after restarts and falls', async () => {
    expect(await serve()).toEqual([]);
    postgres.control('data', 'stop');
    postgres.control('data', 'start');

    expect(await serve()).toEqual([]);
    expect(await believed()).toBeGreaterThan(100);
  });

  it("is brought back to a moment, as the operator's guide says, and no lock is believed any more", async () => {
    const { folder } = postgres;
    postgres.shell(`${programs}/pg_basebackup -h ${folder} -U noa -D ${folder}/base -X none --checkpoint=fast`);
    postgres.shell(`cp -a ${folder}/base ${folder}/follower`);
    await write('before');
    const [moment] = await postgres.query('select clock_timestamp()::text as now');
    await write('after');
    const [segment] = await postgres.query('select pg_walfile_name(pg_switch_wal()) as name');
    // Not when its file is there, which is then still being written.
    await vi.waitFor(
      async () =>
        expect(await postgres.query('select last_archived_wal as name from pg_stat_archiver')).toEqual([segment]),
      60_000,
    );
    postgres.control('data', 'stop');

    postgres.shell(`touch ${folder}/base/recovery.signal`);
    await postgres.set(
      'base',
      `restore_command = 'cp ${folder}/wal/%f %p'
      recovery_target_time = '${String(moment?.['now'])}'
      recovery_target_action = 'promote'`,
    );
    postgres.control('base', 'start');
    await vi.waitFor(
      async () =>
        expect(await postgres.query('select pg_is_in_recovery() as recovering')).toEqual([{ recovering: false }]),
      60_000,
    );

    expect(await written()).toEqual(['before']);
    expect(await migrate(postgres.url)).toEqual([]);
    const locks = await believed();
    expect(locks).toBeGreaterThan(100);
    expect(await serve()).toMatchObject([{ cameBack: 'another place', locks }]);
    expect(await believed()).toBe(0);
    expect(await audited()).toEqual([
      { purpose: 'The database came back from another place; what came after it is lost', broken: null },
    ]);
    expect(await serve()).toEqual([]);
  });

  it('is dumped and restored, into a new database and where it was', async () => {
    const { folder } = postgres;
    const restored = postgres.urlOf('restored');
    postgres.shell(`${programs}/pg_dump -Fc -f ${folder}/dump '${postgres.url}'`);
    await postgres.query('create database restored');
    postgres.shell(`${programs}/pg_restore -d '${restored}' ${folder}/dump`);
    const locks = await believed();

    expect(await migrate(restored)).toEqual([]);
    expect(await checkIncarnation(restored, null)).toMatchObject({ cameBack: 'a dump', locksReset: locks });
    expect(await checkIncarnation(restored, null)).toMatchObject({ cameBack: null });

    await postgres.query(
      'drop schema as_of, public cascade',
      'create schema public',
      'grant usage on schema public to public',
    );
    postgres.shell(`${programs}/pg_restore -d '${postgres.url}' ${folder}/dump`);
    expect(await serve()).toMatchObject([{ cameBack: 'a dump', locks }]);
    expect(await believed()).toBe(0);
  });

  it('is set back by an old copy of its folder', async () => {
    const { folder } = postgres;
    postgres.control('base', 'stop', 'fast');
    postgres.shell(`cp -a ${folder}/base ${folder}/copy`);
    postgres.control('base', 'start');
    expect(await serve()).toEqual([]);
    const locks = await believed();
    postgres.control('base', 'stop', 'fast');
    postgres.control('copy', 'start');

    expect(await serve()).toMatchObject([{ cameBack: 'an earlier moment', locks }]);
    expect(await believed()).toBe(0);
  });

  it('is waited for while it follows another, and noticed when it takes over', async () => {
    const { folder } = postgres;
    postgres.control('copy', 'stop');
    postgres.shell(`touch ${folder}/follower/standby.signal`);
    await postgres.set('follower', `restore_command = 'cp ${folder}/wal/%f %p'`);
    postgres.control('follower', 'start');

    await expect(checkIncarnation(postgres.url, null)).rejects.toThrow('takes no writes');
    await expect(runServer(postgres.url, {}, instance)).rejects.toThrow(/The server ended with 75.*takes no writes/);
    postgres.control('follower', 'promote');

    expect(await checkIncarnation(postgres.url, null)).toMatchObject({ cameBack: 'another place' });
    expect(await checkIncarnation(postgres.url, null)).toMatchObject({ cameBack: null });
  });
});
