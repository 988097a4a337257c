import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { makeDatabase, type TestDatabase } from '../../testing/databases.ts';
import { asOwner, asSystem, databaseUrl } from '../../testing/harness.ts';
import {
  forgetIncarnation,
  checkIncarnation,
  watchIncarnation,
  type KnownIncarnation,
} from './database-incarnation.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-incarnation-'));
afterAll(() => rm(folder, { recursive: true }));

const check = (before: KnownIncarnation | null = null) => checkIncarnation(databaseUrl, before);

/** As a dump does it: the same words, written by another transaction. */
const asADump = `with old as (delete from database_whereabouts returning *) insert into database_whereabouts select * from old`;

beforeAll(async () => {
  await aContainer({ org_id: (await anOrg()).id });
  await asOwner('update container_sync set applied_version = 3, ground = 3');
});

/** The first row of what a statement gives. */
const first = <T>(statement: ReturnType<typeof sql<T>>) =>
  asSystem(async (tx) => (await statement.execute(tx)).rows[0]);

const believed = () =>
  first(sql<{ locks: number }>`select count(*)::int as locks from container_sync where not restart`);
const audited = () =>
  first(
    sql<object>`select purpose, count(*)::int as entries, audit_first_broken() as broken from audit_entry
    where action = 'restore_database' group by purpose order by max(number) desc limit 1`,
  );

describe('where the database is', () => {
  beforeEach(async () => {
    await check();
    await asOwner('update container_sync set restart = false');
  });

  it('is noted by the first who looks, and stays the same', async () => {
    await asOwner('delete from database_whereabouts');
    const once = await check();
    const again = await check(once.seen);

    expect(once).toMatchObject({ cameBack: null, locksReset: 0 });
    expect(again).toEqual({ ...once, seen: { ...once.seen, beat: once.seen.beat + 1 } });
    expect(await believed()).toEqual({ locks: 1 });
  });

  it.each([
    ['a dump', asADump],
    ['another place', `update database_whereabouts set place = '7/1/5', written_by = pg_current_xact_id()`],
    ['a backup', forgetIncarnation],
  ])('is noticed to have come from %s: no lock is believed, and the audit says so', async (cameBack, statement) => {
    const { seen } = await check();
    await asOwner(statement);
    const found = await check(seen);

    expect(found).toMatchObject({ cameBack, locksReset: 1 });
    expect(found.seen.generation).not.toBe(seen.generation);
    expect(await believed()).toEqual({ locks: 0 });
    expect(await audited()).toEqual({
      purpose: `The database came back from ${cameBack}; what came after it is lost`,
      entries: 1,
      broken: null,
    });
    expect(await check(found.seen)).toMatchObject({ cameBack: null });
  });

  it('is noticed to be at an earlier moment by a server that saw it later', async () => {
    const { seen } = await check();

    expect(await check({ ...seen, beat: seen.beat + 2 })).toMatchObject({
      cameBack: 'an earlier moment',
      locksReset: 1,
    });
    expect(await audited()).toMatchObject({ purpose: expect.stringContaining('an earlier moment') as string });
  });

  it('is noticed once by servers that start together', async () => {
    await asOwner(asADump);
    const looks = await Promise.all([check(), check(), check()]);

    expect(looks.map(({ cameBack }) => cameBack).filter(Boolean)).toEqual(['a dump']);
  });

  it('is still the same after its table was written anew', async () => {
    await asOwner('vacuum full database_whereabouts');

    expect(await check()).toMatchObject({ cameBack: null });
  });
});

describe('a copy of a database', () => {
  let copy: TestDatabase;
  beforeAll(async () => {
    copy = await makeDatabase('migrated');
  });
  afterAll(() => copy.drop());

  it('is another place', async () => {
    await copy.run(`insert into database_whereabouts (place, written_by)
      values ((select concat_ws('/', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), 1) from pg_control_system()),
        pg_current_xact_id())`);

    expect(await checkIncarnation(copy.url, null)).toMatchObject({ cameBack: 'another place', locksReset: 0 });
  });

  describe('is looked at by a server', () => {
    const said: unknown[] = [];
    const watch = (everyMs?: number) =>
      watchIncarnation({
        ownerUrl: copy.url,
        dataDir: folder,
        log: { warn: (facts: object) => void said.push(facts) },
        ...(everyMs !== undefined && { everyMs }),
      });
    beforeEach(() => void (said.length = 0));

    it('before it serves, which keeps what it saw', async () => {
      const file = join(folder, 'database-seen');
      const start = async () => (await watch())();
      await start();
      expect(said).toEqual([]);
      const [generation, beat] = (await readFile(file, 'utf8')).split(' ');
      await writeFile(file, `${generation} ${Number(beat) + 5}\n`);
      await start();
      await writeFile(file, 'torn');
      await start();
      expect(said).toEqual([{ cameBack: 'an earlier moment', locks: 0 }]);
    });

    it('from time to time', async () => {
      onTestFinished(await watch(20));
      await copy.run(asADump);
      await vi.waitFor(() => expect(said).toEqual([{ cameBack: 'a dump', locks: 0 }]), 10_000);
    });
  });
});
