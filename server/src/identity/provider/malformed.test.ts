import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { providerDb } from '../../testing/harness.ts';
import { askedIn, Authenticator } from './sign-in/authenticator.fixture.ts';
import { makeLink } from './accounts/links.ts';
import { malformed, startWatched, type Watched } from './malformed.fixture.ts';
import { hashPassword } from './sign-in/password.ts';
import { Browser, realmPath } from './provider.fixture.ts';
import { addUsers } from './accounts/user.queries.ts';

const password = 'trei pisici pe gard';
let watched: Watched;
let hash: string;
let people = 0;

/** A form as it is sent where nothing is wrong. */
interface Form {
  readonly browser: Browser;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

async function aPerson(role: 'root' | 'manager'): Promise<{ id: string; email: string }> {
  people += 1;
  const email = `ela.${people}@primarie.test`;
  const [id] = await addUsers(providerDb, [{ email, name: 'Ela Pop', roles: [role], locale: 'ro', hash }]);
  return { id: id ?? '', email };
}

async function atSignIn(): Promise<{ browser: Browser; path: string }> {
  const browser = new Browser(watched.app);
  return { browser, path: String((await browser.authorize()).headers.location) };
}

/** One whose password was right, and who is to set a second factor up: made once, as it may be asked for again and again. */
let second: { browser: Browser; path: string };
/** One whose password was right, and who has a factor. */
let asked: { browser: Browser; path: string };
/** One who is signed in, and has a passkey. */
let signedIn: { browser: Browser; passkey: string };

beforeAll(async () => {
  watched = await startWatched();
  hash = await hashPassword(password);
  const typePassword = async ({ email }: { email: string }) => {
    const { browser, path } = await atSignIn();
    await browser.post(path, { email, password });
    return { browser, path };
  };
  second = await typePassword(await aPerson('root'));
  const owner = await aPerson('manager');
  const browser = new Browser(watched.app);
  await browser.signIn(owner.email, password);
  const key = new Authenticator();
  const account = `${realmPath}/account/passkey`;
  await browser.post(account, { passkey: key.make(askedIn((await browser.get(account)).body)), name: 'Telefon' });
  signedIn = { browser, passkey: key.id };
  asked = await typePassword(owner);
  return () => watched.app.close();
});
beforeEach(() => providerDb.deleteFrom('sign_in_try').execute());

const ofAccount = (below: string, fields: Form['fields'] = {}) => [
  `/account${below}`,
  async (): Promise<Form> => ({ browser: signedIn.browser, url: `${realmPath}/account${below}`, fields }),
];
const newPasskey = async (browser: Browser, url: string): Promise<Form> => ({
  browser,
  url,
  fields: { passkey: new Authenticator().make(askedIn((await browser.get(url)).body)), name: 'Telefon' },
});

/** Every form, below the realm. */
const forms: Readonly<Record<string, () => Promise<Form>>> = {
  '/login/:uid': async () => {
    const { browser, path } = await atSignIn();
    return { browser, url: path, fields: { email: 'nobody@primarie.test', password } };
  },
  '/login/:uid/passkey': async () => {
    const { browser, path } = await atSignIn();
    return { browser, url: `${path}/passkey`, fields: { passkey: '{}' } };
  },
  '/login/:uid/code': async () => ({ ...asked, url: `${asked.path}/code`, fields: { code: '1' } }),
  '/login/:uid/totp': async () => ({ ...second, url: `${second.path}/totp`, fields: { offer: 'x', code: '1' } }),
  '/login/:uid/new-passkey': async () => ({
    ...second,
    url: `${second.path}/new-passkey`,
    fields: { passkey: '{}', name: 'Telefon' },
  }),
  '/login/:uid/done': async () => ({ ...second, url: `${second.path}/done`, fields: {} }),
  '/link/:token': async () => {
    const link = await providerDb.transaction().execute((tx) => makeLink(tx, 'root', null));
    const fields = { email: 'fane@primarie.test', name: 'Fane', 'new-password': password, repeat: `${password}!` };
    return { browser: new Browser(watched.app), url: realmPath + link, fields };
  },
  '/forgot': async () => ({
    browser: new Browser(watched.app),
    url: `${realmPath}/forgot`,
    fields: { email: 'nobody@primarie.test' },
  }),
  '/sign-up': async () => ({
    browser: new Browser(watched.app),
    url: `${realmPath}/sign-up`,
    fields: { email: 'nobody@primarie.test' },
  }),
  '/account/passkey': () => newPasskey(signedIn.browser, `${realmPath}/account/passkey`),
  ...Object.fromEntries([
    ofAccount('/password', { password: 'x', 'new-password': password, repeat: password }),
    ofAccount('/totp', { offer: 'x', code: '1' }),
    ofAccount('/totp/kept'),
    ofAccount('/totp/remove'),
    ofAccount('/codes'),
    ofAccount('/codes/kept'),
    ofAccount('/passkey/kept'),
    ofAccount('/passkeys/rename', { id: 'x', name: 'Telefon' }),
    ofAccount('/passkeys/remove', { id: 'x' }),
    ofAccount('/sessions/end', { uid: 'x' }),
    ofAccount('/sessions/end-others'),
  ]),
};

/** Said by whoever failed, and by nobody else. */
const expectNoFailure = (answer: { statusCode: number; body: string }, what?: string) => {
  expect(answer.statusCode, what).toBeLessThan(500);
  expect(answer.body).not.toMatch(/internal (server )?error|\n\s+at |<script>alert/i);
  expect(watched.failures.splice(0), what).toEqual([]);
};

it('knows every form that is served, and every field that is read', async () => {
  const served = watched.routes.filter((route) => route.startsWith(`POST ${realmPath}/`) && !route.endsWith('/*'));
  const folder = new URL('.', import.meta.url);
  const sources = (await readdir(folder, { recursive: true })).filter((file) => /^[^.]+\.ts$/.test(file));
  const texts = await Promise.all(sources.map((file) => readFile(new URL(file, folder), 'utf8')));
  const read = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:form|formOf\(request\))\.(?:get|has)\('([^']+)'\)/g)].map(([, field]) => field),
  );
  const known = await Promise.all(Object.values(forms).map((form) => form()));

  expect(
    Object.keys(forms)
      .map((path) => `POST ${realmPath}${path}`)
      .toSorted(),
  ).toEqual(served.toSorted());
  expect(new Set(known.flatMap(({ fields }) => Object.keys(fields)))).toEqual(new Set(read));
});

describe.each(Object.entries(forms))('the form %s', (_path, form) => {
  it('answers whatever is in a field, and fails at nothing', async () => {
    const { fields } = await form();
    for (const field of Object.keys(fields)) {
      for (const typed of Object.values(malformed)) {
        await providerDb.deleteFrom('sign_in_try').execute();
        const { browser, url, fields: right } = await form();
        expectNoFailure(await browser.post(url, { ...right, [field]: typed }), `${field}: ${typed.slice(0, 40)}`);
      }
    }
  });

  it('answers what is no form, what comes from elsewhere, and who has not been asked', async () => {
    const { url, fields } = await form();
    const payload = new URLSearchParams(fields).toString();
    const send = async (headers: Record<string, string>, body = payload) => {
      const answer = await watched.app.inject({ method: 'POST', url, headers, payload: body });
      expectNoFailure(answer);
      return answer.statusCode;
    };
    const type = 'application/x-www-form-urlencoded';

    expect(await send({ 'content-type': type, origin: 'https://elsewhere.test' })).toBe(403);
    expect(await send({ 'content-type': type, 'sec-fetch-site': 'cross-site' })).toBe(403);
    await send({ 'content-type': type }, '%E0%A4%A&=&&==%00&email[]=a&__proto__=b');
    await send({ 'content-type': `${type}; charset=utf-16` });
    for (const other of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense']) {
      await send({ 'content-type': other }, '{"email":["a"],"__proto__":{"x":1}}');
    }
    await send({}, '');
  });
});

it('answers every address with whatever is in it, to who is signed in and to who is not', async () => {
  const pages = watched.routes.filter((route) => route.startsWith(`GET ${realmPath}/`) && !route.endsWith('/*'));
  expect(pages.length).toBeGreaterThan(8);
  const stranger = new Browser(watched.app);
  for (const page of pages) {
    const url = page.slice('GET '.length);
    for (const bad of ['%00', '%0D%0A', '%C8%99', 'constructor', '..%2f', `%F0%9F%98%80${'x'.repeat(60)}`]) {
      const address = url.replace(/:\w+/, bad);
      for (const browser of [stranger, signedIn.browser]) {
        expectNoFailure(await browser.get(`${address}?done=${bad}&ui_locales=${bad}`), address);
      }
    }
    expectNoFailure(await stranger.get(`${url.replace(/:\w+/, 'x')}?lang=constructor&lang=ro`));
  }
});
