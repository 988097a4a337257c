import { describe, expect, it } from 'vitest';
import { container } from '@noa/domain/kinds/container.ts';
import { aContainer, aContainerGroup, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, signInGateway } from '../../testing/harness.ts';
import { describeRecord } from '../../testing/record-contract.ts';

describeRecord(container, {
  given: ({ id }) => aContainer({ org_id: id }),
  named: { containerGroupId: ({ id }) => aContainerGroup({ org_id: id }) },
});

const Create = /* GraphQL */ `
  mutation ($input: CreateContainerInput!) {
    createContainer(input: $input) {
      id
      serialNumber
      wasteStream
      accessMode
      sizeLitres
      volumeControlLitres
      cardCapacity
      fillLevelPct
      containerGroup {
        id
      }
    }
  }
`;
const Update = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!, $input: UpdateContainerInput!) {
    updateContainer(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      serialNumber
      containerGroup {
        id
      }
    }
  }
`;
const Delete = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!) {
    deleteContainer(id: $id, rowId: $rowId)
  }
`;
const List = /* GraphQL */ `
  query ($filter: ContainerFilter, $sort: [ContainerSort!], $first: Int, $after: String) {
    containers(filter: $filter, sort: $sort, first: $first, after: $after) {
      nodes {
        serialNumber
        fillLevelPct
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

const valid = { serialNumber: 'C-1', wasteStream: 'glass', sizeLitres: 1_100, volumeControlLitres: 40 };

const reportFillLevel = ({ org_id, id }: { org_id: string; id: string }, value: string) =>
  asSystem((tx) =>
    tx
      .insertInto('container_status')
      .values({
        org_id,
        container_id: id,
        kind: 'fill_level_pct',
        level: 'ok',
        value,
        occurred_at: new Date(),
        status_update_id: 1,
      })
      .execute(),
  );

describe('createContainer', () => {
  it('puts the container into its group', async () => {
    const org = await anOrg();
    const group = await aContainerGroup({ org_id: org.id });
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });

    const { data } = await caller.run(Create, { input: { ...valid, containerGroupId: group.id } });

    expect(data.createContainer).toMatchObject({
      ...valid,
      accessMode: 'controlled',
      cardCapacity: 10_000,
      fillLevelPct: null,
      containerGroup: { id: group.id },
    });
  });

  it.each([
    [{ serialNumber: ' ' }, 'serialNumber', 'form.required'],
    [{ sizeLitres: 59 }, 'sizeLitres', 'form.tooSmall'],
    [{ sizeLitres: 10_001 }, 'sizeLitres', 'form.tooLarge'],
    [{ volumeControlLitres: 0 }, 'volumeControlLitres', 'form.tooSmall'],
    [{ cardCapacity: 1_000_001 }, 'cardCapacity', 'form.tooLarge'],
    [{ lat: 91, lng: 0 }, 'lat', 'form.tooLarge'],
  ])('names the field of %j', async (wrong, field, message) => {
    const org = await anOrg();
    const group = await aContainerGroup({ org_id: org.id });
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });

    const { errors } = await caller.run(Create, { input: { ...valid, containerGroupId: group.id, ...wrong } });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { [field]: message } }]);
  });

  it('takes no group of another org, and no serial number twice', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const [group, foreign] = [await aContainerGroup({ org_id: org.id }), await aContainerGroup({ org_id: other.id })];
    await aContainer({ org_id: org.id, serial_number: 'c-1' });
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });

    const elsewhere = await caller.run(Create, { input: { ...valid, containerGroupId: foreign.id } });
    const taken = await caller.run(Create, { input: { ...valid, containerGroupId: group.id } });

    expect(elsewhere.errors).toMatchObject([{ fields: { containerGroupId: 'form.notFound' } }]);
    expect(taken.errors).toMatchObject([{ fields: { serialNumber: 'form.taken' } }]);
  });

  it.each(['local_reporter', 'manager', 'ara_user'] as const)('is refused to %s', async (role) => {
    const org = await anOrg();
    const group = await aContainerGroup({ org_id: org.id });
    const caller = await signIn([role], { orgIds: [org.id] });

    const { errors } = await caller.run(Create, { input: { ...valid, containerGroupId: group.id } });

    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('updateContainer', () => {
  it('moves the container to another group of its org, and of no other', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const [group, foreign] = [await aContainerGroup({ org_id: org.id }), await aContainerGroup({ org_id: other.id })];
    const { id, row_id: rowId } = await aContainer({ org_id: org.id });
    const root = await signIn(['root']);

    const refused = await root.run(Update, { id, rowId, input: { containerGroupId: foreign.id } });
    const moved = await root.run(Update, { id, rowId, input: { containerGroupId: group.id } });

    expect(refused.errors).toMatchObject([{ fields: { containerGroupId: 'form.notFound' } }]);
    expect(moved.data.updateContainer.containerGroup).toEqual({ id: group.id });
  });

  it('refuses what was made from an old version, and carries the current one', async () => {
    const org = await anOrg();
    const { id, row_id: rowId } = await aContainer({ org_id: org.id });
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });
    await caller.run(Update, { id, rowId, input: { sizeLitres: 240 } });

    const { errors } = await caller.run(Update, { id, rowId, input: { sizeLitres: 120 } });

    expect(errors).toMatchObject([{ code: 'Conflict', current: { id, sizeLitres: 240 } }]);
  });

  it('does not find what another org owns', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const { id, row_id: rowId } = await aContainer({ org_id: other.id });
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });

    expect((await caller.run(Update, { id, rowId, input: {} })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await caller.run(Delete, { id, rowId })).errors).toMatchObject([{ code: 'NotFound' }]);
  });
});

describe('deleteContainer', () => {
  it('closes a container of which nobody but people have told, and what they said goes with it', async () => {
    const org = await anOrg();
    const { id, row_id: rowId } = await aContainer({ org_id: org.id });
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });
    const Tell = 'mutation ($input: CreateStatusUpdateInput!) { createStatusUpdate(input: $input) { id } }';
    for (const kind of ['installation', 'emptying_detected', 'sync']) {
      const value = kind === 'sync' ? '1' : null;
      expect((await caller.run(Tell, { input: { containerId: id, kind, value } })).errors).toBeUndefined();
    }

    expect((await caller.run(Delete, { id, rowId })).errors).toBeUndefined();

    const { data } = await caller.run('{ containerStatusCounts { total } containers { totalCount } }');
    expect(data).toEqual({ containerStatusCounts: { total: 0 }, containers: { totalCount: 0 } });
  });

  it('closes a container that never reported, and is refused while a controller is bound to it', async () => {
    const org = await anOrg();
    const [silent, bound] = [await aContainer({ org_id: org.id }), await aContainer({ org_id: org.id })];
    const gateway = await signInGateway([org.id]);
    const Record =
      'mutation ($updates: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $updates) { results { outcome } } }';
    const told = {
      containerId: bound.id,
      updateNumber: 1,
      kind: 'fill_level_pct',
      value: '10',
      at: new Date().toISOString(),
    };
    const { data } = await gateway.run(Record, { updates: [told] });
    expect(data).toEqual({ recordStatusUpdates: { results: [{ outcome: 'accepted' }] } });
    const root = await signIn(['root']);

    const closed = await root.run(Delete, { id: silent.id, rowId: silent.row_id });
    const refused = await root.run(Delete, { id: bound.id, rowId: bound.row_id });

    expect(closed.data).toEqual({ deleteContainer: silent.id });
    expect(refused.errors).toMatchObject([
      { code: 'ValidationFailed', dependants: [{ kind: 'controller', count: 1 }] },
    ]);
  });
});

it('a container says how full it was when it last reported, and when that was', async () => {
  const org = await anOrg();
  const container = await aContainer({ org_id: org.id });
  const before = Date.now();
  await reportFillLevel(container, '80');
  const caller = await signIn(['container_admin'], { orgIds: [org.id] });

  const { data } = await caller.run('query ($id: ID!) { container(id: $id) { fillLevelPct fillLevelAt } }', {
    id: container.id,
  });

  expect(data.container.fillLevelPct).toBe(80);
  expect(Date.parse(data.container.fillLevelAt)).toBeGreaterThanOrEqual(before);
});

describe('containers', () => {
  it('are ordered by fill level page by page, those that never reported first', async () => {
    const org = await anOrg();
    for (const [serial_number, level] of [
      ['full', '95'],
      ['silent', null],
      ['empty', '0'],
      ['half', '50'],
    ] as const) {
      const container = await aContainer({ org_id: org.id, serial_number });
      if (level) {
        await reportFillLevel(container, level);
      }
    }
    const caller = await signIn(['local_reporter'], { orgIds: [org.id] });
    const sort = [{ field: 'fill_level_pct', direction: 'asc' }];

    const first = await caller.run(List, { sort, first: 2 });
    const second = await caller.run(List, { sort, first: 2, after: first.data.containers.pageInfo.endCursor });

    expect([...first.data.containers.nodes, ...second.data.containers.nodes]).toEqual([
      { serialNumber: 'silent', fillLevelPct: null },
      { serialNumber: 'empty', fillLevelPct: 0 },
      { serialNumber: 'half', fillLevelPct: 50 },
      { serialNumber: 'full', fillLevelPct: 95 },
    ]);
  });

  it('are filtered, and ordered by every field', async () => {
    const org = await anOrg();
    await aContainer({ org_id: org.id, serial_number: 'C-10', waste_stream: 'glass', addr_street: 'Str. Gării' });
    const { container_group_id } = await aContainer({ org_id: org.id, serial_number: 'C-2', access_mode: 'open' });
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });
    const serials = async (variables: Record<string, unknown>) =>
      (await caller.run(List, variables)).data.containers.nodes.map(
        (node: { serialNumber: string }) => node.serialNumber,
      );

    expect(await serials({})).toEqual(['C-2', 'C-10']);
    expect(await serials({ filter: { q: 'garii' } })).toEqual(['C-10']);
    expect(await serials({ filter: { wasteStream: 'glass' } })).toEqual(['C-10']);
    expect(await serials({ filter: { accessMode: 'open' } })).toEqual(['C-2']);
    expect(await serials({ filter: { containerGroupId: container_group_id } })).toEqual(['C-2']);
    expect(await serials({ filter: { containerGroupId: 'nothing' } })).toEqual([]);
    const fields = ['id', 'row_id', 'updated_at', 'access_mode', 'addr_bl', 'addr_nr', 'addr_street', 'size_litres'];
    for (const field of [...fields, 'volume_control_litres', 'waste_stream', 'serial_number']) {
      expect(await serials({ sort: [{ field, direction: 'desc' }] })).toHaveLength(2);
    }
  });
});
