import { beforeAll, describe, expect, it } from 'vitest';
import { invitationLimits } from '@noa/domain/member.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { createLocalAccounts } from '../../identity/provider/accounts/invitations.ts';
import { aManager, anOrg, unique } from '../../testing/factories.ts';
import { db, providerDb, signIn, type Caller } from '../../testing/harness.ts';

beforeAll(() => localAccounts.set(db, createLocalAccounts(providerDb)));

const newAddress = () => `${unique('ana.')}@primarie.test`;
const Remove = `mutation ($id: ID!, $memberId: ID!) { removeOrgMember(orgId: $id, memberId: $memberId) { id } }`;

const add = (caller: Caller, id: string, email: string) =>
  caller.run(
    `mutation ($id: ID!, $email: String!) {
      addOrgMember(orgId: $id, email: $email, role: local_reporter) { members(filter: { q: $email }) { nodes { id } } }
    }`,
    { id, email },
  );
const tooMany = [{ code: 'LimitExceeded', retryAt: expect.any(String) }];

describe('invitations', () => {
  it('to one address end for the day, whoever asks for them, and whether or not they are taken back between', async () => {
    const { id } = await anOrg();
    const callers = [await signIn(['root']), await signIn(['root'])] as const;
    const email = newAddress();
    for (let times = 0; times < invitationLimits.perAddress; times += 1) {
      const { data, errors } = await add(callers[times % 2 === 0 ? 0 : 1], id, email);
      expect(errors).toBeUndefined();
      if (times < 2) {
        await callers[0].run(Remove, { id, memberId: data.addOrgMember.members.nodes[0].id });
      }
    }

    for (const caller of callers) {
      expect((await add(caller, id, email.toUpperCase())).errors).toMatchObject(tooMany);
    }

    expect((await add(callers[0], id, newAddress())).errors).toBeUndefined();
  });

  it('of one person end for the day, and make nobody a member any more', async () => {
    const org = await anOrg();
    const { id } = await aManager({ org_id: org.id });
    const [implementer, colleague] = [
      await signIn(['local_implementer'], { orgIds: [org.id] }),
      await signIn(['local_implementer'], { orgIds: [org.id] }),
    ];
    const addOne = (caller: Caller, email: string) =>
      caller.run('mutation ($id: ID!, $email: String!) { addManagerMember(managerId: $id, email: $email) { id } }', {
        id,
        email,
      });
    for (let times = 0; times < invitationLimits.perInviter; times += 1) {
      expect((await addOne(implementer, newAddress())).errors).toBeUndefined();
    }
    const email = newAddress();

    expect((await addOne(implementer, email)).errors).toMatchObject(tooMany);

    const { data } = await implementer.run(
      'query ($id: ID!, $q: String) { manager(id: $id) { members(filter: { q: $q }) { totalCount } } }',
      { id, q: email },
    );
    expect(data.manager.members.totalCount).toBe(0);
    expect((await addOne(colleague, email)).errors).toBeUndefined();
  });

  it('are not what who has signed in before is sent: root, who sees all accounts, makes them a member of as much as there is', async () => {
    const root = await signIn(['root']);
    const person = await signIn(['local_reporter']);
    const { email } = (await person.run('{ viewer { email } }')).data.viewer;

    for (let times = 0; times <= invitationLimits.perAddress; times += 1) {
      expect((await add(root, (await anOrg()).id, email)).errors).toBeUndefined();
    }
  });
});
