import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { rolesWith } from '@noa/domain/permissions.ts';
import { roles } from '@noa/domain/vocabulary.ts';
import { aManager, anOrg, unique } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';

/** Orgs and managers have members alike. */
const kinds = [
  {
    type: 'Org',
    one: 'org',
    read: 'org:read',
    write: 'org:write',
    given: async () => {
      const org = await anOrg();
      return { org, target: org };
    },
  },
  {
    type: 'Manager',
    one: 'manager',
    read: 'manager:read',
    write: 'manager:write',
    given: async () => {
      const org = await anOrg();
      return { org, target: await aManager({ org_id: org.id }) };
    },
  },
] as const;

/** Visits of an account are noted every few minutes. */
const seenYesterday = (email: string) =>
  asSystem((tx) => sql`update account set last_seen_at = now() - interval '1 day' where email = ${email}`.execute(tx));

const emailOf = async (caller: Caller): Promise<string> => (await caller.run('{ viewer { email } }')).data.viewer.email;

describe.each(kinds)('members of a record of kind $type', ({ type, one, read, write, given }) => {
  const List = `query ($id: ID!, $q: String, $first: Int, $after: String) {
    ${one}(id: $id) {
      members(filter: { q: $q }, first: $first, after: $after) {
        nodes { id email name invited lastSeenAt } totalCount pageInfo { endCursor hasNextPage }
      }
    }
  }`;
  const Add = `mutation ($id: ID!, $email: String!) { add${type}Member(${one}Id: $id, email: $email) { id } }`;
  const Remove = `mutation ($id: ID!, $memberId: ID!) {
    remove${type}Member(${one}Id: $id, memberId: $memberId) { id members { totalCount } }
  }`;
  const membersOf = async (caller: Caller, id: string, variables: object = {}) =>
    (await caller.run(List, { id, ...variables })).data[one].members;

  it('are invited by an address, and so shown until they sign in', async () => {
    const { target } = await given();
    const root = await signIn(['root']);
    const email = `${unique('ana.')}@primarie.test`;

    expect((await root.run(Add, { id: target.id, email: ` ${email} ` })).errors).toBeUndefined();

    const { nodes, totalCount } = await membersOf(root, target.id);
    expect(totalCount).toBe(1);
    expect(nodes).toMatchObject([{ email, name: '', invited: true, lastSeenAt: null }]);
  });

  it('belong from their next request on, and no longer from the one after they are removed', async () => {
    const { target } = await given();
    const root = await signIn(['root']);
    const person = await signIn([one === 'org' ? 'local_implementer' : 'manager']);
    const find = `query ($id: ID!) { ${one}(id: $id) { id } }`;
    const email = await emailOf(person);
    expect((await person.run(find, { id: target.id })).errors).toMatchObject([{ code: 'NotFound' }]);
    await seenYesterday(email);

    await root.run(Add, { id: target.id, email: email.toUpperCase() });
    expect((await person.run(find, { id: target.id })).data[one]).toEqual({ id: target.id });
    const [member] = (await membersOf(root, target.id)).nodes;
    expect(member).toMatchObject({ email, invited: false });

    const removed = await root.run(Remove, { id: target.id, memberId: member.id });
    expect(removed.data[`remove${type}Member`].members.totalCount).toBe(0);
    expect((await person.run(find, { id: target.id })).errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it('are not told of by name before they have been here as members, in no list, order or search', async () => {
    const { org, target } = await given();
    const stranger = await signIn(['root']);
    const email = await emailOf(stranger);
    const word = unique('Nume');
    await asSystem((tx) =>
      sql`update account set name = ${word}, last_seen_at = now() - interval '1 day' where email = ${email}`.execute(
        tx,
      ),
    );
    const managers = one === 'manager' ? [{ id: target.id, org_id: org.id }] : [];
    const caller = await signIn(['root', 'manager'], { managers });

    await caller.run(Add, { id: target.id, email });

    const { nodes } = await membersOf(caller, target.id, { q: email });
    expect(nodes).toMatchObject([{ email, name: '', lastSeenAt: null }]);
    expect((await membersOf(caller, target.id, { q: word })).nodes).toEqual([]);

    await stranger.run('{ viewer { id } }');
    expect((await membersOf(caller, target.id, { q: email })).nodes).not.toMatchObject([{ name: '' }]);
  });

  it('are told of alike before they have been here as members, whether they have an account or not', async () => {
    const { target } = await given();
    const root = await signIn(['root']);
    const resident = await emailOf(await signIn(['ara_user']));
    const nobody = `${unique('nimeni.')}@primarie.test`;
    await seenYesterday(resident);

    const told = [];
    for (const email of [resident, nobody]) {
      const added = [await root.run(Add, { id: target.id, email }), await root.run(Add, { id: target.id, email })];
      const { nodes } = await membersOf(root, target.id, { q: email });
      const { id: _id, email: _email, ...others } = nodes[0];
      told.push({ added, others });
    }

    expect(told[0]).toEqual(told[1]);
    expect(told[0]?.others).toEqual({ name: '', invited: true, lastSeenAt: null });
  });

  it('are added once, by an address that can be one', async () => {
    const { target } = await given();
    const root = await signIn(['root']);
    const email = `${unique('ion.')}@primarie.test`;
    await root.run(Add, { id: target.id, email });

    const fields = async (given: string) =>
      (await root.run(Add, { id: target.id, email: given })).errors?.[0]?.['fields'];

    expect(await fields(email.toUpperCase())).toEqual({ email: 'form.alreadyMember' });
    expect(await fields('')).toEqual({ email: 'form.required' });
    expect(await fields('ion la primarie')).toEqual({ email: 'form.badEmail' });
    expect(await fields(`${'i'.repeat(250)}@a.ro`)).toEqual({ email: 'form.tooLong' });
  });

  it('are removed only if they are members: anybody else is not found', async () => {
    const { target } = await given();
    const root = await signIn(['root']);

    for (const memberId of [target.id, 'nobody']) {
      expect((await root.run(Remove, { id: target.id, memberId })).errors).toMatchObject([{ code: 'NotFound' }]);
    }
  });

  it('are paged by name, and found by words of name and address', async () => {
    const { target } = await given();
    const root = await signIn(['root']);
    const mark = unique('x');
    for (const name of ['călin', 'bogdan', 'ana']) {
      await root.run(Add, { id: target.id, email: `${name.replace('ă', 'a')}.${mark}@primarie.test` });
    }

    const first = await membersOf(root, target.id, { first: 2 });
    const rest = await membersOf(root, target.id, { first: 2, after: first.pageInfo.endCursor });
    const names = [...first.nodes, ...rest.nodes].map(({ email }: { email: string }) => email.split('.')[0]);

    expect(names).toEqual(['ana', 'bogdan', 'calin']);
    expect(rest.pageInfo.hasNextPage).toBe(false);
    expect((await membersOf(root, target.id, { q: `BOGDAN primarie` })).nodes).toMatchObject([
      { email: `bogdan.${mark}@primarie.test` },
    ]);
  });

  it.each(roles.filter((role) => rolesWith(read).includes(role) && role !== 'root'))(
    'are read by %s where it belongs',
    async (role) => {
      const { org, target } = await given();
      const root = await signIn(['root']);
      await root.run(Add, { id: target.id, email: `${unique('dan.')}@primarie.test` });
      const managers = one === 'manager' ? [{ id: target.id, org_id: org.id }] : [];
      const caller = await signIn([role], role === 'manager' ? { managers } : { orgIds: [org.id] });

      const { nodes } = await membersOf(caller, target.id, { q: 'dan' });

      expect(nodes).toHaveLength(1);
    },
  );

  it.each(roles.filter((role) => !rolesWith(write).includes(role)))('are not for %s to add or remove', async (role) => {
    const { org, target } = await given();
    const caller = await signIn([role], { orgIds: [org.id] });

    for (const answer of [
      await caller.run(Add, { id: target.id, email: 'ana@primarie.test' }),
      await caller.run(Remove, { id: target.id, memberId: org.id }),
    ]) {
      expect(answer.errors).toMatchObject([{ code: 'Forbidden' }]);
    }
  });
});

describe('members of a manager', () => {
  it('are added by an implementer of the org, and by none of another', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const { id } = await aManager({ org_id: org.id });
    const Add = 'mutation ($id: ID!, $email: String!) { addManagerMember(managerId: $id, email: $email) { id } }';
    const email = `${unique('vlad.')}@asociatie.test`;
    const [own, stranger] = [
      await signIn(['local_implementer'], { orgIds: [org.id] }),
      await signIn(['local_implementer'], { orgIds: [other.id] }),
    ];

    expect((await stranger.run(Add, { id, email })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await own.run(Add, { id, email })).data.addManagerMember).toEqual({ id });
  });

  it('see each other, and nobody of another manager', async () => {
    const org = await anOrg();
    const [own, other] = [await aManager({ org_id: org.id }), await aManager({ org_id: org.id })];
    const [caller] = [
      await signIn(['manager'], { managers: [own] }),
      await signIn(['manager'], { managers: [own] }),
      await signIn(['manager'], { managers: [other] }),
    ];

    const { data } = await caller.run('{ managers { nodes { id members { totalCount } } } }');

    expect(data.managers.nodes).toEqual([{ id: own.id, members: { totalCount: 2 } }]);
  });
});
