import { beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { rolesWith } from '@noa/domain/permissions.ts';
import { roles } from '@noa/domain/vocabulary.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { createLocalAccounts } from '../../identity/provider/accounts/invitations.ts';
import { makeLink } from '../../identity/provider/accounts/links.ts';
import { hashPassword } from '../../identity/provider/sign-in/password.ts';
import { Browser, realmPath, requestToken, startProvider } from '../../identity/provider/provider.fixture.ts';
import { addUsers, findUserId, hasRoot } from '../../identity/provider/accounts/user.queries.ts';
import { resolveAbsent, resolveAccount } from '../../identity/resolve-viewer.ts';
import { anOrg, unique } from '../../testing/factories.ts';
import { asSystem, db, providerDb, signIn, type Caller } from '../../testing/harness.ts';

const List = `query ($q: String, $first: Int, $after: String) {
  accounts(filter: { q: $q }, first: $first, after: $after) {
    nodes { id email name roles lastSeenAt invited blocked } totalCount pageInfo { endCursor hasNextPage }
  }
}`;
const Block = 'mutation ($id: ID!) { blockAccount(id: $id) { id blocked } }';
const Unblock = 'mutation ($id: ID!) { unblockAccount(id: $id) { id blocked } }';
const EndSessions = 'mutation ($id: ID!) { endAccountSessions(id: $id) }';
const Who = '{ viewer { id email roles orgs { id } } }';

const viewerOf = async (caller: Caller) => (await caller.run(Who)).data.viewer;

describe('accounts', () => {
  it('are listed by name and found by words, with what is known of each', async () => {
    const root = await signIn(['root']);
    const word = unique('Zorz');
    const email = `${word}@primarie.test`;
    const org = await anOrg();
    const add = 'mutation ($id: ID!, $email: String!) { addOrgMember(orgId: $id, email: $email) { id } }';
    expect((await root.run(add, { id: org.id, email })).errors).toBeUndefined();

    const { accounts } = (await root.run(List, { q: word.toUpperCase() })).data;
    expect(accounts).toMatchObject({
      totalCount: 1,
      nodes: [{ email, name: '', roles: [], lastSeenAt: null, invited: true, blocked: false }],
    });
    const first = (await root.run(List, { first: 1 })).data.accounts;
    const second = (await root.run(List, { first: 1, after: first.pageInfo.endCursor })).data.accounts;
    expect(first.pageInfo.hasNextPage).toBe(true);
    expect(second.nodes[0].id).not.toBe(first.nodes[0].id);
  });

  it.each(roles)('are seen, blocked and signed out by root alone: %s', async (role) => {
    const caller = await signIn([role]);
    const person = await viewerOf(await signIn(['manager']));
    const outcomes = [];
    for (const source of [List, Block, Unblock, EndSessions]) {
      const { errors } = await caller.run(source, { id: person.id });
      outcomes.push(errors?.[0]?.code ?? 'done');
    }

    expect(new Set(outcomes)).toEqual(new Set([rolesWith('account:write').includes(role) ? 'done' : 'Forbidden']));
    expect(rolesWith('account:write')).toEqual(rolesWith('account:read'));
  });

  it('may do nothing while they are blocked, from the next request on and also when nobody is there to ask', async () => {
    const org = await anOrg();
    const root = await signIn(['root']);
    const person = await signIn(['local_implementer'], { orgIds: [org.id] });
    const { id } = await viewerOf(person);
    const find = 'query ($id: ID!) { org(id: $id) { id } }';
    expect((await person.run(find, { id: org.id })).data.org).toEqual({ id: org.id });

    expect((await root.run(Block, { id })).data.blockAccount).toEqual({ id, blocked: true });

    expect((await person.run(find, { id: org.id })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect(await viewerOf(person)).toMatchObject({ id, roles: [], orgs: [] });
    expect(await resolveAccount(db, id, ['local_implementer'])).toBeUndefined();
    expect(await resolveAbsent(db, id, new Date())).toBeUndefined();
    expect((await root.run(List, { q: (await viewerOf(person)).email })).data.accounts.nodes).toMatchObject([
      { id, blocked: true },
    ]);

    expect((await root.run(Unblock, { id })).data.unblockAccount).toEqual({ id, blocked: false });
    expect((await person.run(find, { id: org.id })).data.org).toEqual({ id: org.id });
    expect(await resolveAbsent(db, id, new Date())).toBeDefined();
  });

  it('are blocked by nobody who owns them, and not where there are none', async () => {
    const root = await signIn(['root']);
    const { id } = await viewerOf(root);

    expect((await root.run(Block, { id })).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { id: 'form.ownAccount' } },
    ]);
    for (const source of [Block, Unblock, EndSessions]) {
      for (const none of ['00000000-0000-7000-8000-000000000000', 'x']) {
        expect((await root.run(source, { id: none })).errors).toMatchObject([{ code: 'NotFound' }]);
      }
    }
  });

  it('leave somebody who may undo it where those who may block others block each other at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const callers = await Promise.all([1, 2, 3].map(() => signIn(['root'])));
      const ids = await Promise.all(callers.map(async (caller) => (await viewerOf(caller)).id as string));

      const answers = await Promise.all(
        callers.map((caller, index) => caller.run(Block, { id: ids[(index + 1) % ids.length] })),
      );

      const refused = answers.flatMap(({ errors }) => errors ?? []);
      expect(refused.length).toBeGreaterThan(0);
      expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['Forbidden']));
      const left = await Promise.all(callers.map(async (caller) => (await viewerOf(caller)).roles as string[]));
      expect(left.filter((own) => own.includes('root')).length).toBeGreaterThan(0);
    }
  });

  it('have no sessions here where another provider keeps them', async () => {
    const root = await signIn(['root']);
    const { id } = await viewerOf(await signIn(['manager']));

    expect((await root.run(EndSessions, { id })).data).toEqual({ endAccountSessions: 0 });
  });
});

describe('accounts that Noa keeps', () => {
  const password = 'trei pisici pe gard';
  let app: FastifyInstance;
  let hash: string;
  beforeAll(async () => {
    ({ app } = await startProvider({ production: true, sendsMail: true }));
    localAccounts.set(db, createLocalAccounts(providerDb));
    hash = await hashPassword(password);
    return () => app.close();
  });

  /** Somebody who is signed in, whom the application knows too. */
  async function aPerson() {
    const email = `${unique('hori.')}@primarie.test`;
    const [subject = ''] = await addUsers(providerDb, [{ email, name: 'Horia', roles: ['root'], locale: 'ro', hash }]);
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn(email, password)).get('code'));
    const row = { issuer: 'http://noa.test/realms/dev', subject, email, name: 'Horia' };
    const { id } = await asSystem((tx) =>
      tx
        .insertInto('account')
        .values({ ...row, last_seen_at: null })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const renew = () =>
      requestToken(app, {
        grant_type: 'refresh_token',
        client_id: 'noa-frontend',
        refresh_token: tokens.refresh_token,
      });
    const typePassword = async (typed = password) => {
      const other = new Browser(app);
      return other.post(String((await other.authorize()).headers.location), { email, password: typed });
    };
    return { id, subject, email, browser, renew, typePassword };
  }

  it('lose their sessions and links when they are blocked, cannot be signed in to, and say so only to who knows the password', async () => {
    const root = await signIn(['root']);
    const { id, subject, email, browser, renew, typePassword } = await aPerson();
    const link = realmPath + (await providerDb.transaction().execute((tx) => makeLink(tx, 'reset', subject)));

    expect((await root.run(Block, { id })).errors).toBeUndefined();

    expect(await renew()).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect((await browser.get(`${realmPath}/account`)).statusCode).toBe(303);
    expect((await browser.get(link)).statusCode).toBe(410);
    const [right, wrong] = [await typePassword(), await typePassword('altceva')];
    expect(right.statusCode).toBe(401);
    expect(right.body).toContain('Contul este blocat');
    expect(wrong.body).not.toContain('blocat');
    expect(await hasRoot(providerDb)).toBe(false);
    expect(await findUserId(providerDb, { subject: null, email: email.toUpperCase() })).toBe(subject);

    expect((await root.run(Unblock, { id })).errors).toBeUndefined();
    expect((await typePassword()).statusCode).toBe(303);
    expect(await hasRoot(providerDb)).toBe(true);
  });

  it('stay as they are when their sessions are ended, which are counted', async () => {
    const root = await signIn(['root']);
    const { id, renew, typePassword } = await aPerson();

    expect((await root.run(EndSessions, { id })).data).toEqual({ endAccountSessions: 1 });

    expect((await renew()).status).toBe(400);
    expect((await typePassword()).statusCode).toBe(303);
    expect((await root.run(EndSessions, { id })).data).toEqual({ endAccountSessions: 0 });
  });
});
