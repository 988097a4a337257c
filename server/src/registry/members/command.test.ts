import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { Browser, claimsIn, publicUrl, startProvider } from '../../identity/provider/provider.fixture.ts';
import { noa, noaProcess } from '../../testing/command.fixture.ts';
import { aManager, anOrg, unique } from '../../testing/factories.ts';
import { databaseUrl, providerDb, signIn, type Caller } from '../../testing/harness.ts';

let app: FastifyInstance;
let root: Caller;

beforeAll(async () => {
  app = (await startProvider()).app;
  root = await signIn(['root']);
  return () => app.close();
}, 60_000);

/** A command takes seconds to start where much else runs. */
const timeout = 120_000;

const where = (settings: Readonly<Record<string, string>>) => ({
  program: 'registry/members/command.ts',
  url: databaseUrl,
  settings: { PUBLIC_URL: publicUrl, ...settings },
});
const add = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
  noa(where(settings), 'user', 'add', ...args);

const newAddress = () => `${unique('ana.')}@primarie.test`;
const linkIn = (out: string) => new RegExp(`${publicUrl}(/\\S+)`).exec(out)?.[1] ?? '';
const mailsTo = async (email: string) =>
  (await sql`select purpose, place from provider_mail where address = ${email}`.execute(providerDb)).rows;
const rolesOf = async (email: string) =>
  (await sql<{ roles: string[] }>`select roles from provider_user where email = ${email}`.execute(providerDb)).rows[0]
    ?.roles;
const membersOf = async (id: string) => {
  const { data } = await root.run('query ($id: ID!) { org(id: $id) { members { nodes { email } } } }', { id });
  return data.org.members.nodes.map(({ email }: { email: string }) => email);
};

const password = 'trei pisici pe gard';

describe('npx noa user add', { timeout }, () => {
  it('makes an account of an org with its roles, and prints a link by which its owner chooses a password', async () => {
    const org = await anOrg();
    const email = newAddress();

    const roles = ['--role', 'local_reporter', '--role', 'container_admin'];
    const said = await noaProcess(where({}), 'user', 'add', email, ...roles, '--org', org.name);

    expect(said).toMatchObject({ code: 0, err: '' });
    expect(said.out).toContain(`${email} is a member of ${org.name}, as local_reporter, container_admin.`);
    expect(await membersOf(org.id)).toEqual([email]);
    expect(await mailsTo(email)).toEqual([]);
    const browser = new Browser(app);
    const chosen = { name: 'Ana Țurcanu', 'new-password': password, repeat: password };
    expect((await browser.post(linkIn(said.out), chosen)).statusCode).toBe(200);
    const tokens = await browser.exchange((await browser.signIn(email, password)).get('code'));
    const again = await add({}, email, '--role', 'local_implementer', '--org', org.id);
    expect(claimsIn(tokens.access_token)).toMatchObject({ email, roles: ['container_admin', 'local_reporter'] });
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('They have a password already.') });
    expect(await rolesOf(email)).toEqual(['local_reporter', 'container_admin', 'local_implementer']);
  });

  it('leaves the invitation to a mail where there is a mail server, unless the link is asked for', async () => {
    const org = await anOrg();
    const manager = await aManager({ org_id: org.id, name: 'Asociația Zorilor' });
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Noa <noa@noa.test>' };
    const email = newAddress();
    const ask = [email, '--manager', 'ASOCIAȚIA ZORILOR', '--org', org.id];

    const sent = await add(mail, ...ask);
    const waiting = await mailsTo(email);
    const printed = await add(mail, ...ask, '--link');

    expect(sent).toMatchObject({ code: 0, err: '', out: expect.stringContaining(manager.name) });
    expect(linkIn(sent.out)).toBe('');
    expect(waiting).toEqual([{ purpose: 'invitation', place: manager.name }]);
    expect(await rolesOf(email)).toEqual(['manager']);
    expect((await new Browser(app).get(linkIn(printed.out))).body).toContain(email);
  });

  it('makes an administrator, of no org', async () => {
    const email = newAddress();

    const said = await add({}, email, '--role', 'root');

    expect(said).toMatchObject({ code: 0, err: '', out: expect.stringContaining('an administrator') });
    expect(await rolesOf(email)).toEqual(['root']);
    expect((await new Browser(app).get(linkIn(said.out))).statusCode).toBe(200);
  });

  it('makes a resident, of no org, who is to claim an apartment', async () => {
    const [email, org] = [newAddress(), await anOrg()];
    expect(await add({}, email, '--role', 'ara_user', '--org', org.id)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Leave --org out'),
    });

    const said = await add({}, email, '--role', 'ara_user');

    expect(said).toMatchObject({ code: 0, err: '', out: expect.stringContaining('a resident') });
    expect(await rolesOf(email)).toEqual(['ara_user']);
    expect(await membersOf(org.id)).toEqual([]);
    expect((await new Browser(app).get(linkIn(said.out))).statusCode).toBe(200);
  });

  it('gives another provider’s accounts a place and no role', async () => {
    const org = await anOrg();
    const email = newAddress();
    const other = { OIDC_AUTHORITY: 'https://id.noa.test/realms/dev' };

    const withRole = await add(other, email, '--role', 'local_reporter', '--org', org.id);
    const without = await add(other, email, '--org', org.id);

    expect(withRole).toMatchObject({ code: 2, err: expect.stringContaining('leave --role out') });
    expect(without).toMatchObject({ code: 0, out: expect.stringContaining('once they sign in') });
    expect(await membersOf(org.id)).toEqual([email]);
    expect(await rolesOf(email)).toBeUndefined();
  });

  it('refuses what does not go together, and says why', async () => {
    const org = await anOrg();
    const email = newAddress();

    expect(await add({}, email)).toMatchObject({ code: 2, err: expect.stringContaining('--role') });
    expect(await add({}, email, '--role', 'mayor')).toMatchObject({ code: 2, err: expect.stringContaining('root') });
    expect(await add({}, email, '--role', 'local_reporter')).toMatchObject({
      code: 2,
      err: 'Say with --org of which organisation.\n',
    });
    expect(await add({}, 'ana', '--role', 'root')).toMatchObject({ code: 1, err: 'This is no e-mail address.\n' });
    expect(await add({}, email, '--manager', 'Nimeni', '--org', org.id)).toMatchObject({ code: 2 });
    expect(await rolesOf(email)).toBeUndefined();
  });
});
