import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseUrl, keyring, providerDb } from '../../../testing/harness.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { inviteRoot, openRootLink } from './first-root.ts';
import { keepGatewayClient } from '../oidc/gateway-clients.ts';
import { accountPath, linkPath } from '../paths.ts';
import { hashPassword } from '../sign-in/password.ts';
import { Browser, claimsIn, publicUrl, realmPath, requestToken, startProvider } from '../provider.fixture.ts';

let app: FastifyInstance;
let provider: EmbeddedProvider;

beforeAll(async () => {
  ({ app, provider } = await startProvider({ production: true }));
  return () => app.close();
});

const password = 'trei pisici pe gard';
const rootForm = { email: 'ana@primarie.test', name: 'Ana Pop', 'new-password': password, repeat: password };
const pathOf = (link: string | null) => String(link).slice(publicUrl.length);

describe('the first administrator', () => {
  it('makes an account by a link that the start prints, once, and signs in with it', async () => {
    const link = pathOf(await openRootLink(providerDb, publicUrl));
    const browser = new Browser(app);
    expect((await browser.get(link)).body).toContain('Primul administrator general');

    const chosen = await browser.post(link, rootForm);

    expect([chosen.statusCode, (await browser.get(link)).statusCode]).toEqual([200, 410]);
    expect((await browser.post(link, { ...rootForm, email: 'eva@primarie.test' })).statusCode).toBe(410);
    const tokens = await browser.exchange((await browser.signIn('ANA@primarie.test', password)).get('code'));
    expect(claimsIn(tokens.access_token)).toMatchObject({ email: 'ana@primarie.test', roles: ['root'] });
    expect(await openRootLink(providerDb, publicUrl)).toBeNull();
  });

  it.each([
    [{ 'new-password': 'scurt', repeat: 'scurt' }, 'mai puțin de 12'],
    [{ 'new-password': 'password1234', repeat: 'password1234' }, 'printre cele încercate întâi'],
    [{ repeat: 'trei pisici pe gardul' }, 'nu sunt la fel'],
    [{ email: 'ana' }, 'adresă de e-mail'],
    [{ name: ' ' }, 'Scrieți un nume'],
    [{ name: '\u00a0\u200d' }, 'Scrieți un nume'],
  ])('is told what is wrong with %o, and may try again', async (over, said) => {
    await sql`update provider_user set password_hash = null`.execute(providerDb);
    const link = pathOf(await openRootLink(providerDb, publicUrl));
    const browser = new Browser(app);

    const answer = await browser.post(link, { ...rootForm, email: 'eva@primarie.test', ...over });

    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(said)]);
    expect((await browser.get(link)).statusCode).toBe(200);
  });

  it('is led by the newest link only, and not after a day', async () => {
    const first = pathOf(await inviteRoot(providerDb, publicUrl));
    const second = pathOf(await inviteRoot(providerDb, publicUrl));
    const browser = new Browser(app);
    expect([(await browser.get(first)).statusCode, (await browser.get(second)).statusCode]).toEqual([410, 200]);

    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`update provider_link set expires_at = now() - interval '1 second'`);
    await client.end();

    expect((await browser.post(second, rootForm)).statusCode).toBe(410);
    expect((await browser.get(realmPath + linkPath('x'.repeat(43)))).statusCode).toBe(410);
  });

  it('is not taken from another page, nor kept in what is stored', async () => {
    const link = pathOf(await inviteRoot(providerDb, publicUrl));
    const foreign = await app.inject({
      method: 'POST',
      url: link,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.test' },
      payload: new URLSearchParams(rootForm).toString(),
    });

    expect(foreign.statusCode).toBe(403);
    const { rows } = await sql<{ text: string }>`select provider_link::text as text from provider_link`.execute(
      providerDb,
    );
    expect(rows.map(({ text }) => text).join()).not.toContain(link.split('/').at(-1));
  });
});

it('hashes a password anew at the sign-in, where it was hashed as we no longer do', async () => {
  const old = 'scrypt$1024$8$1$AAAAAAAAAAAAAAAAAAAAAA$IZXeru3cwvuRzq84IW2yNQcgIHyxQu7J2z60QMR5zpE';
  await sql`update provider_user set password_hash = ${old} where email = ${rootForm.email}`.execute(providerDb);

  for (let times = 0; times < 2; times += 1) {
    expect((await new Browser(app).signIn(rootForm.email, 'noa-demo')).get('code')).toBeTruthy();
  }

  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from provider_user where email = ${rootForm.email}`.execute(providerDb);
  expect(rows).toEqual([{ hash: expect.stringContaining('$argon2id$') }]);
});

it('leads from the page that a wrong password was answered with to the account, in the other language', async () => {
  await sql`update provider_user set password_hash = ${await hashPassword(password)} where email = ${rootForm.email}`.execute(
    providerDb,
  );
  const browser = new Browser(app);
  await browser.signIn(rootForm.email, password);
  const path = `${realmPath}${accountPath}`;
  const chosen = { password: 'alta', 'new-password': 'patru pisici pe gard', repeat: 'patru pisici pe gard' };
  const answer = await browser.post(`${path}/password`, chosen);
  expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('href="?lang=en"')]);

  const changed = await browser.get(`${path}/password?lang=en`);
  const there = await browser.get(String(changed.headers.location));

  expect([there.statusCode, there.headers.location]).toEqual([303, path]);
  expect((await browser.get(path)).body).toContain('<html lang="en">');
});

describe('in production', () => {
  it('there is no password grant, no demonstration account to choose and no known secret', async () => {
    const form = { username: rootForm.email, password, scope: 'openid' };
    expect(await requestToken(app, { grant_type: 'password', client_id: 'noa-cli', ...form })).toMatchObject({
      error: 'invalid_client',
    });
    const secret = { client_id: 'noa-gateway', client_secret: 'noa-demo', scope: 'locks' };
    expect(await requestToken(app, { grant_type: 'client_credentials', ...secret })).toMatchObject({
      error: 'invalid_client',
    });
    const browser = new Browser(app);
    const page = await browser.get(String((await browser.authorize()).headers.location));
    expect(page.body).not.toContain('noa-demo');
  });

  it('gateways have clients of their own, whose secrets are kept sealed', async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const ask = (secret: string) =>
      requestToken(app, {
        grant_type: 'client_credentials',
        client_id: 'gateway-north',
        client_secret: secret,
        scope: 'locks',
      });

    const secret = await keepGatewayClient(client, keyring, 'gateway-north');
    const next = await keepGatewayClient(client, keyring, 'gateway-north');
    await client.end();

    expect(await ask(secret)).toMatchObject({ error: 'invalid_client' });
    const { access_token: token } = await ask(next);
    await expect(provider.verify(token)).resolves.toMatchObject({ clientId: 'gateway-north', scopes: ['locks'] });
  });
});
