import { describe, expect, it } from 'vitest';
import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
} from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { describeRecord } from '../../testing/record-contract.ts';

const Create = /* GraphQL */ `
  mutation ($input: CreateContainerGroupInput!) {
    createContainerGroup(input: $input) {
      id
      itemNumber
      name
      label
      accessMode
      addrStreet
      lat
      lng
      org {
        id
      }
    }
  }
`;
const Update = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!, $input: UpdateContainerGroupInput!) {
    updateContainerGroup(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      itemNumber
      accessMode
      lat
      lng
    }
  }
`;
const Delete = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!) {
    deleteContainerGroup(id: $id, rowId: $rowId)
  }
`;
const One = /* GraphQL */ `
  query ($id: ID!, $asOf: DateTime) {
    containerGroup(id: $id, asOf: $asOf) {
      id
      itemNumber
      containerCount
      viewerCanUpdate
      viewerCanDelete
      containers {
        totalCount
        nodes {
          id
        }
      }
    }
  }
`;
const List = /* GraphQL */ `
  query ($filter: ContainerGroupFilter, $sort: [ContainerGroupSort!]) {
    containerGroups(filter: $filter, sort: $sort) {
      totalCount
      nodes {
        id
        itemNumber
      }
    }
  }
`;

/** A group that the residents behind an entrance of `manager_id` may use. */
async function aJoinedGroup(org_id: string, manager_id: string | null = null) {
  const [group, accessGroup] = [await aContainerGroup({ org_id }), await anAccessGroup({ org_id })];
  await asSystem((tx) =>
    tx
      .insertInto('access_group_container_group')
      .values({ org_id, access_group_id: accessGroup.id, container_group_id: group.id })
      .execute(),
  );
  return { group, accessGroup, entrance: await anEntrance({ org_id, access_group_id: accessGroup.id, manager_id }) };
}

describeRecord(containerGroup, { given: ({ id }) => aContainerGroup({ org_id: id }) });

describe('createContainerGroup', () => {
  it.each(['local_implementer', 'container_admin'] as const)('gives %s a group in its org', async (role) => {
    const org = await anOrg();
    const caller = await signIn([role], { orgIds: [org.id] });

    const input = { itemNumber: ' P-7 ', name: 'Piață', addrStreet: 'Str. Gării', lat: 47.25, lng: 26.72 };
    const { data } = await caller.run(Create, { input });

    expect(data.createContainerGroup).toMatchObject({
      itemNumber: 'P-7',
      label: 'P-7 Piață',
      accessMode: 'controlled',
      addrStreet: 'Str. Gării',
      lat: 47.25,
      lng: 26.72,
      org: { id: org.id },
    });
  });

  it('names the field when the number is taken, or half a point is given', async () => {
    const org = await anOrg();
    await aContainerGroup({ org_id: org.id, item_number: 'P-1' });
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });

    const taken = await caller.run(Create, { input: { itemNumber: 'p-1' } });
    const half = await caller.run(Create, { input: { itemNumber: 'P-2', lat: 47 } });

    expect(taken.errors).toMatchObject([{ code: 'ValidationFailed', fields: { itemNumber: 'form.taken' } }]);
    expect(half.errors).toMatchObject([{ code: 'ValidationFailed', fields: { lng: 'form.wholePoint' } }]);
  });
});

describe('updateContainerGroup', () => {
  it('changes what is given and clears what is null', async () => {
    const org = await anOrg();
    const { id, row_id: rowId } = await aContainerGroup({ org_id: org.id, item_number: 'P-1', lat: 47, lng: 26 });
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });

    const input = { accessMode: 'open', lat: null, lng: null };
    const { data } = await caller.run(Update, { id, rowId, input });

    expect(data.updateContainerGroup).toMatchObject({ itemNumber: 'P-1', accessMode: 'open', lat: null, lng: null });
  });
});

describe('deleteContainerGroup', () => {
  it('is refused while containers stand in it or access groups use it', async () => {
    const org = await anOrg();
    const { group } = await aJoinedGroup(org.id);
    await aContainer({ org_id: org.id, container_group_id: group.id });
    const root = await signIn(['root']);

    const { errors } = await root.run(Delete, { id: group.id, rowId: group.row_id });

    const dependants = [
      { kind: 'container', count: 1 },
      { kind: 'accessGroup', count: 1 },
    ];
    expect(errors).toMatchObject([{ code: 'ValidationFailed', dependants }]);
  });

  it('closes one that nothing depends on', async () => {
    const org = await anOrg();
    const { id, row_id: rowId, valid_from } = await aContainerGroup({ org_id: org.id });
    const root = await signIn(['root']);

    const { data } = await root.run(Delete, { id, rowId });

    expect(data).toEqual({ deleteContainerGroup: id });
    expect((await root.run(One, { id })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await root.run(One, { id, asOf: valid_from.toISOString() })).data.containerGroup).toMatchObject({ id });
  });
});

describe('containerGroup', () => {
  it('is shown to the manager of an entrance whose residents may use it, and to no other', async () => {
    const org = await anOrg();
    const [own, other] = [await aManager({ org_id: org.id }), await aManager({ org_id: org.id })];
    const { group } = await aJoinedGroup(org.id, own.id);
    const { id } = await aContainer({ org_id: org.id, container_group_id: group.id });
    const [mine, theirs] = [
      await signIn(['manager'], { managers: [own] }),
      await signIn(['manager'], { managers: [other] }),
    ];

    expect((await mine.run(One, { id: group.id })).data.containerGroup).toEqual({
      id: group.id,
      itemNumber: group.item_number,
      containerCount: 1,
      containers: { totalCount: 1, nodes: [{ id }] },
      viewerCanUpdate: false,
      viewerCanDelete: false,
    });
    expect((await theirs.run(One, { id: group.id })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await theirs.run(List)).data.containerGroups).toEqual({ totalCount: 0, nodes: [] });
  });

  it('is shown to residents who may use it', async () => {
    const org = await anOrg();
    const { group, entrance } = await aJoinedGroup(org.id);
    await aJoinedGroup(org.id);
    const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
    const resident = await signIn(['ara_user'], { apartments: [apartment] });

    expect((await resident.run(List)).data.containerGroups.nodes).toMatchObject([{ id: group.id }]);
  });
});

describe('containerGroups', () => {
  it('are found by words and listed by any field', async () => {
    const org = await anOrg();
    await aContainerGroup({ org_id: org.id, item_number: '10', name: 'Școala', addr_street: 'Str. Gării' });
    await aContainerGroup({ org_id: org.id, item_number: '2', access_mode: 'open', addr_street: 'Str. Unirii' });
    const caller = await signIn(['local_reporter'], { orgIds: [org.id] });
    const numbers = async (variables: Record<string, unknown>) =>
      (await caller.run(List, variables)).data.containerGroups.nodes.map(
        (node: { itemNumber: string }) => node.itemNumber,
      );

    expect(await numbers({})).toEqual(['2', '10']);
    expect(await numbers({ filter: { q: 'garii scoala' } })).toEqual(['10']);
    expect(await numbers({ filter: { accessMode: 'open' } })).toEqual(['2']);
    for (const field of ['id', 'row_id', 'updated_at', 'access_mode', 'addr_street', 'addr_nr', 'addr_bl']) {
      expect(await numbers({ sort: [{ field, direction: 'asc' }] })).toHaveLength(2);
    }
    expect(await numbers({ sort: [{ field: 'addr_street', direction: 'desc' }] })).toEqual(['2', '10']);
  });

  it('are listed on the access group that they are joined to, which they list in turn', async () => {
    const org = await anOrg();
    const { group, accessGroup } = await aJoinedGroup(org.id);
    await aJoinedGroup(org.id);
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });

    const { data } = await caller.run(
      'query ($id: ID!) { accessGroup(id: $id) { containerGroups { nodes { id accessGroups { id } } } } }',
      { id: accessGroup.id },
    );

    expect(data.accessGroup.containerGroups.nodes).toEqual([{ id: group.id, accessGroups: [{ id: accessGroup.id }] }]);
  });
});
