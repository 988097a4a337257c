import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../database/tables.ts';
import { aManager, anAccessGroup, anApartment, anEntrance, anOrg, aTowerBlock } from '../../testing/factories.ts';
import { iso, nextMoment } from '../../graphql/past.fixture.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';

const Add = /* GraphQL */ `
  mutation ($apartmentId: ID!, $orgId: ID!) {
    addApartmentOrg(apartmentId: $apartmentId, orgId: $orgId) {
      id
      rowId
      orgId
      label
      viewerCanRemove
    }
  }
`;
const Remove = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!) {
    removeApartmentOrg(id: $id, rowId: $rowId)
  }
`;
const Orgs = /* GraphQL */ `
  query ($id: ID!) {
    apartment(id: $id) {
      apartmentOrgs {
        orgId
        label
        viewerCanRemove
      }
    }
  }
`;
const Served = /* GraphQL */ `
  query ($id: ID!) {
    apartment(id: $id) {
      id
      label
      cardCount
      viewerCanUpdate
      viewerCanUpdateOccupier
      viewerCanDelete
      entrance {
        id
        label
        viewerCanUpdate
        accessGroup {
          id
        }
        manager {
          id
        }
        apartments {
          nodes {
            id
          }
        }
        towerBlock {
          id
          label
        }
      }
    }
  }
`;

let owner: Row<'org'>;
let operator: Row<'org'>;
let entrance: Row<'entrance'>;
let apartment: Row<'apartment'>;
let root: Caller;
let implementer: Caller;
let serving: Caller;

beforeEach(async () => {
  [owner, operator] = [await anOrg(), await anOrg()];
  const block = await aTowerBlock({ org_id: owner.id, addr_street: 'Str. Gării', addr_nr: '3', addr_bl: 'C' });
  const manager = await aManager({ org_id: owner.id });
  const group = await anAccessGroup({ org_id: owner.id });
  entrance = await anEntrance({
    org_id: owner.id,
    tower_block_id: block.id,
    addr_sc: 'B',
    manager_id: manager.id,
    access_group_id: group.id,
  });
  apartment = await anApartment({ org_id: owner.id, entrance_id: entrance.id, addr_ap: '12' });
  root = await signIn(['root']);
  implementer = await signIn(['local_implementer'], { orgIds: [owner.id] });
  serving = await signIn(['local_implementer'], { orgIds: [operator.id] });
});

const add = async (): Promise<{ id: string; rowId: string }> =>
  (await root.run(Add, { apartmentId: apartment.id, orgId: operator.id })).data.addApartmentOrg;

describe('addApartmentOrg', () => {
  it('shows the serving org the apartment with its whole address, and nothing else of the owner', async () => {
    await anApartment({ org_id: owner.id, entrance_id: entrance.id });
    expect((await serving.run(Served, { id: apartment.id })).errors).toMatchObject([{ code: 'NotFound' }]);

    await add();
    const { data, errors } = await serving.run(Served, { id: apartment.id });

    expect(errors).toBeUndefined();
    expect(data.apartment).toMatchObject({
      label: 'Str. Gării 3, bl. C, sc. B, ap. 12',
      cardCount: null,
      viewerCanUpdate: false,
      viewerCanUpdateOccupier: false,
      viewerCanDelete: false,
      entrance: {
        id: entrance.id,
        label: 'Str. Gării 3, bl. C, sc. B',
        viewerCanUpdate: false,
        accessGroup: null,
        manager: null,
        apartments: { nodes: [{ id: apartment.id }] },
        towerBlock: { label: 'Str. Gării 3, bl. C' },
      },
    });
    const lists = await serving.run(
      '{ apartments { totalCount } entrances { totalCount } towerBlocks { totalCount } }',
    );
    expect(lists.data).toEqual({
      apartments: { totalCount: 1 },
      entrances: { totalCount: 1 },
      towerBlocks: { totalCount: 1 },
    });
  });

  it('tells the serving org by no filter and no order of entrances what it does not see of them', async () => {
    await add();
    const { id: second } = await anEntrance({ org_id: owner.id, access_group_id: entrance.access_group_id });
    const { id: apartmentId } = await anApartment({ org_id: owner.id, entrance_id: second });
    await root.run(Add, { apartmentId, orgId: operator.id });
    const named = { managerId: entrance.manager_id, accessGroupId: entrance.access_group_id };
    const asked = [
      ...Object.entries(named).map(([field, id]) => `filter: { ${field}: "${id}" }`),
      ...['withoutManager', 'withoutAccessGroup'].map((field) => `filter: { ${field}: true }`),
      ...['manager_id', 'access_group_id'].map((field) => `sort: [{ field: ${field}, direction: asc }]`),
      'sort: [{ field: addr_sc, direction: asc }]',
    ];
    const answers = async () => {
      const fields = asked.map((args, index) => `a${index}: entrances(${args}) { totalCount nodes { id } }`);
      const { data, errors } = await serving.run(`{ ${fields.join(' ')} }`);
      expect(errors).toBeUndefined();
      return data as Record<string, { totalCount: number }>;
    };
    const before = await answers();

    for (const [id, input] of [
      [entrance.id, { managerId: null, accessGroupId: null }],
      [second, { managerId: (await aManager({ org_id: owner.id })).id }],
    ] as const) {
      const { data } = await implementer.run('query ($id: ID!) { entrance(id: $id) { rowId } }', { id });
      const { errors } = await implementer.run(
        `mutation ($id: ID!, $rowId: ID!, $input: UpdateEntranceInput!) {
          updateEntrance(id: $id, rowId: $rowId, input: $input) { id }
        }`,
        { id, rowId: data.entrance.rowId, input },
      );
      expect(errors).toBeUndefined();
    }

    expect(await answers()).toEqual(before);
    expect(before[`a${asked.length - 1}`]?.totalCount).toBe(2);
  });

  it('lets the serving org write nothing of what it sees', async () => {
    await add();
    const { id, row_id: rowId } = entrance;

    const attempts = [
      await serving.run(
        'mutation ($id: ID!, $rowId: ID!) { updateEntrance(id: $id, rowId: $rowId, input: { addrSc: "Z" }) { id } }',
        { id, rowId },
      ),
      await serving.run('mutation ($id: ID!, $rowId: ID!) { deleteEntrance(id: $id, rowId: $rowId) }', { id, rowId }),
      await serving.run(
        'mutation ($id: ID!, $rowId: ID!) { updateApartment(id: $id, rowId: $rowId, input: { occupierName: "X" }) { id } }',
        { id: apartment.id, rowId: apartment.row_id },
      ),
      await serving.run('mutation ($id: ID!) { createClaimCode(apartmentId: $id) { id } }', { id: apartment.id }),
      await serving.run(Add, { apartmentId: apartment.id, orgId: operator.id }),
    ];
    const created = [
      await serving.run('mutation ($id: ID!) { createApartment(input: { entranceId: $id, addrAp: "99" }) { id } }', {
        id,
      }),
      await serving.run('mutation ($id: ID!) { createEntrance(input: { towerBlockId: $id, addrSc: "Z" }) { id } }', {
        id: entrance.tower_block_id,
      }),
    ];

    for (const { errors } of attempts) {
      expect(errors).toMatchObject([{ code: 'NotFound' }]);
    }
    expect(created.map(({ errors }) => errors?.[0]?.['fields'])).toEqual([
      { entranceId: 'form.notFound' },
      { towerBlockId: 'form.notFound' },
    ]);
  });

  it('names the org that serves to those who keep the apartment, and to the org itself', async () => {
    await add();
    const keeper = await signIn(['manager'], { managers: [{ id: entrance.manager_id ?? '', org_id: owner.id }] });

    for (const [caller, viewerCanRemove] of [
      [root, true],
      [implementer, true],
      [keeper, false],
      [serving, false],
    ] as const) {
      const { data } = await caller.run(Orgs, { id: apartment.id });
      expect(data.apartment.apartmentOrgs).toEqual([{ orgId: operator.id, label: operator.name, viewerCanRemove }]);
    }
  });

  it('takes each org once, not the owner, and none that the caller cannot see', async () => {
    await add();
    const both = await signIn(['local_implementer'], { orgIds: [owner.id, operator.id] });
    const elsewhere = await anApartment({ org_id: owner.id });

    const twice = await root.run(Add, { apartmentId: apartment.id, orgId: operator.id });
    const own = await root.run(Add, { apartmentId: apartment.id, orgId: owner.id });
    const unseen = await implementer.run(Add, { apartmentId: elsewhere.id, orgId: operator.id });
    const absent = await implementer.run(Add, {
      apartmentId: elsewhere.id,
      orgId: '01890000-0000-7000-8000-000000000000',
    });
    const seen = await both.run(Add, { apartmentId: elsewhere.id, orgId: operator.id });

    expect(twice.errors).toMatchObject([{ fields: { orgId: 'form.taken' } }]);
    expect(own.errors).toMatchObject([{ fields: { orgId: 'form.ownsApartment' } }]);
    expect(unseen.errors).toMatchObject([{ fields: { orgId: 'form.notFound' } }]);
    expect(unseen).toEqual(absent);
    expect(seen.data.addApartmentOrg).toMatchObject({ orgId: operator.id, viewerCanRemove: true });
  });

  it.each(['local_reporter', 'manager', 'container_admin', 'ara_user'] as const)('is refused to %s', async (role) => {
    const caller = await signIn([role], { orgIds: [owner.id, operator.id], apartments: [apartment] });

    const { errors } = await caller.run(Add, { apartmentId: apartment.id, orgId: operator.id });

    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('removeApartmentOrg', () => {
  it('hides the apartment from the org again, and leaves its history', async () => {
    const { id, rowId } = await add();

    const removed = await implementer.run(Remove, { id, rowId });

    expect(removed.data).toEqual({ removeApartmentOrg: id });
    expect((await serving.run(Served, { id: apartment.id })).errors).toMatchObject([{ code: 'NotFound' }]);
    const lists = await serving.run('{ entrances { totalCount } towerBlocks { totalCount } }');
    expect(lists.data).toEqual({ entrances: { totalCount: 0 }, towerBlocks: { totalCount: 0 } });
    const { data } = await implementer.run(
      'query ($id: ID!) { history(kind: "apartmentOrg", id: $id) { nodes { change deletedBy fields { name newValue } } } }',
      { id },
    );
    expect(data.history.nodes).toMatchObject([
      {
        change: 'created',
        deletedBy: expect.stringContaining('@noa.test'),
        fields: expect.arrayContaining([{ name: 'servingOrgId', newValue: operator.id }]),
      },
    ]);
  });

  it('leaves who served it then named, as it was called, where the past is read', async () => {
    const { id, rowId } = await add();
    const before = await nextMoment();
    await asSystem((tx) =>
      tx.updateTable('org').set({ name: 'Noul operator' }).where('id', '=', operator.id).execute(),
    );
    const Then = 'query ($id: ID!, $at: DateTime) { apartment(id: $id, asOf: $at) { apartmentOrgs { label } } }';
    const then = async () => (await implementer.run(Then, { id: apartment.id, at: iso(before) })).data.apartment;
    const named = { apartmentOrgs: [{ label: operator.name }] };

    expect(await then()).toEqual(named);
    await implementer.run(Remove, { id, rowId });
    expect(await then()).toEqual(named);
    const { data } = await implementer.run(
      'query ($id: ID!) { history(kind: "apartmentOrg", id: $id) { nodes { fields { name newLabel } } } }',
      { id },
    );
    expect(data.history.nodes[0].fields).toContainEqual({ name: 'servingOrgId', newLabel: 'Noul operator' });
  });

  it('is not for the serving org, nor from an old version', async () => {
    const { id, rowId } = await add();

    expect((await serving.run(Remove, { id, rowId })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await implementer.run(Remove, { id, rowId: '1' })).errors).toMatchObject([{ code: 'Conflict' }]);
  });
});
