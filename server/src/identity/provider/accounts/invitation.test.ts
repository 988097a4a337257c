import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, headerOf, type MailServer } from '../../../mail/mail-server.fixture.ts';
import { aManager, anOrg, unique } from '../../../testing/factories.ts';
import { db, providerDb, signIn, type Caller } from '../../../testing/harness.ts';
import { localAccounts } from '../../local-accounts.ts';
import { startAccountMail } from './account-mail.ts';
import { createLocalAccounts } from './invitations.ts';
import { forgotPath } from '../paths.ts';
import { Browser, claimsIn, publicUrl, realmPath, startProvider } from '../provider.fixture.ts';

/** Milliseconds; servers look every two seconds, which nearly each mail here would wait. */
const lookEveryMs = 50;

let app: FastifyInstance;
let mails: MailServer;
let root: Caller;
const failures: unknown[] = [];

beforeAll(async () => {
  mails = await startMailServer();
  const started = await startProvider({ sendsMail: true });
  app = started.app;
  localAccounts.set(db, createLocalAccounts(providerDb));
  const settings = { smtpUrl: mails.url, from: 'Noa <noa@noa.test>' };
  const work = startAccountMail(started.provider, settings, (cause) => failures.push(cause), lookEveryMs);
  root = await signIn(['root']);
  return async () => {
    await work.close();
    await app.close();
    await mails.close();
  };
}, 30_000);

const password = 'trei pisici pe gard';
const chosen = { name: 'Ana Țurcanu', 'new-password': password, repeat: password };

/** The mails an address got, once there are so many. */
async function mailsTo(address: string, count = 1) {
  await expect
    .poll(() => mails.mails.filter(({ to }) => to.includes(address)).length, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(count);
  return mails.mails.filter(({ to }) => to.includes(address));
}

/** Where the link in a mail leads, as its text says in quoted-printable or base64. */
function linkIn(source: string): string {
  const [head = '', body = ''] = source.split(/\r\n\r\n(.*)/s);
  const text = /base64/i.test(head)
    ? Buffer.from(body, 'base64').toString()
    : body
        .replaceAll('=\r\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return new RegExp(`${publicUrl}(/\\S+)`).exec(text)?.[1] ?? '';
}

const AddToOrg = `mutation ($id: ID!, $email: String!, $role: MemberRole) {
  addOrgMember(orgId: $id, email: $email, role: $role) { id }
}`;
const newAddress = () => `${unique('ana.')}@primarie.test`;
const forget = (email: string, from = '198.51.100.1') =>
  app.inject({
    method: 'POST',
    url: realmPath + forgotPath,
    remoteAddress: from,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ email }).toString(),
  });

describe('an invitation', () => {
  it('comes by mail, lets its reader choose a password once, and gives the role it names', async () => {
    const org = await anOrg();
    const email = newAddress();
    const add = (role: string | null) => root.run(AddToOrg, { id: org.id, email, role });

    expect((await add('local_reporter')).errors).toBeUndefined();
    const [mail] = await mailsTo(email);
    expect(headerOf(mail!, 'subject')).toBe(`Invitație în Noa: ${org.name}`);
    const link = linkIn(mail!.source);
    const browser = new Browser(app);
    expect((await browser.get(link)).body).toContain(email);
    expect((await browser.post(link, chosen)).statusCode).toBe(200);
    expect((await browser.post(link, chosen)).statusCode).toBe(410);

    const tokens = await browser.exchange((await browser.signIn(email, password)).get('code'));
    expect(claimsIn(tokens.access_token)).toMatchObject({ email, name: 'Ana Țurcanu', roles: ['local_reporter'] });
  });

  it('can be sent again until it is accepted, and then the one before leads nowhere', async () => {
    const org = await anOrg();
    const email = newAddress();
    await root.run(AddToOrg, { id: org.id, email, role: 'container_admin' });
    await mailsTo(email);

    expect((await root.run(AddToOrg, { id: org.id, email })).errors).toBeUndefined();

    const [first, second] = await mailsTo(email, 2);
    const browser = new Browser(app);
    expect((await browser.get(linkIn(first!.source))).statusCode).toBe(410);
    expect((await browser.get(linkIn(second!.source))).statusCode).toBe(200);
  });

  it('without a role makes no account, and says so when it is to be sent again', async () => {
    const org = await anOrg();
    const email = newAddress();
    expect((await root.run(AddToOrg, { id: org.id, email })).errors).toBeUndefined();

    expect((await root.run(AddToOrg, { id: org.id, email })).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { role: 'form.required' } },
    ]);
  });

  it('of an implementer gives the role of a property administrator, and to a known account nothing but that', async () => {
    const org = await anOrg();
    const manager = await aManager({ org_id: org.id });
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const add = `mutation ($id: ID!, $email: String!) { addManagerMember(managerId: $id, email: $email) { id } }`;
    const rolesOf = async (email: string) =>
      (await sql<{ roles: string[] }>`select roles from provider_user where email = ${email}`.execute(providerDb))
        .rows[0]?.roles;
    const email = newAddress();

    for (const each of [email, 'reporter@noa.test']) {
      expect((await implementer.run(add, { id: manager.id, email: each })).errors).toBeUndefined();
    }

    expect(await rolesOf(email)).toEqual(['manager']);
    expect(await rolesOf('reporter@noa.test')).toEqual(['local_reporter', 'manager']);
    expect(mails.mails.filter(({ to }) => to.includes('reporter@noa.test'))).toEqual([]);
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link, which ends what was sent before', async () => {
    const email = 'containers@noa.test';
    await forget(email);
    const [mail] = await mailsTo(email);
    const browser = new Browser(app);

    expect((await browser.post(linkIn(mail!.source), chosen)).statusCode).toBe(200);

    expect((await browser.signIn(email, password)).get('code')).toBeTruthy();
  });

  it('is answered alike for addresses with and without an account, and nobody without one gets mail', async () => {
    const [known, unknown] = [await forget('manager@noa.test'), await forget('nobody@noa.test')];

    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    await mailsTo('manager@noa.test');
    await expect
      .poll(() => providerDb.selectFrom('provider_mail').select('id').execute(), { timeout: 30_000 })
      .toEqual([]);
    expect(mails.mails.filter(({ to }) => to.includes('nobody@noa.test'))).toEqual([]);
  });

  it('is mailed three times an hour to an address, which nobody sees, and asked for twenty times out of a network', async () => {
    const email = 'resident@noa.test';
    const answers = [];
    for (let times = 0; times < 21; times += 1) {
      answers.push((await forget(email, '203.0.113.5')).statusCode);
    }

    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    await mailsTo(email, 3);
    await expect
      .poll(() => providerDb.selectFrom('provider_mail').select('id').execute(), { timeout: 30_000 })
      .toEqual([]);
    expect(await mailsTo(email)).toHaveLength(3);
  });
});
