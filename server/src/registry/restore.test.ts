import { describe, expect, it } from 'vitest';
import { idNumberKind } from '@noa/domain/codes/id-number.ts';
import type { RegistryTable } from '../database/tables.ts';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
} from '../testing/factories.ts';
import { asSystem, dataKeys, signIn, type Caller } from '../testing/harness.ts';
import { IdNumberVault } from './apartments/id-number-vault.ts';

const Restore = `mutation ($kind: String!, $id: ID!, $rowId: ID!, $version: ID!) {
  restoreVersion(kind: $kind, id: $id, rowId: $rowId, version: $version) {
    rowId change updatedBy fields { name oldValue newValue }
  }
}`;
const History = `query ($kind: String!, $id: ID!) {
  history(kind: $kind, id: $id) { nodes { rowId viewerCanRestore } }
}`;

interface Given {
  readonly id: string;
  readonly row_id: string;
}

const org = await anOrg();
const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });

const restore = (kind: string, { id }: Given, rowId: string, version: string, caller: Caller = implementer) =>
  caller.run(Restore, { kind, id, rowId, version });

/** Changes a record through the API, and gives the version that came of it. */
async function change(type: string, { id }: Given, rowId: string, input: object): Promise<string> {
  const { data, errors } = await implementer.run(
    `mutation ($id: ID!, $rowId: ID!, $input: Update${type}Input!) {
      update${type}(id: $id, rowId: $rowId, input: $input) { rowId }
    }`,
    { id, rowId, input },
  );
  expect(errors).toBeUndefined();
  return data[`update${type}`].rowId;
}

/** Twelve digits with the check digit that belongs to them. */
const cnp = (digits: string) =>
  Array.from({ length: 10 }, (_, check) => `${digits}${check}`).find((number) => idNumberKind(number) === 'cnp') ?? '';

const rowOf = (table: RegistryTable, { id }: Given) =>
  asSystem((tx) => tx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst());

describe('restoreVersion', () => {
  it('writes the fields of an older version as a new one, and leaves history as it was', async () => {
    const [one, two] = [await anAccessGroup({ org_id: org.id }), await anAccessGroup({ org_id: org.id })];
    const entrance = await anEntrance({ org_id: org.id, addr_sc: 'A', access_group_id: one.id });
    const second = await change('Entrance', entrance, entrance.row_id, { addrSc: 'B', accessGroupId: two.id });
    const third = await change('Entrance', entrance, second, { accessGroupId: null });

    const { data, errors } = await restore('entrance', entrance, third, entrance.row_id);

    expect(errors).toBeUndefined();
    const fields = [
      { name: 'addrSc', oldValue: 'B', newValue: 'A' },
      { name: 'accessGroupId', oldValue: null, newValue: one.id },
    ];
    expect(data.restoreVersion).toMatchObject({ change: 'updated', fields: expect.arrayContaining(fields) as unknown });
    expect(data.restoreVersion.fields).toHaveLength(2);
    expect(await rowOf('entrance', entrance)).toMatchObject({
      addr_sc: 'A',
      access_group_id: one.id,
      row_id: data.restoreVersion.rowId,
    });
    const { history } = (await implementer.run(History, { kind: 'entrance', id: entrance.id })).data;
    expect(history.nodes.map(({ rowId }: { rowId: string }) => rowId)).toEqual([
      data.restoreVersion.rowId,
      third,
      second,
      entrance.row_id,
    ]);
  });

  it.each([
    ['Manager', 'manager', aManager, { name: 'Alt nume' }],
    ['ContainerGroup', 'container_group', aContainerGroup, { name: 'Alt nume', lat: 47.2, lng: 27.1, addrStreet: 'X' }],
    ['Container', 'container', aContainer, { sizeLitres: 240, lat: 47.2, lng: 27.1, accessMode: 'open' }],
    ['Apartment', 'apartment', anApartment, { addrAp: '99', occupierName: 'Popa', occupierKind: 'business' }],
  ] as const)('restores every field of a %s', async (type, table, given, input) => {
    const record = await given({ org_id: org.id });
    const before = await rowOf(table, record);
    const rowId = await change(type, record, record.row_id, input);

    const kind = type.charAt(0).toLowerCase() + type.slice(1);
    const { data, errors } = await restore(kind, record, rowId, record.row_id);

    expect(errors).toBeUndefined();
    const { updated_by: _by, valid_from: _from, ...same } = before ?? {};
    expect(await rowOf(table, record)).toMatchObject({ ...same, row_id: data.restoreVersion.rowId });
  });

  it('joins an access group again to what it was joined to', async () => {
    const containerGroup = await aContainerGroup({ org_id: org.id });
    const group = await anAccessGroup({ org_id: org.id });
    const joined = await change('AccessGroup', group, group.row_id, { containerGroupIds: [containerGroup.id] });
    const parted = await change('AccessGroup', group, joined, { containerGroupIds: [] });

    await restore('accessGroup', group, parted, joined);

    const One = 'query ($id: ID!) { accessGroup(id: $id) { containerGroups { nodes { id } } } }';
    expect((await implementer.run(One, { id: group.id })).data.accessGroup).toEqual({
      containerGroups: { nodes: [{ id: containerGroup.id }] },
    });
  });

  it('restores an encrypted ID number with its occupier', async () => {
    const apartment = await anApartment({ org_id: org.id });
    const valid = cnp('196050522123');
    const first = await change('Apartment', apartment, apartment.row_id, {
      occupierKind: 'domestic',
      occupierName: 'Popa',
      occupierIdNumber: valid,
    });
    const second = await change('Apartment', apartment, first, { occupierName: 'Ionescu', occupierIdNumber: null });
    const third = await change('Apartment', apartment, second, { addrAp: '77' });

    const { errors } = await restore('apartment', apartment, third, first);

    expect(errors).toBeUndefined();
    const row = await asSystem((tx) =>
      tx.selectFrom('apartment').selectAll().where('id', '=', apartment.id).executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({ occupier_name: 'Popa', addr_ap: apartment.addr_ap });
    expect(new IdNumberVault(dataKeys).open(row.occupier_id_number_cipher ?? Buffer.of(), row)).toBe(valid);
  });

  it('keeps the ID number of today when it has not changed since', async () => {
    const apartment = await anApartment({ org_id: org.id });
    const valid = cnp('296050522123');
    const first = await change('Apartment', apartment, apartment.row_id, {
      occupierName: 'Popa',
      occupierIdNumber: valid,
    });
    const second = await change('Apartment', apartment, first, { occupierName: 'Ionescu' });

    const { data, errors } = await restore('apartment', apartment, second, first);

    expect(errors).toBeUndefined();
    expect(data.restoreVersion.fields).toEqual([{ name: 'occupierName', oldValue: 'Ionescu', newValue: 'Popa' }]);
  });

  it('is refused from a version that is no longer the current one, which it carries', async () => {
    const entrance = await anEntrance({ org_id: org.id, addr_sc: 'A' });
    const second = await change('Entrance', entrance, entrance.row_id, { addrSc: 'B' });
    const third = await change('Entrance', entrance, second, { addrSc: 'C' });

    const { errors } = await restore('entrance', entrance, second, entrance.row_id);

    expect(errors).toMatchObject([{ code: 'Conflict', current: { rowId: third, addrSc: 'C' } }]);
  });

  it('is a conflict too when what it would write is there already, unseen by the caller', async () => {
    const entrance = await anEntrance({ org_id: org.id, addr_sc: 'A' });
    const second = await change('Entrance', entrance, entrance.row_id, { addrSc: 'B' });
    const third = await change('Entrance', entrance, second, { addrSc: 'A' });

    const { errors } = await restore('entrance', entrance, second, entrance.row_id);

    expect(errors).toMatchObject([{ code: 'Conflict', current: { rowId: third, addrSc: 'A' } }]);
  });

  it('names the field whose value is taken meanwhile', async () => {
    const manager = await aManager({ org_id: org.id, name: 'Nume vechi' });
    const rowId = await change('Manager', manager, manager.row_id, { name: 'Nume nou' });
    await aManager({ org_id: org.id, name: 'NUME VECHI' });

    const { errors } = await restore('manager', manager, rowId, manager.row_id);

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { name: 'form.taken' } }]);
  });

  it('names the reference to a record that is gone meanwhile', async () => {
    const manager = await aManager({ org_id: org.id });
    const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
    const rowId = await change('Entrance', entrance, entrance.row_id, { managerId: null });
    await asSystem((tx) => tx.deleteFrom('manager').where('id', '=', manager.id).execute());

    const { errors } = await restore('entrance', entrance, rowId, entrance.row_id);

    expect(errors).toMatchObject([{ code: 'NotFound', fields: { managerId: 'form.notFound' } }]);
  });

  it('has nothing to do for a version that says what the current one says', async () => {
    const manager = await aManager({ org_id: org.id });

    const { errors } = await restore('manager', manager, manager.row_id, manager.row_id);

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { version: 'restore.same' } }]);
  });

  it('does not bring back what is deleted, and says so', async () => {
    const manager = await aManager({ org_id: org.id, name: 'Șters' });
    const rowId = await change('Manager', manager, manager.row_id, { name: 'Șters curând' });
    await asSystem((tx) => tx.deleteFrom('manager').where('id', '=', manager.id).execute());

    const { errors } = await restore('manager', manager, rowId, manager.row_id);

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { id: 'restore.deleted' } }]);
  });

  it('is offered for older versions, to whoever may write the kind', async () => {
    const manager = await aManager({ org_id: org.id });
    await change('Manager', manager, manager.row_id, { name: 'Altul' });
    const other = await anOrg();
    const reader = await signIn(['local_implementer'], { orgIds: [org.id, other.id] });
    const offered = async (kind: string, { id }: Given) =>
      (await reader.run(History, { kind, id })).data.history.nodes.map(
        ({ viewerCanRestore }: { viewerCanRestore: boolean }) => viewerCanRestore,
      );
    await asSystem((tx) => tx.updateTable('org').set({ addr: 'Piața 2' }).where('id', '=', other.id).execute());

    expect(await offered('manager', manager)).toEqual([false, true]);
    expect(await offered('org', other)).toEqual([false, false]);
  });

  it('is not for cards, whose states are transitions', async () => {
    const { errors } = await restore('card', { id: org.id, row_id: '1' }, '1', '1');

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { kind: 'restore.notThisKind' } }]);
  });

  it.each(['1', 'nothing', '99999999999999999999'])('does not find version %s of another record', async (version) => {
    const manager = await aManager({ org_id: org.id });

    expect((await restore('manager', manager, manager.row_id, version)).errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it('does not find what another org owns', async () => {
    const other = await anOrg();
    const manager = await aManager({ org_id: other.id });

    const { errors } = await restore('manager', manager, manager.row_id, manager.row_id);

    expect(errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it('takes the right to write: implementers read the history of their org, and do not write it', async () => {
    const { errors } = await restore('org', org, org.row_id, org.row_id);
    expect(errors).toMatchObject([{ fields: { version: 'restore.same' } }]);

    const root = await signIn(['root']);
    const { data } = await root.run(
      'mutation ($id: ID!, $rowId: ID!) { updateOrg(id: $id, rowId: $rowId, input: { addr: "Piața 1" }) { rowId } }',
      { id: org.id, rowId: org.row_id },
    );
    const refused = await restore('org', org, data.updateOrg.rowId, org.row_id);
    expect(refused.errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it.each(['local_reporter', 'manager', 'ara_user'] as const)('is not for %s', async (role) => {
    const caller = await signIn([role], { orgIds: [org.id] });
    const entrance = await anEntrance({ org_id: org.id });

    const { errors } = await restore('entrance', entrance, entrance.row_id, entrance.row_id, caller);

    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it('lets container administrators restore containers and their groups, and nothing else', async () => {
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });
    const container = await aContainer({ org_id: org.id, size_litres: 120 });
    const rowId = await change('Container', container, container.row_id, { sizeLitres: 240 });
    const manager = await aManager({ org_id: org.id });

    expect((await restore('container', container, rowId, container.row_id, caller)).errors).toBeUndefined();
    expect((await restore('manager', manager, manager.row_id, manager.row_id, caller)).errors).toMatchObject([
      { code: 'Forbidden' },
    ]);
  });
});
