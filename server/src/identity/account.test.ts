import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nothing } from '../database/scope.ts';
import { aManager, anApartment, anOrg } from '../testing/factories.ts';
import { asSystem, db } from '../testing/harness.ts';
import { inviteAccount } from './account.queries.ts';
import type { VerifiedToken } from './token.ts';
import { aToken, join } from './viewer.fixture.ts';
import { resolveAbsent, resolveViewer } from './resolve-viewer.ts';

describe('the first sign-in', () => {
  it('makes one account, also when many requests come at once', async () => {
    const token = aToken();

    const viewers = await Promise.all(Array.from({ length: 12 }, () => resolveViewer(db, token)));

    expect(new Set(viewers.map(({ accountId }) => accountId)).size).toBe(1);
    expect(viewers[0]).toMatchObject({ actor: token.email, email: token.email, name: 'Ana Țurcanu' });
  });

  it('takes over the account that was invited by e-mail, in any case of letters', async () => {
    const org = await anOrg();
    const subject = randomUUID();
    const invited = await inviteAccount(db, `${subject.toUpperCase()}@noa.test`);
    await join(invited, { orgs: [org] });

    const viewer = await resolveViewer(db, aToken({ subject, roles: ['local_reporter'] }));

    expect(viewer.accountId).toBe(invited);
    expect(viewer.scope('org:read').orgIds).toEqual([org.id]);
  });

  it('takes over nothing by an address the provider does not vouch for', async () => {
    const email = `${randomUUID()}@noa.test`;
    const invited = await inviteAccount(db, email);
    await join(invited, { orgs: [await anOrg()] });

    const impostor = await resolveViewer(db, aToken({ email, emailVerified: false, roles: ['local_reporter'] }));
    const owner = await resolveViewer(db, aToken({ email, roles: ['local_reporter'] }));

    expect(impostor.scope('org:read')).toEqual(nothing);
    expect(impostor).toMatchObject({ email: null, actor: impostor.accountId });
    expect(owner.accountId).toBe(invited);
  });

  it('takes over nobody else: an address in use stays with its owner', async () => {
    const email = `${randomUUID()}@noa.test`;
    const owner = await resolveViewer(db, aToken({ email, roles: ['local_reporter'] }));
    await join(owner.accountId, { orgs: [await anOrg()] });

    const second = await resolveViewer(db, aToken({ email: email.toUpperCase(), roles: ['local_reporter'] }));

    expect(second.accountId).not.toBe(owner.accountId);
    expect(second).toMatchObject({ email: null });
    expect(second.scope('org:read')).toEqual(nothing);
  });

  it('works without an e-mail and a name', async () => {
    const viewer = await resolveViewer(db, aToken({ email: null, name: null }));

    expect(viewer).toMatchObject({ email: null, name: '', actor: viewer.accountId });
  });
});

it('invites an address once, whatever its case', async () => {
  const name = randomUUID();

  expect(await inviteAccount(db, ` ${name}@noa.test `)).toBe(await inviteAccount(db, `${name.toUpperCase()}@NOA.test`));
});

it('follows the name and address the provider tells, at the next visit', async () => {
  const token = aToken();
  const { accountId } = await resolveViewer(db, token);
  const renamed = { ...token, name: 'Ana Popescu', email: `new-${token.email}` };
  expect(await resolveViewer(db, renamed)).toMatchObject({ name: 'Ana Țurcanu' });

  await db
    .updateTable('account')
    .set({ last_seen_at: new Date(Date.now() - 6 * 60_000) })
    .where('id', '=', accountId ?? '')
    .execute();

  expect(await resolveViewer(db, renamed)).toMatchObject({ accountId, name: 'Ana Popescu', email: renamed.email });
});

describe('an invitation to an address that somebody has by now who is known already', () => {
  /** Somebody whose provider vouches for another address, or for none, until their next visit. */
  async function anInvited(before: Partial<VerifiedToken>) {
    const [org, other] = [await anOrg(), await anOrg()];
    const token = aToken({ roles: ['local_reporter'] });
    const { accountId } = await resolveViewer(db, { ...token, ...before });
    await join(accountId, { orgs: [other] });
    const invited = await inviteAccount(db, token.email ?? '');
    await join(invited, { orgs: [org, other], managers: [await aManager({ org_id: org.id })] });
    const visit = async () => {
      await db
        .updateTable('account')
        .set({ last_seen_at: new Date(Date.now() - 6 * 60_000) })
        .where('id', '=', accountId ?? '')
        .execute();
      return resolveViewer(db, token);
    };
    return { accountId, invited, token, orgIds: [org.id, other.id].toSorted(), visit };
  }
  const accountsOf = (ids: readonly string[]) =>
    asSystem((tx) => tx.selectFrom('account').select('id').where('id', 'in', ids).execute());

  it.each([
    ['that was another one', { email: `${randomUUID()}@noa.test` }],
    ['that was not vouched for', { emailVerified: false }],
  ])('is theirs at the next visit: one %s', async (_which, before) => {
    const { accountId, invited, token, orgIds, visit } = await anInvited(before);

    const viewer = await visit();

    expect(viewer).toMatchObject({ accountId, email: token.email });
    expect(viewer.scope('org:read').orgIds.toSorted()).toEqual(orgIds);
    expect(viewer.managers).toHaveLength(1);
    expect(await accountsOf([invited])).toEqual([]);
    expect(await inviteAccount(db, token.email ?? '')).toBe(accountId);
  });

  it('is theirs as well where more than memberships hangs on it, as in an org that was brought in', async () => {
    const { accountId, invited, orgIds, visit } = await anInvited({ emailVerified: false });
    await join(invited, { apartments: [await anApartment({ org_id: orgIds[0] ?? '' })] });

    const viewer = await visit();

    expect(viewer.accountId).toBe(accountId);
    expect(viewer.scope('org:read').orgIds.toSorted()).toEqual(orgIds);
    expect(await accountsOf([invited])).toHaveLength(1);
  });

  it('is nobody’s while it is blocked', async () => {
    const { invited, visit } = await anInvited({ emailVerified: false });
    await db.updateTable('account').set({ blocked_at: new Date() }).where('id', '=', invited).execute();

    const viewer = await visit();

    expect(viewer.scope('org:read').orgIds).toHaveLength(1);
    expect(await accountsOf([invited])).toHaveLength(1);
  });
});

describe('somebody who is not there', () => {
  it('has the roles of the last token, and the memberships of now', async () => {
    const org = await anOrg();
    const token = aToken({ roles: ['local_implementer'] });
    const { accountId } = await resolveViewer(db, token);
    await join(accountId, { orgs: [org] });
    const absent = async () => resolveAbsent(db, accountId ?? '', new Date());

    expect((await absent())?.scope('report:read').orgIds).toEqual([org.id]);

    await resolveViewer(db, { ...token, roles: ['manager'] });

    expect((await absent())?.roles).toEqual(['manager']);
    expect((await absent())?.may('report:read')).toBe(false);
  });

  it('is nobody after 90 days unseen, nor before the first sign-in', async () => {
    const { accountId } = await resolveViewer(db, aToken({ roles: ['local_reporter'] }));
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);

    expect(await resolveAbsent(db, accountId ?? '', days(89))).toBeDefined();
    expect(await resolveAbsent(db, accountId ?? '', days(91))).toBeUndefined();
    expect(await resolveAbsent(db, await inviteAccount(db, `${randomUUID()}@noa.test`), days(0))).toBeUndefined();
  });
});
