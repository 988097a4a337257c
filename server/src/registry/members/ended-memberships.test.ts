import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { localAccounts } from '../../identity/local-accounts.ts';
import { createLocalAccounts } from '../../identity/provider/accounts/invitations.ts';
import { addUsers } from '../../identity/provider/accounts/user.queries.ts';
import { aManager, anOrg, unique } from '../../testing/factories.ts';
import { asSystem, db, providerDb, signIn } from '../../testing/harness.ts';
import { takeRolesBack } from './ended-memberships.ts';

const root = await signIn(['root']);

beforeAll(() => {
  localAccounts.set(db, createLocalAccounts(providerDb));
  return () => localAccounts.set(db, undefined);
});

const newAddress = () => `${unique('ana')}@primarie.test`;
const Add = `mutation ($id: ID!, $email: String!, $role: MemberRole) {
  addOrgMember(orgId: $id, email: $email, role: $role) { members(filter: { q: $email }) { nodes { id } } }
}`;
const Remove = 'mutation ($id: ID!, $memberId: ID!) { removeOrgMember(orgId: $id, memberId: $memberId) { id } }';
const AddToManager = `mutation ($id: ID!, $email: String!) {
  addManagerMember(managerId: $id, email: $email) { members(filter: { q: $email }) { nodes { id } } }
}`;
const RemoveFromManager = `mutation ($id: ID!, $memberId: ID!) {
  removeManagerMember(managerId: $id, memberId: $memberId) { id }
}`;

/** What the embedded provider says that somebody may do. */
async function rolesOf(email: string) {
  const { rows } = await sql<{ roles: string[] }>`select roles from provider_user where email = ${email}`.execute(
    providerDb,
  );
  return rows[0]?.roles.toSorted();
}

async function add(id: string, email: string, role: string): Promise<string> {
  const { data, errors } = await root.run(Add, { id, email, role });
  expect(errors).toBeUndefined();
  return data.addOrgMember.members.nodes[0].id;
}

it('the roles of orgs go with the last org, and whoever is invited again has the new role alone', async () => {
  const [one, other] = [await anOrg(), await anOrg()];
  const email = newAddress();
  const memberId = await add(one.id, email, 'local_implementer');
  await add(other.id, email, 'local_reporter');

  await root.run(Remove, { id: one.id, memberId });
  expect(await rolesOf(email)).toEqual(['local_implementer', 'local_reporter']);
  await root.run(Remove, { id: other.id, memberId });
  expect(await rolesOf(email)).toEqual([]);
  await add(one.id, email, 'container_admin');
  expect(await rolesOf(email)).toEqual(['container_admin']);
});

it('the role of managers goes with the last manager, and neither takes the other', async () => {
  const org = await anOrg();
  const managers = [await aManager({ org_id: org.id }), await aManager({ org_id: org.id })];
  const email = newAddress();
  const memberId = await add(org.id, email, 'local_reporter');
  for (const { id } of managers) {
    await root.run(AddToManager, { id, email });
  }

  const left: unknown[] = [];
  for (const { id } of managers) {
    await root.run(RemoveFromManager, { id, memberId });
    left.push(await rolesOf(email));
  }
  await root.run(Remove, { id: org.id, memberId });

  expect([...left, await rolesOf(email)]).toEqual([['local_reporter', 'manager'], ['local_reporter'], []]);
});

it('so they do when a membership ends with what it was of; other roles stay', async () => {
  const org = await anOrg();
  const manager = await aManager({ org_id: org.id });
  const email = newAddress();
  await addUsers(providerDb, [{ email, name: 'Ana', roles: ['ara_user', 'root'], locale: 'ro', hash: null }]);
  await root.run(AddToManager, { id: manager.id, email });
  expect(await rolesOf(email)).toEqual(['ara_user', 'manager', 'root']);

  await asSystem((tx) => tx.deleteFrom('manager').where('id', '=', manager.id).execute());
  await takeRolesBack(db);

  expect(await rolesOf(email)).toEqual(['ara_user', 'root']);
});

it('what was done in their name goes by the roles that are left, where Noa keeps the accounts, and nowhere else', async () => {
  const org = await anOrg();
  const known = async () => {
    const person = await signIn(['local_implementer', 'ara_user'], { orgIds: [org.id] });
    const { id } = (await person.run('{ viewer { id } }')).data.viewer;
    return id as string;
  };
  const rolesKnown = async (id: string) =>
    (await asSystem((tx) => tx.selectFrom('account').select('roles').where('id', '=', id).executeTakeFirst()))?.roles;
  const [kept, elsewhere] = [await known(), await known()];

  await root.run(Remove, { id: org.id, memberId: kept });
  localAccounts.set(db, undefined);
  await root.run(Remove, { id: org.id, memberId: elsewhere });
  localAccounts.set(db, createLocalAccounts(providerDb));

  expect(await rolesKnown(kept)).toEqual(['ara_user']);
  expect((await rolesKnown(elsewhere))?.toSorted()).toEqual(['ara_user', 'local_implementer']);
});
