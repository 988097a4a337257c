import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aManager } from '../../testing/factories.ts';
import { appUrl, givenIn, type Caller } from '../../testing/harness.ts';
import { boundDatabase } from '../connection/statement-bounds.ts';
import { openDatabase } from '../database.ts';
import { everything } from '../scope.ts';
import { read, readOne } from '../transaction.ts';
import { tryOrders } from '../../testing/replica/orders-of-reads.fixture.ts';
import { Primary } from './primary.ts';
import { openReplica } from './open-replica.ts';
import { aWorld, listFile, setEnabled, type World } from '../../testing/replica/world.fixture.ts';
import { outcomesOf, withReplica } from '../../testing/replica/replicated-api.fixture.ts';
import { openQueries } from '../../testing/replica/whole-schema.fixture.ts';

const api = withReplica();

const nowhere = { replica: 0, behind: 0, away: 0, failed: 0 };
const names = '{ managers(first: 200) { nodes { name } } }';
const namesOf = (answer: Awaited<ReturnType<typeof api.ask>>): string[] =>
  answer.data.managers.nodes.map(({ name }: { readonly name: string }) => name);

let world: World;
let org: World['org'];
let implementer: Caller;
beforeAll(async () => {
  world = await aWorld(api.db);
  org = world.org;
  ({ implementer } = world.callers);
  await api.pair.resume();
});

const rename = (name: string, caller = implementer) =>
  api.ask(caller, `mutation ($input: CreateManagerInput!) { createManager(input: $input) { name } }`, {
    input: { orgId: org.id, name },
  });

describe('what is written while the replica does not show it', () => {
  it(
    'is in every list and record of the schema, for who wrote it and for all others',
    { timeout: 600_000 },
    async () => {
      await api.pair.paused(async () => {
        const later = await aWorld(api.db);
        for (const [role, caller] of Object.entries(later.callers)) {
          for (const [name, query] of openQueries) {
            const expected = await api.askPrimary(caller, query);
            expect(await api.ask(caller, query), `${role} ${name}`).toEqual(expected);
            expect(await api.ask(caller, query), `${role} ${name}, once more`).toEqual(expected);
          }
        }
      });
    },
  );

  it('is seen by who wrote it and by all others, who do not all wait for it in vain', async () => {
    const { root } = world.callers;
    await api.pair.paused(async () => {
      await rename('Seen at once');
      const own = await outcomesOf(() => api.ask(implementer, names));
      const others = await outcomesOf(() => Promise.all(Array.from({ length: 20 }, () => api.ask(root, names))));

      expect(namesOf(own.done)).toContain('Seen at once');
      expect(own.outcomes).toEqual({ ...nowhere, behind: 1 });
      others.done.forEach((answer) => expect(namesOf(answer)).toContain('Seen at once'));
      expect(others.outcomes).toEqual({ ...nowhere, behind: 20 });
    });
  });

  it('is waited for where it takes but a moment', async () => {
    await api.pair.pause();
    await rename('Takes a moment');

    const asking = outcomesOf(() => api.askPatiently(implementer, names));
    await api.pair.resume();
    const { done, outcomes } = await asking;

    expect(namesOf(done)).toContain('Takes a moment');
    expect(outcomes).toEqual({ ...nowhere, replica: 1 });
  });

  it('decides who may ask: a member who was removed, and an org that was disabled', async () => {
    const { reporter, root } = world.callers;
    const asked = await api.ask(reporter, '{ viewer { id } managers { totalCount } }');
    expect(asked.errors).toBeUndefined();
    await api.pair.paused(async () => {
      await api.pair.onPrimary(
        `delete from org_member where account_id = (select id from account where roles = '{local_reporter}' and exists
          (select from org_member m where m.account_id = account.id and m.org_id = '${org.id}'))`,
      );
      expect((await api.ask(reporter, names)).data?.managers.nodes ?? []).toEqual([]);

      expect(namesOf(await api.ask(implementer, names))).not.toEqual([]);
      await setEnabled(api.db, org, false);
      expect((await api.ask(implementer, names)).data?.managers.nodes ?? []).toEqual([]);
      expect(namesOf(await api.ask(root, names))).not.toEqual([]);
    });
    await setEnabled(api.db, org, true);
  });

  it('is in the file of a list', async () => {
    await api.pair.paused(async () => {
      await rename('In the file');
      const shown = await outcomesOf(() => listFile(api.db, org, api.openFile));
      expect(shown.done).toContain('In the file');
      expect(shown.outcomes).toEqual({ ...nowhere, behind: 1 });
    });
    const shown = await outcomesOf(() => listFile(api.db, org, api.openFilePatiently));
    expect(shown.done).toContain('In the file');
    expect(shown.outcomes).toEqual({ ...nowhere, replica: 1 });
  });
});

describe('the replica', () => {
  it('is read where it has come to where the primary is, replaying or not', async () => {
    const shown = await outcomesOf(() => api.askPatiently(implementer, names));
    expect(shown.outcomes).toEqual({ ...nowhere, replica: 1 });

    await api.pair.paused(async () => {
      const still = await outcomesOf(() => api.askPatiently(implementer, names));
      expect(still.outcomes).toEqual({ ...nowhere, replica: 1 });
      expect(still.done).toEqual(shown.done);
    });
  });

  it('answers every query of the schema as the primary does', { timeout: 600_000 }, async () => {
    for (const [role, caller] of Object.entries(world.callers)) {
      for (const [name, query] of openQueries) {
        const expected = await api.askPrimary(caller, query);
        const shown = await outcomesOf(() => api.askPatiently(caller, query));
        expect(shown.done, `${role} ${name}`).toEqual(expected);
        expect(shown.outcomes, `${role} ${name}`).toEqual({ ...nowhere, replica: expect.any(Number) });
      }
    }
  });

  it('is read of the past', async () => {
    await rename('Of before');
    const before = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await rename('Of after');

    const then = await outcomesOf(() =>
      api.askPatiently(implementer, `{ managers(first: 200, asOf: "${before}") { nodes { name } } }`),
    );

    expect(then.outcomes.replica).toBeGreaterThan(0);
    expect(then.outcomes.behind).toBe(0);
    expect(namesOf(then.done)).toContain('Of before');
    expect(namesOf(then.done)).not.toContain('Of after');
  });

  it('is not asked by what writes, nor what is asked on the way to it', async () => {
    const { outcomes } = await outcomesOf(() => rename('By a mutation'));

    expect(outcomes).toEqual(nowhere);
  });

  it('whose query stands in the way of what it replays is replaced by the primary', async () => {
    let times = 0;
    const db = boundDatabase(api.db, undefined, api.patient);

    const { done, outcomes } = await outcomesOf(() =>
      read(db, everything, async (tx) => {
        times += 1;
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from manager`.execute(tx);
        if (times === 1) {
          await api.pair.onPrimary('begin; lock table manager in access exclusive mode; commit');
          await sql`select pg_sleep(20)`.execute(tx); // is cancelled
        }
        return rows[0]?.n;
      }),
    );

    expect(done).toBeGreaterThan(0);
    expect(times).toBe(2);
    expect(outcomes.failed + outcomes.away).toBe(1);
  });

  it('is read over connections that were admitted each: another standby may stand behind its address', async () => {
    await api.pair.resume();
    const db = boundDatabase(api.db, undefined, {
      read: (here, transact) =>
        transact({
          ...here,
          pool: api.db,
          admit: async (ask) => {
            const { rows } = await ask('select pg_is_in_recovery() as follows');
            expect(rows).toEqual([{ follows: false }]);
            throw new RangeError('not this one');
          },
        }),
    });

    await expect(read(db, everything, (tx) => sql`select 1`.execute(tx))).rejects.toThrow('not this one');
    const query = sql<{ n: number }>`select 1 as n`.compile(api.db);
    await expect(readOne(db, everything, { query, isPlannedOnce: false })).rejects.toThrow('not this one');
    await expect(read(api.db, everything, async () => 'still open')).resolves.toBe('still open');
  });

  it('is not read over a connection that shows less than the one that was looked at', async () => {
    const answers = (row: object) => async () => ({ rows: [row] }) as never;
    const older = { history: 'another', bytes: '0', follows: true };

    const { done, outcomes } = await outcomesOf(() =>
      api.patient.read({ pool: api.db, bounds: undefined }, async ({ admit }) => {
        await admit?.(answers(older));
        return admit ? 'the replica' : 'the primary';
      }),
    );

    expect(done).toBe('the primary');
    expect(outcomes).toEqual({ ...nowhere, behind: 1 });
  });

  it('has to show what was committed without being waited for, where commits are', async () => {
    const lazyUrl = `${api.pair.appUrl}&options=-c%20synchronous_commit%3Doff`;
    const lazy = openDatabase(lazyUrl);
    const primary = new Primary(lazyUrl);
    await givenIn(lazy, () => aManager({ org_id: org.id }));
    const [row] = await api.pair.onPrimary(`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as bytes`);

    expect((await primary.askPosition()).bytes).toBeGreaterThanOrEqual(BigInt(String(row?.['bytes'])));

    await Promise.all([lazy.destroy(), primary.close()]);
  });

  it('that dies leaves its reads to the primary, and is read again when it is back', { timeout: 300_000 }, async () => {
    const began = api.said.length;
    await rename('Before it died');
    await api.pair.loseStandby();

    const without = await outcomesOf(() => Promise.all(Array.from({ length: 10 }, () => api.ask(implementer, names))));
    without.done.forEach((answer) => expect(namesOf(answer)).toContain('Before it died'));
    expect(without.outcomes.replica).toBe(0);
    await expect.poll(() => api.replica.state.isThere, { timeout: 20_000 }).toBe(false);
    expect((await outcomesOf(() => api.ask(implementer, names))).outcomes).toEqual({ ...nowhere, away: 1 });

    await api.pair.back();
    await expect.poll(() => api.replica.state.isThere, { timeout: 20_000 }).toBe(true);
    await expect
      .poll(async () => (await outcomesOf(() => api.ask(implementer, names))).outcomes, { timeout: 20_000 })
      .toEqual({ ...nowhere, replica: 1 });
    expect(api.said.slice(began)).toEqual([
      'The replica at DATABASE_READ_URL does not answer; everything is read at the primary until it does',
      'The replica at DATABASE_READ_URL answers again, and is read',
    ]);
  });
});

it('whoever reads sees nothing older than what anybody has seen or written', { timeout: 600_000 }, () =>
  tryOrders(api, 4),
);

describe('a replica that is named in the settings', () => {
  const log = { warn: () => undefined, info: () => undefined };
  const opening = (url: string, primary = api.pair.appUrl) => openReplica({ url, appUrl: primary, log });

  it('signs in as the application unless its address says who', async () => {
    const nameless = api.pair.standbyUrl.replace(/\/\/[^@]+@/, '//');
    const opened = await opening(nameless);

    await expect.poll(() => opened?.state.lag, { timeout: 20_000 }).toEqual({ bytes: 0, seconds: 0 });
    await opened?.close();
  });

  it.each([
    ['takes writes', () => opening(api.pair.appUrl)],
    ['another database of the right cluster', () => opening(api.pair.standbyUrl.replace('/noa?', '/postgres?'))],
    ['the standby of another cluster', () => opening(api.pair.standbyUrl, appUrl)],
  ])('is refused where it %s', async (sentence, open) => {
    await expect(open()).rejects.toThrow(sentence);
  });

  it('is opened while it is away', async () => {
    const opened = await opening(api.pair.standbyUrl.replace(/host=.*/, 'host=/tmp/nowhere'));

    const db = boundDatabase(api.db, undefined, opened);
    await expect(read(db, everything, async () => 'read at the primary')).resolves.toBe('read at the primary');
    await opened?.close();
  });

  it('tells how far it is behind', async () => {
    await api.pair.paused(async () => {
      await rename('Behind');
      await expect.poll(() => api.replica.state.lag?.bytes, { timeout: 20_000 }).toBeGreaterThan(0);
      await expect.poll(() => api.replica.state.lag?.seconds, { timeout: 20_000 }).toBeGreaterThan(0);
    });
    await expect.poll(() => api.replica.state.lag, { timeout: 20_000 }).toEqual({ bytes: 0, seconds: 0 });
  });
});

it('a standby that was promoted is not read any more: it goes a way of its own', async () => {
  await api.pair.onStandby('select pg_promote()');

  const { done, outcomes } = await outcomesOf(() => api.ask(implementer, names));

  expect(namesOf(done)).not.toEqual([]);
  expect(outcomes).toEqual({ ...nowhere, behind: 1 });
});
