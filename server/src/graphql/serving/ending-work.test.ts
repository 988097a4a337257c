import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, databaseUrl, server, signIn, type Answer, type Caller } from '../../testing/harness.ts';
import { ids } from '../../testing/sealed.ts';

const http = createServer((request, response) => void server.handle(request, response, {}));
let url: string;
const owner = new pg.Client({ connectionString: databaseUrl });
/** Within a transaction, PostgreSQL tells the same of its activity time and again. */
const watcher = new pg.Client({ connectionString: databaseUrl });

const org = await anOrg();
const entrance = await anEntrance({ org_id: org.id });
const attacker = await signIn(['local_implementer'], { orgIds: [org.id] });
const other = await signIn(['local_implementer'], { orgIds: [org.id] });

const entrances = '{ entrances(first: 1) { nodes { id } } }';
const groups = '{ accessGroups(first: 50) { nodes { id name } } }';

beforeAll(async () => {
  await Promise.all([owner.connect(), watcher.connect()]);
  // The first visit of an account waits for all others'.
  await Promise.all([attacker, other].map((caller) => caller.run('{ viewer { id } }')));
  await once(http.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/graphql`;
});

afterAll(async () => {
  http.closeAllConnections();
  await once(http.close(), 'close');
  await Promise.all([owner.end(), watcher.end()]);
});

/** Asks over a connection that `signal` breaks; gives nothing when it did. */
async function ask({ token }: Caller, query: string, signal?: AbortSignal): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer oidc~${token}` },
      body: JSON.stringify({ query }),
      ...(signal && { signal }),
    });
    const { data, errors } = (await response.json()) as { data: unknown; errors?: { extensions: { code: string } }[] };
    return { data, errors: errors?.map(({ extensions }) => ({ message: '', ...extensions })) };
  } catch (error) {
    if (signal?.aborted) {
      return undefined;
    }
    throw error;
  }
}

/** Statements of the application that wait for a lock; those with these words, where others may come late to wait as well. */
async function waiting(words = ''): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'noa' and wait_event_type = 'Lock'
       and query like '%' || $1 || '%'`,
    [words],
  );
  return rows[0]?.count ?? 0;
}

/** Statements of the application that have not ended. */
async function running(): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'noa' and state <> 'idle'`,
  );
  return rows[0]?.count ?? 0;
}

/** Nobody reads or writes entrances while `work` is done, and nothing of before still does. */
async function withLockedEntrances<T>(work: () => Promise<T>): Promise<T> {
  await expect.poll(running, { timeout: 20_000 }).toBe(0);
  await owner.query('begin; lock table entrance in access exclusive mode');
  try {
    return await work();
  } finally {
    await owner.query('rollback');
  }
}

describe('work for a client that has gone', () => {
  it('ends in PostgreSQL while it waits there, and what is queued does not begin', async () => {
    await withLockedEntrances(async () => {
      const leaving = new AbortController();
      const asked = Array.from({ length: 20 }, () => ask(attacker, entrances, leaving.signal));
      await expect.poll(() => waiting(), { timeout: 10_000 }).toBe(3);

      leaving.abort();

      await expect.poll(() => waiting(), { timeout: 5_000 }).toBe(0);
      expect(await Promise.all(asked)).toEqual(asked.map(() => undefined));
    });
    expect((await ask(attacker, entrances))?.data).toEqual({ entrances: { nodes: [{ id: entrance.id }] } });
  });

  it('never ends a statement of somebody else', async () => {
    let leaving = true;
    const leave = async () => {
      while (leaving) {
        const signal = AbortSignal.timeout(1 + Math.floor(Math.random() * 40));
        await ask(
          attacker,
          `{ ${Array.from({ length: 4 }, (_, i) => `a${i}: entrances { totalCount nodes { id } }`).join(' ')} }`,
          signal,
        );
      }
    };
    const leavers = Array.from({ length: 4 }, leave);
    for (let round = 0; round < 6; round += 1) {
      const answer = await ask(other, groups);
      expect(answer?.errors).toBeUndefined();
    }
    leaving = false;
    await Promise.all(leavers);
  });

  it('is finished all the same when it saves something', async () => {
    const leaving = new AbortController();
    await withLockedEntrances(async () => {
      // By somebody of whom nothing is in the way.
      const saving = ask(
        other,
        `mutation { updateEntrance(id: "${entrance.id}", rowId: "${ids.sealNumber('version', entrance.row_id)}", input: { addrSc: "Z" }) { id } }`,
        leaving.signal,
      );
      await expect.poll(() => waiting('for update'), { timeout: 10_000 }).toBe(1);
      leaving.abort();
      await saving;
    });

    await expect
      .poll(() => asSystem((tx) => tx.selectFrom('entrance').select('addr_sc').executeTakeFirst()), { timeout: 10_000 })
      .toEqual({ addr_sc: 'Z' });
  });
});

describe('who asks for much', () => {
  it('has a share of the connections, and leaves the others theirs', async () => {
    await withLockedEntrances(async () => {
      const leaving = new AbortController();
      const asked = Array.from({ length: 60 }, () => ask(attacker, entrances, leaving.signal));
      await expect.poll(() => waiting(), { timeout: 10_000 }).toBe(3);

      expect((await ask(other, groups))?.errors).toBeUndefined();

      leaving.abort();
      await Promise.all(asked);
    });
  });

  it('is told when no more of it can wait', async () => {
    await withLockedEntrances(async () => {
      const leaving = new AbortController();
      const asked = Array.from({ length: 70 }, () => ask(attacker, entrances, leaving.signal));

      const refused = await Promise.race(asked);

      expect(refused?.errors).toMatchObject([{ code: 'LimitExceeded' }]);
      leaving.abort();
      await Promise.all(asked);
    });
  });
});
