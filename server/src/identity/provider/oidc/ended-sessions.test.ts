import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../../database/database.ts';
import { untilAwaited } from '../../../testing/awaited-locks.ts';
import { keyring, providerDb } from '../../../testing/harness.ts';
import { findUserByEmail } from '../accounts/user.queries.ts';
import { Browser, endpoint, startProvider } from '../provider.fixture.ts';
import { createAdapter } from './adapter.ts';
import { endSessions } from './sessions.ts';

let app: FastifyInstance;
let userId: string;
const email = 'root@noa.test';

beforeAll(async () => {
  ({ app } = await startProvider());
  userId = (await findUserByEmail(providerDb, email))?.user.id ?? '';
  return () => app.close();
});

async function aSession(): Promise<Browser> {
  const browser = new Browser(app);
  await browser.signIn(email);
  return browser;
}

/** Asks for something, and has sessions end once that has found its own and comes to write. */
async function endedMeanwhile<Answer>(ask: () => Promise<Answer>, end: (tx: Tx) => Promise<unknown>): Promise<Answer> {
  const tx = await providerDb.startTransaction().execute();
  // What is read goes on; what is written waits.
  await sql`lock table provider_item in share row exclusive mode`.execute(tx);
  const answer = ask();
  await untilAwaited(1);
  await end(tx);
  await tx.commit().execute();
  return answer;
}

const signsInSilently = async (browser: Browser) =>
  /[?&]code=/.test(String((await browser.authorize({ prompt: 'none' })).headers.location));

describe('A session that ends while a request of it is answered', () => {
  it('is over, and so is what the request was given', async () => {
    const browser = await aSession();

    const answer = await endedMeanwhile(
      () => browser.authorize({ prompt: 'none' }),
      (tx) => endSessions(tx, userId, 'all'),
    );

    const code = new URL(String(answer.headers.location)).searchParams.get('code');
    expect(await browser.exchange(code)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await signsInSilently(browser)).toBe(false);
  });

  it('is over under another id, too, by which the library goes on with who does not sign out altogether', async () => {
    const browser = await aSession();
    const page = await browser.get(`${endpoint('end_session')}?client_id=noa-frontend`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';

    await endedMeanwhile(
      () => browser.post(`${endpoint('end_session')}/confirm`, { xsrf }),
      (tx) => endSessions(tx, userId, 'all'),
    );

    expect(await signsInSilently(browser)).toBe(false);
  });

  it('is over when its owner has signed out', async () => {
    const browser = await aSession();
    const id = browser.cookie('noa_session') ?? '';

    await endedMeanwhile(
      () => browser.authorize({ prompt: 'none' }),
      async (tx) => createAdapter(tx, keyring)('Session').destroy(id),
    );

    expect(await signsInSilently(browser)).toBe(false);
  });

  it('is followed by another, once its owner signs in', async () => {
    const browser = await aSession();
    await endSessions(providerDb, userId, 'all');

    expect((await browser.signIn(email)).get('code')).toBeTruthy();

    expect(await signsInSilently(browser)).toBe(true);
  });
});

describe('What is over', () => {
  it('goes bit by bit as others begin to sign in, however much anybody has left', async () => {
    await sql`
      insert into provider_item (model, id, payload, expires_at)
      select 'Interaction', 'left ' || n, '{}', now() - interval '1 minute' from generate_series(1, 120) n`.execute(
      providerDb,
    );
    const left = async () =>
      (await sql`select from provider_item where id like 'left %'`.execute(providerDb)).rows.length;

    await new Browser(app).authorize();
    const some = await left();
    await new Browser(app).authorize();
    await new Browser(app).authorize();

    expect([some, await left()]).toEqual([70, 0]);
  });
});
