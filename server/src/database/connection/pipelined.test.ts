import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appUrl } from '../../testing/harness.ts';
import { isClockShifted } from '../../testing/shifted-clock.ts';
import { askOver, openDatabase, type Db } from '../database.ts';
import { opening } from './pipelined-connection.ts';
import { preparedMark } from './prepared.ts';
import { everything, ofOrgs } from '../scope.ts';
import { read, readOne, write } from '../transaction.ts';

/** A proxy that counts how often the client speaks after PostgreSQL has. */
async function aCountingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl.replace(/@\//, '@localhost/'));
  const folder = target.searchParams.get('host');
  let roundTrips = 0;
  let lastSpoke = '';
  const server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(target.port), target.hostname);
    near.on('data', (chunk) => {
      roundTrips += lastSpoke === 'client' ? 0 : 1;
      lastSpoke = 'client';
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      lastSpoke = 'server';
      near.write(chunk);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  target.searchParams.delete('host');
  target.hostname = '127.0.0.1';
  target.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: target.href,
    countRoundTrips: async (work: () => Promise<unknown>) => {
      roundTrips = 0;
      lastSpoke = '';
      await work();
      return roundTrips;
    },
    close: () => server.close(),
  };
}

describe('connections over which statements are sent before the last is answered', () => {
  let proxy: Awaited<ReturnType<typeof aCountingProxy>>;
  let db: Db;

  beforeAll(async () => {
    proxy = await aCountingProxy(appUrl);
    db = openDatabase(proxy.url, { max: 1 });
    await read(db, everything, (tx) => sql`select 1`.execute(tx));
  });

  afterAll(async () => {
    await db.destroy();
    proxy.close();
  });

  const aRead = () => read(db, everything, (tx) => sql<{ n: number }>`select 1 as n`.execute(tx));

  test('a transaction that reads is begun, given its scope and asked in one round trip', async () => {
    await aRead();

    await expect(proxy.countRoundTrips(aRead)).resolves.toBe(1);
  });

  test('what reads sees its scope, and one moment', async () => {
    const seen = await read(db, { ...everything, all: false }, async (tx) => {
      const { rows } = await sql<{ all: string; level: string; only: string }>`
        select current_setting('noa.scope_all') as all, current_setting('transaction_isolation') as level,
          current_setting('transaction_read_only') as only`.execute(tx);
      return rows[0];
    });

    expect(seen).toEqual({ all: 'off', level: 'repeatable read', only: 'on' });
  });

  test('nothing is answered behind a statement that failed, and nobody else hears of it', async () => {
    const reads = db.transaction().setAccessMode('read only');
    const failing = reads.execute(async (tx) => {
      await sql`${opening} select 1 / 0`.execute(tx);
      return sql`select 1`.execute(tx);
    });
    await expect(failing).rejects.toThrow('division by zero');
    const unasked = reads.execute((tx) => sql`${opening} select 2 / 0`.execute(tx));
    await expect(unasked).rejects.toThrow('division by zero');

    await expect(aRead()).resolves.toMatchObject({ rows: [{ n: 1 }] });
  });

  test('nothing of one transaction is left for the next on its connection', async () => {
    await read(db, everything, (tx) => sql`select set_config('noa.left', 'here', true)`.execute(tx));

    const { rows } = await sql<{ left: string }>`select current_setting('noa.left', true) as left`.execute(db);

    expect(rows[0]?.left ?? '').toBe('');
  });

  describe('one statement alone', () => {
    const asked = (text: string) => ({ query: CompiledQuery.raw(text), isPlannedOnce: true });
    const settings =
      asked(`select current_setting('noa.scope_orgs') as orgs, current_setting('transaction_read_only') as only,
      current_setting('plan_cache_mode') as planning, current_setting('statement_timeout') as time`);
    const [one, other] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];

    test('sees the scope that it is given, each time, from the first time on a connection on', async () => {
      const fresh = openDatabase(appUrl, { max: 1 });
      for (const org of [one, other, one]) {
        await expect(readOne(fresh, ofOrgs([org]), settings)).resolves.toEqual([
          { orgs: `{${org}}`, only: 'on', planning: 'force_generic_plan', time: '30s' },
        ]);
        await aRead();
      }
      const { rows } = await sql`
        select current_setting('noa.scope_orgs', true) as orgs, current_setting('plan_cache_mode') as planning`.execute(
        fresh,
      );
      expect(rows).toEqual([{ orgs: '', planning: 'auto' }]);
      await fresh.destroy();
    });

    test('is begun, given its scope, asked and ended in one round trip', async () => {
      const ask = () => readOne(db, ofOrgs([one]), asked('select 1 as n'));
      await ask();

      await expect(proxy.countRoundTrips(ask)).resolves.toBe(1);
    });

    test('changes nothing', async () => {
      const writing = () => readOne(db, everything, asked(`insert into org (name) values ('Read only')`));

      await expect(writing()).rejects.toThrow('read-only');
      await expect(writing()).rejects.toThrow('read-only');
    });

    test('is not told where what was asked before it is not as expected, whatever itself gives', async () => {
      const first = (expected: string) => ({
        text: `${preparedMark} select $1::text`,
        parameters: ['found'],
        check: (row: readonly unknown[] | undefined) => expect(row).toEqual([expected]),
      });
      for (const _ of ['not known yet', 'known']) {
        await expect(readOne(db, everything, asked('select 1 as n'), first('found'))).resolves.toEqual([{ n: 1 }]);
        await expect(readOne(db, everything, asked('select 1 as n'), first('other'))).rejects.toThrow('expected');
        await expect(readOne(db, everything, asked('select 1 / 0'), first('other'))).rejects.toThrow('expected');
        await expect(readOne(db, everything, asked('select 1 / 0'), first('found'))).rejects.toThrow('by zero');
      }
      await expect(aRead()).resolves.toMatchObject({ rows: [{ n: 1 }] });
    });

    test('is answered again after one that failed where a transaction was left', async () => {
      const ask = () => readOne(db, everything, asked('select 1 as n'));
      await ask();
      // What is left when somebody cancels the end of a transaction.
      await sql`start transaction`.execute(db);
      await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('by zero');

      await expect(ask()).rejects.toThrow('current transaction is aborted');

      await expect(ask()).resolves.toEqual([{ n: 1 }]);
    });

    test.skipIf(isClockShifted)('takes no longer than it is given by what stands before it', async () => {
      const limit = { text: `${preparedMark} select set_config('statement_timeout', '50', true)`, parameters: [] };
      for (const _ of ['not known yet', 'known']) {
        const slow = askOver(db, CompiledQuery.raw('select pg_sleep(20)'), [limit], (_processId, ask) => ask());
        await expect(slow).rejects.toThrow('statement timeout');
      }
    });
  });

  test('what writes is waited for, and undone whole', async () => {
    await sql`select 1`.execute(db);
    const failing = write(db, everything, 'test', async (tx) => {
      await sql`insert into org (name) values ('Half an org')`.execute(tx);
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(failing).rejects.toThrow('division by zero');

    const { rows } = await read(db, everything, (tx) => sql`select from org where name = 'Half an org'`.execute(tx));

    expect(rows).toEqual([]);
  });
});
