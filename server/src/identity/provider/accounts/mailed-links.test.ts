import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, headerOf, type MailServer } from '../../../mail/mail-server.fixture.ts';
import { aManager, anOrg, unique } from '../../../testing/factories.ts';
import { asOwner, db, providerDb, signIn, type Caller } from '../../../testing/harness.ts';
import { localAccounts } from '../../local-accounts.ts';
import type { AskPurpose } from '../pages/pages.ts';
import { startAccountMail } from './account-mail.ts';
import { createLocalAccounts } from './invitations.ts';
import { askPaths } from '../paths.ts';
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

/** Until no mail waits. */
const allAreSent = () =>
  expect.poll(() => providerDb.selectFrom('provider_mail').select('id').execute(), { timeout: 30_000 }).toEqual([]);

const AddToOrg = `mutation ($id: ID!, $email: String!, $role: MemberRole) {
  addOrgMember(orgId: $id, email: $email, role: $role) { id }
}`;
const newAddress = () => `${unique('ana.')}@primarie.test`;
const askFor = (purpose: AskPurpose, email: string, from = '198.51.100.1') =>
  app.inject({
    method: 'POST',
    url: realmPath + (askPaths.find((each) => each.purpose === purpose)?.path ?? ''),
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
    await askFor('reset', email);
    const [mail] = await mailsTo(email);
    const browser = new Browser(app);

    expect((await browser.post(linkIn(mail!.source), chosen)).statusCode).toBe(200);

    expect((await browser.signIn(email, password)).get('code')).toBeTruthy();
  });

  it('is answered alike for addresses with and without an account, and nobody without one gets mail', async () => {
    const [known, unknown] = [await askFor('reset', 'manager@noa.test'), await askFor('reset', 'nobody@noa.test')];

    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    await mailsTo('manager@noa.test');
    await allAreSent();
    expect(mails.mails.filter(({ to }) => to.includes('nobody@noa.test'))).toEqual([]);
  });

  it('is mailed three times an hour to an address, which nobody sees, and asked for twenty times out of a network', async () => {
    const email = 'resident@noa.test';
    const answers = [];
    for (let times = 0; times < 21; times += 1) {
      answers.push((await askFor('reset', email, '203.0.113.5')).statusCode);
    }

    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    await mailsTo(email, 3);
    await allAreSent();
    expect(await mailsTo(email)).toHaveLength(3);
  });
});

describe('an account that a resident makes', () => {
  it('is made by the link in a mail, once, for the address that it was sent to, and may do nothing but a resident’s', async () => {
    const email = newAddress();
    await askFor('sign_up', email);
    const [mail] = await mailsTo(email);
    expect(headerOf(mail!, 'subject')).toBe('Cont de locatar în Noa');
    const link = linkIn(mail!.source);
    const browser = new Browser(app);
    expect((await browser.get(link)).body).toContain(email);
    expect((await browser.post(link, { ...chosen, name: ' ' })).body).toContain('Scrieți un nume');

    expect((await browser.post(link, { ...chosen, email: 'root@noa.test' })).statusCode).toBe(200);

    expect((await browser.post(link, chosen)).statusCode).toBe(410);
    const tokens = await browser.exchange((await browser.signIn(email, password)).get('code'));
    expect(claimsIn(tokens.access_token)).toMatchObject({ email, name: 'Ana Țurcanu', roles: ['ara_user'] });
  });

  it('is not there before a link was followed, of which there may be several: of two who follow at once, one makes it', async () => {
    const [email, other] = [newAddress(), newAddress()];
    for (const address of [email, email.toUpperCase(), other]) {
      await askFor('sign_up', address);
    }
    const [first, second, ofOther] = (
      await Promise.all([email, email.toUpperCase(), other].map((to) => mailsTo(to)))
    ).flat();
    const made = sql<{ email: string }>`select email from provider_user where lower(email) in (${email}, ${other})`;
    expect((await made.execute(providerDb)).rows).toEqual([]);

    const followed = await Promise.all(
      [first, second].map(async (mail) => (await new Browser(app).post(linkIn(mail!.source), chosen)).statusCode),
    );

    expect(followed.toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect((await made.execute(providerDb)).rows).toHaveLength(1);
    expect((await new Browser(app).get(linkIn(ofOther!.source))).statusCode).toBe(200);
  });

  it('is asked about in the language in which it was asked for, whichever browser follows, and not after a day', async () => {
    const email = newAddress();
    const asking = new Browser(app);
    await asking.get(`${realmPath}/sign-up?lang=en`);
    await asking.post(`${realmPath}/sign-up`, { email });
    const [mail] = await mailsTo(email);
    expect(headerOf(mail!, 'subject')).toBe('Account of a resident in Noa');
    const link = linkIn(mail!.source);

    expect((await new Browser(app).get(link)).body).toContain('Account of a resident');

    await asOwner(`update provider_sign_up set expires_at = now() - interval '1 second' where address = '${email}'`);
    expect((await new Browser(app).post(link, chosen)).statusCode).toBe(410);
    const kept = () =>
      providerDb.selectFrom('provider_sign_up').select('address').where('address', '=', email).execute();
    await expect.poll(kept).toEqual([]);
  });

  it('that is there already is led back to, and keeps its roles and its password until another is chosen', async () => {
    const email = 'implementer@noa.test';
    await askFor('sign_up', email);
    const [mail] = await mailsTo(email);
    expect(headerOf(mail!, 'subject')).toBe('Aveți deja un cont în Noa');
    const browser = new Browser(app);

    const before = await browser.exchange((await browser.signIn(email)).get('code'));
    expect((await browser.post(linkIn(mail!.source), chosen)).statusCode).toBe(200);
    const after = await browser.exchange((await browser.signIn(email, password)).get('code'));

    expect(claimsIn(after.access_token)['roles']).toEqual(claimsIn(before.access_token)['roles']);
    expect(claimsIn(after.access_token)['roles']).toEqual(['local_implementer']);
  });

  it('that somebody was invited to meanwhile is the one they are invited to, and no stranger takes an invitation back', async () => {
    const [org, email] = [await anOrg(), newAddress()];
    await askFor('sign_up', email);
    const [asked] = await mailsTo(email);
    await root.run(AddToOrg, { id: org.id, email, role: 'local_reporter' });
    const invited = (await mailsTo(email, 2)).at(-1);
    await askFor('sign_up', email);
    const known = (await mailsTo(email, 3)).at(-1);
    expect(headerOf(known!, 'subject')).toBe('Aveți deja un cont în Noa');
    const browser = new Browser(app);

    for (const answer of [
      await browser.get(linkIn(asked!.source)),
      await browser.post(linkIn(asked!.source), chosen),
    ]) {
      expect([answer.statusCode, answer.body]).toEqual([410, expect.stringContaining('Adresa are deja un cont')]);
    }
    expect((await browser.get(linkIn(known!.source))).statusCode).toBe(200);
    expect((await browser.post(linkIn(invited!.source), chosen)).statusCode).toBe(200);

    const tokens = await browser.exchange((await browser.signIn(email, password)).get('code'));
    expect(claimsIn(tokens.access_token)).toMatchObject({ roles: ['local_reporter'] });
  });

  it('is asked for alike whether there is one or not, and nobody is mailed who is blocked', async () => {
    const [blocked, unknown] = ['reporter@noa.test', newAddress()];
    await sql`update provider_user set blocked_at = now() where email = ${blocked}`.execute(providerDb);
    const answers = [await askFor('sign_up', blocked), await askFor('sign_up', unknown)];
    expect(answers[0]?.body).toBe(answers[1]?.body);

    await mailsTo(unknown);
    await allAreSent();
    expect(mails.mails.filter(({ to }) => to.includes(blocked))).toEqual([]);
  });

  it('is mailed about three times an hour to an address, and sixty times for a network', async () => {
    const email = newAddress();
    const statuses = [];
    for (let times = 0; times < 61; times += 1) {
      statuses.push((await askFor('sign_up', email, '203.0.113.9')).statusCode);
    }

    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
    await allAreSent();
    expect(await mailsTo(email)).toHaveLength(3);
  });
});
