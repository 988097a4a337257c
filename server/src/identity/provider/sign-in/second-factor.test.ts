import { Secret, TOTP } from 'otpauth';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner, providerDb } from '../../../testing/harness.ts';
import { hashPassword } from './password.ts';
import { accountPath } from '../paths.ts';
import { Browser, publicUrl, realmPath, requestToken, startProvider } from '../provider.fixture.ts';
import { makeLink } from '../accounts/links.ts';
import { addUsers, findUserByEmail } from '../accounts/user.queries.ts';

let app: FastifyInstance;
const account = realmPath + accountPath;
const password = 'trei pisici pe gard';

beforeAll(async () => {
  ({ app } = await startProvider({ production: true, secondFactor: ['root'] }));
  return () => app.close();
});

let people = 0;
async function aPerson(role: 'root' | 'manager' = 'manager'): Promise<string> {
  people += 1;
  const email = `ana.${people}@primarie.test`;
  const hash = await hashPassword(password);
  await addUsers(providerDb, [{ email, name: 'Ana Pop', roles: [role], locale: 'ro', hash }]);
  return email;
}

const keyIn = (html: string) => (/<code id="key">([^<]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
const offerIn = (html: string) => /name="offer" value="([^"]+)"/.exec(html)?.[1] ?? '';
const codesIn = (html: string) => [...html.matchAll(/<li><code>([^<]+)</g)].map(([, code]) => code ?? '');
/** The code of a moment, in steps of half a minute from now. */
const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Types the password. @returns where the browser is sent. */
async function typePassword(browser: Browser, email: string, typed = password): Promise<string> {
  const started = await browser.authorize();
  return String((await browser.post(String(started.headers.location), { email, password: typed })).headers.location);
}

/** Signs in, and opens the page of the account. */
async function atAccount(email: string): Promise<Browser> {
  const browser = new Browser(app);
  await browser.signIn(email, password);
  return browser;
}

/** Has codes set up in a browser. */
async function setUp(browser: Browser): Promise<{ key: string; recovery: string[] }> {
  const { body } = await browser.get(`${account}/totp`);
  const key = keyIn(body);
  const confirmed = await browser.post(`${account}/totp`, { offer: offerIn(body), code: codeOf(key, -1) });
  return { key, recovery: codesIn(confirmed.body) };
}

describe('codes at sign-in', () => {
  it('are set up on the page of the account, asked for after the password, and taken once', async () => {
    const email = await aPerson();
    const { key, recovery } = await setUp(await atAccount(email));
    expect(recovery).toHaveLength(10);

    const browser = new Browser(app);
    const asked = await typePassword(browser, email);
    expect(asked).toMatch(/\/code$/);
    expect((await browser.post(asked, { code: '000000' })).statusCode).toBe(401);
    expect((await browser.post(asked, { code: codeOf(key, -1) })).statusCode).toBe(401);
    const resumed = await browser.get(String((await browser.post(asked, { code: codeOf(key) })).headers.location));
    expect(new URL(String(resumed.headers.location)).searchParams.get('code')).toBeTruthy();

    const second = new Browser(app);
    expect((await second.post(await typePassword(second, email), { code: codeOf(key) })).statusCode).toBe(401);
  });

  it('may be replaced by a recovery code, each once', async () => {
    const email = await aPerson();
    const { recovery } = await setUp(await atAccount(email));
    const tries = async () => {
      const browser = new Browser(app);
      return (await browser.post(await typePassword(browser, email), { code: recovery[0]!.toLowerCase() })).statusCode;
    };

    expect([await tries(), await tries()]).toEqual([303, 401]);
  });

  it('are guessed five times in five minutes, and a right one is not judged after that', async () => {
    const email = await aPerson();
    const { key } = await setUp(await atAccount(email));
    const browser = new Browser(app);
    const asked = await typePassword(browser, email);

    const answers = [];
    for (let times = 0; times < 6; times += 1) {
      answers.push((await browser.post(asked, { code: times < 5 ? '111111' : codeOf(key) })).statusCode);
    }

    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('are demanded of the roles that a setting names, before they are let in, and stay on', async () => {
    const email = await aPerson('root');
    const browser = new Browser(app);
    const asked = await typePassword(browser, email);
    expect(asked).toMatch(/\/totp$/);
    expect((await browser.post(asked.replace(/totp$/, 'done'), {})).headers.location).toMatch(/\/code$/);

    const { body } = await browser.get(asked);
    const wrong = await browser.post(asked, { offer: offerIn(body), code: '12345' });
    expect([wrong.statusCode, keyIn(wrong.body)]).toEqual([422, keyIn(body)]);
    const shown = await browser.post(asked, { offer: offerIn(wrong.body), code: codeOf(keyIn(body)) });
    expect(codesIn(shown.body)).toHaveLength(10);
    const let_in = await browser.get(String((await browser.post(asked.replace(/totp$/, 'done'), {})).headers.location));
    expect(String(let_in.headers.location)).toMatch(/[?&]code=/);

    await browser.post(`${account}/totp/remove`, {});
    expect((await browser.get(account)).body).toContain('nu se poate dezactiva');
  });

  it('are set up with a secret that nobody was shown before, at whatever sign-in and in whatever session', async () => {
    const email = await aPerson('root');
    const pages: { browser: Browser; asked: string; body: string }[] = [];
    for (const browser of [new Browser(app), new Browser(app)]) {
      const asked = await typePassword(browser, email);
      pages.push({ browser, asked, body: (await browser.get(asked)).body });
    }
    const [knows, owner] = pages;
    expect(keyIn(owner!.body)).not.toBe(keyIn(knows!.body));
    const confirm = ({ browser, asked }: (typeof pages)[number], body: string) =>
      browser.post(asked, { offer: offerIn(body), code: codeOf(keyIn(body)) });

    expect((await confirm(owner!, knows!.body)).statusCode).toBe(422);
    expect((await confirm(owner!, owner!.body)).statusCode).toBe(200);

    const later = new Browser(app);
    expect(
      (await later.post(await typePassword(later, email), { code: codeOf(keyIn(knows!.body), 1) })).statusCode,
    ).toBe(401);
    expect((await confirm(knows!, knows!.body)).headers.location).toMatch(/\/code$/);
  });

  it('are asked for where a role comes to somebody who is signed in by a password alone', async () => {
    const email = await aPerson('manager');
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn(email, password)).get('code'));
    await asOwner(`update provider_user set roles = '{manager,root}' where email = '${email}'`);

    const form = { grant_type: 'refresh_token', client_id: 'noa-frontend', refresh_token: tokens.refresh_token };
    expect(await requestToken(app, form)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect((await browser.authorize({ prompt: 'none' })).headers.location).toContain('error=login_required');

    const asked = await typePassword(browser, email);
    const { body } = await browser.get(asked);
    await browser.post(asked, { offer: offerIn(body), code: codeOf(keyIn(body)) });
    const let_in = await browser.get(String((await browser.post(asked.replace(/totp$/, 'done'), {})).headers.location));
    const proved = await browser.exchange(new URL(String(let_in.headers.location)).searchParams.get('code'));
    expect((await requestToken(app, { ...form, refresh_token: proved.refresh_token })).status).toBe(200);
  });

  it('keep their secret sealed', async () => {
    const browser = await atAccount(await aPerson());
    const { key } = await setUp(browser);
    const rows = await providerDb.selectFrom('provider_totp').select('secret_cipher').execute();
    expect(rows.some(({ secret_cipher: cipher }) => cipher.includes(key))).toBe(false);
  });
});

describe('the page of the account', () => {
  it('asks who is not signed in to do so, and who did long ago to do it again before a change', async () => {
    const stranger = new Browser(app);
    expect(String((await stranger.get(account)).headers.location)).toContain('client_id=noa-account');
    const email = await aPerson();
    const browser = await atAccount(email);
    await asOwner(`update provider_item set payload = jsonb_set(payload, '{loginTs}', '1') where model = 'Session'`);

    expect((await browser.get(account)).statusCode).toBe(200);
    const refused = await browser.post(`${account}/sessions/end-others`, {});
    expect(String(refused.headers.location)).toContain('prompt=login');
  });

  it('lists where somebody is signed in, and ends one or all others, with the tokens that were given there', async () => {
    const email = await aPerson();
    const here = await atAccount(email);
    const there = new Browser(app);
    const tokens = await there.exchange((await there.signIn(email, password)).get('code'));
    const refresh = () =>
      requestToken(app, {
        grant_type: 'refresh_token',
        client_id: 'noa-frontend',
        refresh_token: tokens.refresh_token,
      });

    const page = (await here.get(account)).body;
    expect(page.match(/class="session"/g)).toHaveLength(2);
    const uid = /name="uid" value="([^"]+)"/.exec(page)?.[1] ?? '';
    expect((await here.post(`${account}/sessions/end`, { uid })).statusCode).toBe(303);

    expect(await refresh()).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect((await there.get(account)).statusCode).toBe(303);
    expect((await here.get(account)).body.match(/class="session"/g)).toHaveLength(1);
  });

  it('ends nobody else’s session', async () => {
    const other = await atAccount(await aPerson());
    const uid = (
      await providerDb.selectFrom('provider_item').select('uid').where('model', '=', 'Session').execute()
    ).map((row) => row.uid ?? '');
    const here = await atAccount(await aPerson());

    for (const each of uid) {
      await here.post(`${account}/sessions/end`, { uid: each });
    }

    expect((await other.get(account)).statusCode).toBe(200);
  });

  it('changes the password of who knows it, and ends the other sessions', async () => {
    const email = await aPerson();
    const here = await atAccount(email);
    const there = await atAccount(email);
    const next = 'patru pisici pe acoperiș';
    const change = (current: string) =>
      here.post(`${account}/password`, { password: current, 'new-password': next, repeat: next });

    expect((await change('altceva cu totul')).statusCode).toBe(422);
    expect((await change(password)).headers.location).toBe(`${account}?done=password`);

    expect([(await here.get(account)).statusCode, (await there.get(account)).statusCode]).toEqual([200, 303]);
    expect(await typePassword(new Browser(app), email, next)).toContain(publicUrl);
  });

  it('has every sign-in begin anew that was begun with the password of before, and every link lead nowhere', async () => {
    const email = await aPerson();
    const here = await atAccount(email);
    const there = new Browser(app);
    const answered = await typePassword(there, email);
    const user = (await findUserByEmail(providerDb, email))?.user.id ?? '';
    const link = realmPath + (await providerDb.transaction().execute((tx) => makeLink(tx, 'reset', user)));
    const next = 'patru pisici pe acoperiș';

    await here.post(`${account}/password`, { password, 'new-password': next, repeat: next });

    const late = await there.get(answered);
    expect(String(late.headers.location)).not.toMatch(/[?&]code=/);
    expect((await there.get(account)).statusCode).toBe(303);
    expect((await there.get(link)).statusCode).toBe(410);
    expect((await here.get(account)).statusCode).toBe(200);
  });

  it('has a code asked for anew with the password, where that was changed before the code was typed', async () => {
    const email = await aPerson();
    const here = await atAccount(email);
    const { key } = await setUp(here);
    const there = new Browser(app);
    const asked = await typePassword(there, email);
    const next = 'patru pisici pe acoperiș';

    await here.post(`${account}/password`, { password, 'new-password': next, repeat: next });

    expect((await there.post(asked, { code: codeOf(key) })).statusCode).toBe(400);
  });
});
