import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner, providerDb } from '../../../testing/harness.ts';
import { itemKey } from '../oidc/adapter.ts';
import { askedIn, Authenticator, type Wrong } from './authenticator.fixture.ts';
import { hashPassword } from './password.ts';
import { accountPath } from '../paths.ts';
import { Browser, realmPath, startProvider } from '../provider.fixture.ts';
import { addUsers } from '../accounts/user.queries.ts';

let app: FastifyInstance;
let hash: string;
const account = realmPath + accountPath;
const password = 'trei pisici pe gard';

beforeAll(async () => {
  ({ app } = await startProvider({ production: true, secondFactor: ['root'] }));
  hash = await hashPassword(password);
  return () => app.close();
});

let people = 0;
async function aPerson(role: 'root' | 'manager' = 'manager'): Promise<string> {
  people += 1;
  const email = `dan.${people}@primarie.test`;
  await addUsers(providerDb, [{ email, name: 'Dan Pop', roles: [role], locale: 'ro', hash }]);
  return email;
}

/** Signs in by password, and adds a passkey on the page of the account. */
async function withPasskey(role: 'root' | 'manager' = 'manager') {
  const email = await aPerson(role);
  const browser = new Browser(app);
  await browser.signIn(email, password);
  const key = new Authenticator();
  const shown = await addTo(browser, key);
  return { email, browser, key, shown };
}

async function addTo(browser: Browser, key: Authenticator, wrong?: Wrong) {
  const asked = askedIn((await browser.get(`${account}/passkey`)).body);
  return browser.post(`${account}/passkey`, { passkey: key.make(asked, wrong), name: 'Telefon <b>' });
}

/** A browser at the sign-in page, and where that is. */
async function atSignIn() {
  const browser = new Browser(app);
  const path = String((await browser.authorize()).headers.location);
  return { browser, path };
}

/** A browser in which the password was right, asked for more. */
async function afterPassword(email: string) {
  const { browser, path } = await atSignIn();
  const next = String((await browser.post(path, { email, password })).headers.location);
  return { browser, path: next, asked: askedIn((await browser.get(next)).body) };
}

const amrOf = async (browser: Browser, resume: string): Promise<string[]> => {
  const called = new URL(String((await browser.get(resume)).headers.location));
  expect(called.searchParams.get('code')).toBeTruthy();
  const rows = await providerDb
    .selectFrom('provider_item')
    .select('payload')
    .where('model', '=', 'AuthorizationCode')
    .where('id', '=', itemKey(called.searchParams.get('code') ?? ''))
    .execute();
  return rows.flatMap(({ payload }) => (payload['amr'] ?? []) as string[]);
};

describe('passkeys on the page of the account', () => {
  it('are added with recovery codes, listed, named and removed, by who has signed in a moment ago', async () => {
    const { browser, key, shown } = await withPasskey();
    expect(shown.body.match(/<li><code>/g)).toHaveLength(10);
    expect((await browser.get(account)).body).toContain('Telefon &lt;b&gt;');

    await browser.post(`${account}/passkeys/rename`, { id: key.id, name: 'Cheia de la birou' });
    expect((await browser.get(account)).body).toContain('Cheia de la birou');
    await asOwner(`update provider_item set payload = jsonb_set(payload, '{loginTs}', '1') where model = 'Session'`);
    const refused = await browser.post(`${account}/passkeys/remove`, { id: key.id });
    expect(String(refused.headers.location)).toContain('prompt=login');

    await asOwner(
      `update provider_item set payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch from now())::int)) where model = 'Session'`,
    );
    expect((await browser.post(`${account}/passkeys/remove`, { id: key.id })).headers.location).toBe(
      `${account}?done=passkeyRemoved`,
    );
    expect((await browser.get(account)).body).not.toContain('Cheia de la birou');
  });

  it.each<[string, Wrong]>([
    ['made for another origin', { origin: 'http://noa.example' }],
    ['made for another host', { rpId: 'noa.example' }],
    ['that answers another challenge', { challenge: 'bm90IHRoaXMgb25l' }],
    ['that did not prove who used it', { unverified: true }],
  ])('refuse one %s', async (_what, wrong) => {
    const browser = new Browser(app);
    await browser.signIn(await aPerson(), password);
    expect((await addTo(browser, new Authenticator(), wrong)).statusCode).toBe(422);
  });

  it('belong to one account, whose owner alone changes them', async () => {
    const { browser, key } = await withPasskey();
    const other = new Browser(app);
    await other.signIn(await aPerson(), password);

    expect((await addTo(other, key)).statusCode).toBe(422);
    await other.post(`${account}/passkeys/rename`, { id: key.id, name: 'A mea' });
    await other.post(`${account}/passkeys/remove`, { id: key.id });
    expect((await browser.get(account)).body).toContain('Telefon &lt;b&gt;');
  });
});

describe('a passkey after the password', () => {
  it('is asked for, and takes the place of the code', async () => {
    const { email, key } = await withPasskey();
    const { browser, path, asked } = await afterPassword(email);
    expect(path).toMatch(/\/code$/);
    expect(asked.allowCredentials).toMatchObject([{ id: key.id }]);

    const sent = await browser.post(path, { passkey: key.show(asked) });
    expect(await amrOf(browser, String(sent.headers.location))).toEqual(['pwd', 'pop']);
  });

  it.each<[string, Wrong]>([
    ['for another origin', { origin: 'https://noa.test' }],
    ['for another host', { rpId: 'noa.example' }],
    ['to another challenge', { challenge: 'bm90IHRoaXMgb25l' }],
    ['that did not prove who used it', { unverified: true }],
    ['of a credential that is not kept', { id: 'AAAA' }],
    ['with an id that is none', { id: 'a\0' }],
    ['that names another account', { userHandle: 'AAAA' }],
  ])('is refused with an answer %s', async (_what, wrong) => {
    const { email, key } = await withPasskey();
    const { browser, path, asked } = await afterPassword(email);
    expect((await browser.post(path, { passkey: key.show(asked, wrong) })).statusCode).toBe(401);
  });

  it('is taken once: neither the same answer again nor one challenge twice', async () => {
    const { email, key } = await withPasskey();
    const { browser, path, asked } = await afterPassword(email);
    const answer = key.show(asked);
    const both = await Promise.all([browser.post(path, { passkey: answer }), browser.post(path, { passkey: answer })]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([303, 401]);

    const next = await afterPassword(email);
    expect((await next.browser.post(next.path, { passkey: answer })).statusCode).toBe(401);
    expect((await next.browser.post(next.path, { passkey: key.show(next.asked) })).statusCode).toBe(401);
  });

  it('is refused of another account', async () => {
    const { email } = await withPasskey();
    const { key: foreign } = await withPasskey();
    const { browser, path, asked } = await afterPassword(email);
    expect((await browser.post(path, { passkey: foreign.show(asked, { userHandle: '' }) })).statusCode).toBe(401);
  });

  it('is refused where its counter does not rise, as that of a copy', async () => {
    const { email, key } = await withPasskey();
    const tryWith = async (counter: number) => {
      key.counter = counter - 1;
      const { browser, path, asked } = await afterPassword(email);
      return (await browser.post(path, { passkey: key.show(asked) })).statusCode;
    };
    expect([await tryWith(7), await tryWith(7), await tryWith(3), await tryWith(0), await tryWith(8)]).toEqual([
      303, 401, 401, 401, 303,
    ]);
  });

  it('is taken from keys that do not count', async () => {
    const { email, key } = await withPasskey();
    for (let times = 0; times < 2; times += 1) {
      key.counter = -1;
      const { browser, path, asked } = await afterPassword(email);
      expect((await browser.post(path, { passkey: key.show(asked) })).statusCode).toBe(303);
    }
  });

  it('is tried five times in five minutes, together with codes', async () => {
    const { email, key } = await withPasskey();
    const { browser, path } = await afterPassword(email);
    const answers = [];
    for (let times = 0; times < 6; times += 1) {
      const asked = askedIn((await browser.get(path)).body);
      const isRight = times === 5;
      const form = times % 2 ? { passkey: key.show(asked, isRight ? {} : { unverified: true }) } : { code: '111111' };
      answers.push((await browser.post(path, form)).statusCode);
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('may be set up where a role demands a second factor, and the last one stays', async () => {
    const email = await aPerson('root');
    const key = new Authenticator();
    const { browser, path } = await afterPassword(email);
    expect(path).toMatch(/\/totp$/);
    const making = path.replace(/totp$/, 'new-passkey');
    const asked = askedIn((await browser.get(making)).body);
    const shown = await browser.post(making, { passkey: key.make(asked), name: '' });
    expect(shown.body.match(/<li><code>/g)).toHaveLength(10);
    const sent = await browser.post(path.replace(/totp$/, 'done'), {});
    expect(await amrOf(browser, String(sent.headers.location))).toEqual(['pwd', 'pop']);

    expect((await browser.post(`${account}/passkeys/remove`, { id: key.id })).headers.location).toBe(account);
    expect((await browser.get(account)).body).toContain('ultima cheie de acces nu se poate șterge');
    expect((await afterPassword(email)).path).toMatch(/\/code$/);
  });
});

describe('a passkey alone', () => {
  it('signs in whose it is, with nothing typed, also who must have a second factor', async () => {
    const { key } = await withPasskey();
    const { browser, path } = await atSignIn();
    const asked = askedIn((await browser.get(path)).body);
    expect(asked.allowCredentials ?? []).toEqual([]);

    const sent = await browser.post(`${path}/passkey`, { passkey: key.show(asked) });
    expect(await amrOf(browser, String(sent.headers.location))).toEqual(['pop', 'mfa']);
    expect((await browser.get(account)).statusCode).toBe(200);
  });

  it('is refused with a challenge of another sign-in, or of the second step', async () => {
    const { email, key } = await withPasskey();
    const first = await atSignIn();
    const asked = askedIn((await first.browser.get(first.path)).body);
    const second = await atSignIn();
    await second.browser.get(second.path);
    const refused = await second.browser.post(`${second.path}/passkey`, { passkey: key.show(asked) });
    expect(refused.statusCode).toBe(401);
    expect(refused.body).toContain('Cheia de acces nu a fost acceptată');

    const stepped = await afterPassword(email);
    const alone = stepped.path.replace(/code$/, 'passkey');
    expect((await stepped.browser.post(alone, { passkey: key.show(stepped.asked) })).statusCode).toBe(401);
  });

  it('is not judged in another browser than the one that began, nor from nonsense', async () => {
    const { key } = await withPasskey();
    const { browser, path } = await atSignIn();
    const asked = askedIn((await browser.get(path)).body);
    expect((await new Browser(app).post(`${path}/passkey`, { passkey: key.show(asked) })).statusCode).toBe(400);
    for (const passkey of ['', 'null', '[]', '{"id":"AAAA"}', `{"id":"${key.id}","response":7}`]) {
      expect((await browser.post(`${path}/passkey`, { passkey })).statusCode).toBe(401);
    }
  });
});
