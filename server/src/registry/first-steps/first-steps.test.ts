import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anAccessGroup, anApartment, aContainer, aContainerGroup, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';

const Query = `query ($orgId: ID) { firstSteps(orgId: $orgId) {
  orgId orgName done members activeMembers towerBlocks apartments entrances entrancesWithoutContainers containers unconfirmedContainers
} }`;

const root = await signIn(['root']);

async function stepsOf(orgId: string) {
  const { data, errors } = await root.run(Query, { orgId });
  expect(errors).toBeUndefined();
  return data.firstSteps;
}

/** Every lock of the org has confirmed a list. */
const confirm = (orgId: string, but = 0) =>
  asSystem((tx) =>
    sql`update container_sync set applied_version = 1 where org_id = ${orgId} and container_id in (
      select id from container where org_id = ${orgId} order by id offset ${but})`.execute(tx),
  );

const invite = (orgId: string) =>
  asSystem((tx) =>
    sql`with invited as (insert into account (email) values (${`${orgId}@noa.test`}) returning id)
      insert into org_member (org_id, account_id) select ${orgId}, id from invited`.execute(tx),
  );

/** An org with an entrance, its apartment and a group of containers, of which none is joined to another. */
async function aTown() {
  const org = await anOrg();
  const group = await aContainerGroup({ org_id: org.id });
  const entrance = await anEntrance({ org_id: org.id, access_group_id: null });
  await anApartment({ org_id: org.id, entrance_id: entrance.id });
  return { org, group, entrance };
}

describe('the first steps of an installation', () => {
  it('begin with an organisation for whoever may make one', async () => {
    expect((await root.run(Query)).data.firstSteps).toMatchObject({ orgId: null, orgName: null, done: [] });

    await anOrg({ enabled: false });
    expect((await root.run(Query)).data.firstSteps).toBeNull(); // nobody works in it

    const org = await anOrg();
    expect((await root.run(Query)).data.firstSteps).toMatchObject({ orgId: org.id, done: ['organisation'] });
  });

  it('count what is done and what is left, step by step, until nothing is', async () => {
    const { org, group, entrance } = await aTown();
    await invite(org.id);
    expect(await stepsOf(org.id)).toEqual({
      orgId: org.id,
      orgName: org.name,
      done: ['organisation', 'files'],
      members: 1,
      activeMembers: 0,
      towerBlocks: 1,
      apartments: 1,
      entrances: 1,
      entrancesWithoutContainers: 1,
      containers: 0,
      unconfirmedContainers: 0,
    });

    await signIn(['local_implementer'], { orgIds: [org.id] });
    expect(await stepsOf(org.id)).toMatchObject({
      members: 2,
      activeMembers: 1,
      done: ['organisation', 'accounts', 'files'],
    });

    const accessGroup = await anAccessGroup({ org_id: org.id });
    const assign = sql`update entrance set access_group_id = ${accessGroup.id} where id = ${entrance.id}`;
    await asSystem((tx) => assign.execute(tx));
    expect(await stepsOf(org.id)).toMatchObject({ entrancesWithoutContainers: 1 }); // its group opens nothing
    await asSystem((tx) =>
      tx
        .insertInto('access_group_container_group')
        .values({ org_id: org.id, access_group_id: accessGroup.id, container_group_id: group.id })
        .execute(),
    );
    expect(await stepsOf(org.id)).toMatchObject({
      entrancesWithoutContainers: 0,
      done: expect.arrayContaining(['groups']),
    });

    await aContainer({ org_id: org.id, container_group_id: group.id });
    await aContainer({ org_id: org.id, container_group_id: group.id });
    await confirm(org.id, 1);
    expect(await stepsOf(org.id)).toMatchObject({ containers: 2, unconfirmedContainers: 1 });
    await confirm(org.id);
    expect(await stepsOf(org.id)).toBeNull();
  });

  it('come back when the org is emptied', async () => {
    const { org, group, entrance } = await aTown();
    await signIn(['local_implementer'], { orgIds: [org.id] });
    const accessGroup = await anAccessGroup({ org_id: org.id });
    await asSystem(async (tx) => {
      await sql`update entrance set access_group_id = ${accessGroup.id} where id = ${entrance.id}`.execute(tx);
      await sql`insert into access_group_container_group (org_id, access_group_id, container_group_id)
        values (${org.id}, ${accessGroup.id}, ${group.id})`.execute(tx);
    });
    const container = await aContainer({ org_id: org.id, container_group_id: group.id });
    await confirm(org.id);
    expect(await stepsOf(org.id)).toBeNull();

    await asSystem((tx) => sql`delete from container where id = ${container.id}`.execute(tx));

    expect(await stepsOf(org.id)).toMatchObject({ done: ['organisation', 'accounts', 'files', 'groups'] });
  });

  it('are of the org that is asked for, or else of the one that was made last, as far as the caller belongs there', async () => {
    const [first, second, other] = [await anOrg(), await anOrg(), await anOrg()];
    const implementer = await signIn(['local_implementer'], { orgIds: [first.id, second.id] });
    const asked = async (orgId?: string) => (await implementer.run(Query, { orgId })).data.firstSteps.orgId;

    expect(await asked()).toBe(second.id);
    expect(await asked(first.id)).toBe(first.id);
    expect(await asked(other.id)).toBe(second.id);
    expect(await asked('no id')).toBe(second.id);
  });

  it('are none of an org that serves the apartments of another', async () => {
    const { org } = await aTown();
    const operator = await anOrg();
    await asSystem((tx) =>
      sql`insert into apartment_org (org_id, apartment_id, serving_org_id)
        select org_id, id, ${operator.id} from apartment where org_id = ${org.id}`.execute(tx),
    );

    const implementer = await signIn(['local_implementer'], { orgIds: [operator.id] });

    expect((await implementer.run(Query)).data.firstSteps).toBeNull();
  });
});
