import { Secret, TOTP } from 'otpauth';
import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { providerDb } from '../../../testing/harness.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { makeLink } from '../accounts/links.ts';
import { hashPassword } from './password.ts';
import { accountPath } from '../paths.ts';
import { Browser, realmPath, startProvider } from '../provider.fixture.ts';
import { addUsers } from '../accounts/user.queries.ts';

let app: FastifyInstance;
let provider: EmbeddedProvider;
const password = 'trei pisici pe gard';

beforeAll(async () => {
  ({ app, provider } = await startProvider({ production: true }));
  return () => app.close();
});

async function aPerson(email: string): Promise<string> {
  const hash = await hashPassword(password);
  const [id] = await addUsers(providerDb, [{ email, name: 'Ana Pop', roles: ['manager'], locale: 'ro', hash }]);
  return id ?? '';
}

/** Types a password on the sign-in page; all browsers here are in one network. */
async function typePassword(browser: Browser, email: string, typed = password) {
  const started = await browser.authorize({ prompt: 'login' });
  return browser.post(String(started.headers.location), { email, password: typed });
}

it('lets nobody in an owner’s network hold off a browser in which the owner has signed in, nor one in which they followed a link', async () => {
  const email = 'ana@primarie.test';
  const id = await aPerson(email);
  const owners = new Browser(app);
  expect((await typePassword(owners, email)).statusCode).toBe(303);

  // As wrong passwords are counted, without the time that each takes.
  for (let times = 0; times < 20; times += 1) {
    await provider.passwordTries.count(email, { address: '127.0.0.1' });
  }

  expect((await typePassword(owners, email)).statusCode).toBe(303);
  const another = new Browser(app);
  expect((await typePassword(another, email)).statusCode).toBe(429);
  const link = realmPath + (await providerDb.transaction().execute((tx) => makeLink(tx, 'reset', id)));
  const next = 'patru pisici pe acoperiș';
  expect((await another.post(link, { 'new-password': next, repeat: next })).statusCode).toBe(200);
  expect((await typePassword(another, email, next)).statusCode).toBe(303);
});

it('lets nobody who knows a password hold its owner off from typing the code', async () => {
  const email = 'barbu@primarie.test';
  await aPerson(email);
  const owners = new Browser(app);
  await owners.signIn(email, password);
  const account = realmPath + accountPath;
  const { body } = await owners.get(`${account}/totp`);
  const key = /<code id="key">([^<]+)</.exec(body)?.[1]?.replaceAll(' ', '') ?? '';
  const offer = /name="offer" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  const recovery = (await owners.post(`${account}/totp`, { offer, code })).body.match(/(?<=<li><code>)[^<]+/g) ?? [];
  const typeCode = async (browser: Browser, code: string) =>
    browser.post(String((await typePassword(browser, email)).headers.location), { code });
  expect((await typeCode(owners, recovery[0] ?? '')).statusCode).toBe(303);

  const others = new Browser(app);
  const asked = String((await typePassword(others, email)).headers.location);
  const answers = [];
  for (const each of ['1', '2', '3', '4', '5', recovery[1] ?? '']) {
    answers.push((await others.post(asked, { code: each })).statusCode);
  }

  expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await typeCode(owners, recovery[2] ?? '')).statusCode).toBe(303);
});

it('names a browser by a cookie that only the realm’s pages get, and no script reads', async () => {
  const email = 'cezar@primarie.test';
  await aPerson(email);
  const browser = new Browser(app);
  const wrong = await typePassword(browser, email, 'x');
  const right = await typePassword(browser, email);
  const deviceIn = (answer: typeof right) => answer.cookies.find(({ name }) => name === 'noa_device');

  expect(deviceIn(wrong)).toBeUndefined();
  expect(deviceIn(right)).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: realmPath,
    maxAge: 90 * 86_400,
  });
  expect(browser.cookie('noa_device')).toMatch(/^[\w-]{24}$/);
  expect((await typePassword(browser, email)).cookies).toContainEqual(deviceIn(right));
});
