import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accessGroup } from '@noa/domain/kinds/access-group.ts';
import { aContainerGroup, anAccessGroup, anEntrance, anOrg, unique } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';
import { describeRecord } from '../../testing/record-contract.ts';

describeRecord(accessGroup, { given: ({ id }) => anAccessGroup({ org_id: id }) });

const Update = `mutation ($id: ID!, $rowId: ID!, $input: UpdateAccessGroupInput!) {
  updateAccessGroup(id: $id, rowId: $rowId, input: $input) { id rowId }
}`;

const joined = (id: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ container_group_id: string }>`
      select container_group_id from access_group_container_group where access_group_id = ${id}`.execute(tx);
    return rows.map((row) => row.container_group_id).toSorted();
  });

describe('the container groups of an access group', () => {
  it('are replaced as a set, and stay when not named', async () => {
    const org = await anOrg();
    const [a, b, c] = [
      await aContainerGroup({ org_id: org.id }),
      await aContainerGroup({ org_id: org.id }),
      await aContainerGroup({ org_id: org.id }),
    ];
    const { id, row_id: rowId } = await anAccessGroup({ org_id: org.id });
    const root = await signIn(['root']);

    const first = await root.run(Update, { id, rowId, input: { containerGroupIds: [a.id, b.id], name: unique('G') } });
    expect(await joined(id)).toEqual([a.id, b.id].toSorted());

    const second = await root.run(Update, {
      id,
      rowId: first.data.updateAccessGroup.rowId,
      input: { containerGroupIds: [b.id, c.id] },
    });
    expect(await joined(id)).toEqual([b.id, c.id].toSorted());

    await root.run(Update, { id, rowId: second.data.updateAccessGroup.rowId, input: { accessMode: 'open' } });
    expect(await joined(id)).toEqual([b.id, c.id].toSorted());
  });

  it('are of the same org', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const foreign = await aContainerGroup({ org_id: other.id });
    const { id, row_id: rowId } = await anAccessGroup({ org_id: org.id });
    const root = await signIn(['root']);

    const { errors } = await root.run(Update, { id, rowId, input: { containerGroupIds: [foreign.id] } });

    expect(errors).toMatchObject([{ code: 'NotFound', fields: { containerGroupIds: 'form.notFound' } }]);
  });
});

const Join = `mutation ($accessGroupId: ID!, $containerGroupId: ID!) {
  joinContainerGroup(accessGroupId: $accessGroupId, containerGroupId: $containerGroupId) {
    rowId containerGroupCount containerGroups { nodes { id } }
  }
}`;
const Leave = Join.replaceAll('joinContainerGroup', 'leaveContainerGroup');
const History = `query ($id: ID!) {
  history(kind: "accessGroup", id: $id) { nodes { rowId fields { name oldLabel newLabel } } }
}`;

describe('joining a container group', () => {
  it('is a new version of the access group, whose history names what was joined and left', async () => {
    const org = await anOrg();
    const [a, b] = [
      await aContainerGroup({ org_id: org.id, item_number: 'P-1' }),
      await aContainerGroup({ org_id: org.id, item_number: 'P-2' }),
    ];
    const { id, row_id: rowId } = await anAccessGroup({ org_id: org.id });
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });

    await caller.run(Join, { accessGroupId: id, containerGroupId: a.id });
    const both = (await caller.run(Join, { accessGroupId: id, containerGroupId: b.id })).data.joinContainerGroup;
    await caller.run(Leave, { accessGroupId: id, containerGroupId: a.id });

    expect(both).toMatchObject({ containerGroupCount: 2, containerGroups: { nodes: [{ id: a.id }, { id: b.id }] } });
    expect(await joined(id)).toEqual([b.id]);
    const { data } = await caller.run(History, { id });
    const change = (oldLabel: string | null, newLabel: string | null) => [
      { name: 'containerGroupIds', oldLabel, newLabel },
    ];
    expect(data.history.nodes.slice(0, 3).map(({ fields }: { fields: unknown }) => fields)).toEqual([
      change('P-1, P-2', 'P-2'),
      change('P-1', 'P-1, P-2'),
      change(null, 'P-1'),
    ]);
    const stale = await caller.run(Update, { id, rowId, input: { containerGroupIds: [] } });
    expect(stale.errors).toMatchObject([{ code: 'Conflict', current: { id } }]);
  });

  it('once more, or leaving what was not joined, changes nothing', async () => {
    const org = await anOrg();
    const group = await aContainerGroup({ org_id: org.id });
    const { id } = await anAccessGroup({ org_id: org.id });
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });
    const variables = { accessGroupId: id, containerGroupId: group.id };

    const first = (await caller.run(Join, variables)).data.joinContainerGroup;
    const again = (await caller.run(Join, variables)).data.joinContainerGroup;
    const left = (await caller.run(Leave, variables)).data.leaveContainerGroup;
    const leftAgain = (await caller.run(Leave, variables)).data.leaveContainerGroup;

    expect(again.rowId).toBe(first.rowId);
    expect(leftAgain.rowId).toBe(left.rowId);
    expect(await joined(id)).toEqual([]);
  });

  it('at the same moment as another loses neither', async () => {
    const org = await anOrg();
    const groups = await Promise.all(Array.from({ length: 6 }, () => aContainerGroup({ org_id: org.id })));
    const { id } = await anAccessGroup({ org_id: org.id });
    const root = await signIn(['root']);

    await Promise.all(groups.map((group) => root.run(Join, { accessGroupId: id, containerGroupId: group.id })));

    expect(await joined(id)).toEqual(groups.map((group) => group.id).toSorted());
  });

  it('at the same moment as others is told in history as what each of them did', async () => {
    const org = await anOrg();
    const groups = await Promise.all(Array.from({ length: 6 }, () => aContainerGroup({ org_id: org.id })));
    const { id } = await anAccessGroup({ org_id: org.id });
    const callers = await Promise.all(groups.map(() => signIn(['local_implementer'], { orgIds: [org.id] })));

    await Promise.all(
      callers.map((caller, index) => caller.run(Join, { accessGroupId: id, containerGroupId: groups[index]?.id })),
    );

    const { data } = await (callers[0] as Caller).run(History, { id });
    const counts = data.history.nodes.map(({ fields }: { fields: { newLabel: string | null }[] }) =>
      fields.map(({ newLabel }) => newLabel?.split(', ').length),
    );
    expect(counts.slice(0, 6)).toEqual([[6], [5], [4], [3], [2], [1]]);
  });

  it.each(['foreign', 'not an id'])('names the field when the container group is %s', async (what) => {
    const [org, other] = [await anOrg(), await anOrg()];
    const foreign = await aContainerGroup({ org_id: other.id });
    const { id } = await anAccessGroup({ org_id: org.id });
    const root = await signIn(['root']);

    const containerGroupId = what === 'foreign' ? foreign.id : 'P-1';
    const { errors } = await root.run(Join, { accessGroupId: id, containerGroupId });

    expect(errors).toMatchObject([{ code: 'NotFound', fields: { containerGroupId: 'form.notFound' } }]);
  });
});

it('access groups are found by the container group that they are joined to, and say what belongs to them', async () => {
  const org = await anOrg();
  const group = await aContainerGroup({ org_id: org.id });
  const [{ id }] = [await anAccessGroup({ org_id: org.id, name: 'Zona A' }), await anAccessGroup({ org_id: org.id })];
  const entrance = await anEntrance({ org_id: org.id, access_group_id: id });
  const caller = await signIn(['local_implementer'], { orgIds: [org.id] });
  await caller.run(Join, { accessGroupId: id, containerGroupId: group.id });

  const { data } = await caller.run(
    `query ($filter: AccessGroupFilter) {
      accessGroups(filter: $filter) {
        nodes { label entranceCount containerGroupCount viewerCanUpdate entrances { nodes { id } } }
      }
    }`,
    { filter: { containerGroupId: group.id } },
  );

  expect(data.accessGroups.nodes).toEqual([
    {
      label: 'Zona A',
      entranceCount: 1,
      containerGroupCount: 1,
      viewerCanUpdate: true,
      entrances: { nodes: [{ id: entrance.id }] },
    },
  ]);
});

it('an access group is not deleted while entrances belong to it', async () => {
  const org = await anOrg();
  const { id, row_id: rowId } = await anAccessGroup({ org_id: org.id });
  await anEntrance({ org_id: org.id, access_group_id: id });
  const root = await signIn(['root']);

  const { errors } = await root.run('mutation ($id: ID!, $rowId: ID!) { deleteAccessGroup(id: $id, rowId: $rowId) }', {
    id,
    rowId,
  });

  expect(errors).toMatchObject([{ code: 'ValidationFailed', dependants: [{ kind: 'entrance', count: 1 }] }]);
});
