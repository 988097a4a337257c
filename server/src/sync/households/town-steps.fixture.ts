import { expect } from 'vitest';
import { ask, change, refused, type Does } from './asking.fixture.ts';
import { pick, type Town } from './household.fixture.ts';

/** Changes fields of a record, as the implementer, who is not refused. */
async function update(real: Town, kind: string, id: string, input: string): Promise<void> {
  const mutation = `update${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const { errors } = await change(
    real.keeper,
    real,
    kind,
    id,
    `${mutation}(id: $id, rowId: $rowId, input: { ${input} }) { id }`,
  );
  expect(errors, input).toBeUndefined();
}

/** A household moves to another entrance, with its cards. */
const moveApartment: Does = async (model, real, { a, b }) => {
  const [id, entrance] = [pick(real.apartments, a), pick(real.entrances, b)];
  const apartment = model.apartments.get(id);
  if (apartment) {
    await update(real, 'apartment', id, `entranceId: "${entrance}"`);
    apartment.entrance = entrance;
  }
};

/** Somebody else comes to live there, or nobody. */
const changeHousehold: Does = async (model, real, { a, b }) => {
  const [id, occupier] = [pick(real.apartments, a), pick(['Pop', 'Ionescu', null], b)];
  const apartment = model.apartments.get(id);
  if (apartment) {
    await update(real, 'apartment', id, `occupierName: ${JSON.stringify(occupier)}`);
    apartment.since = occupier === apartment.occupier ? apartment.since : model.events.length;
    apartment.occupier = occupier;
  }
};

/** What was known of who lives there, or lived there before, is erased; what was seen of the past no longer holds. */
const eraseOccupier: Does = async (model, real, { a, b }) => {
  const id = pick(real.apartments, a);
  const apartment = model.apartments.get(id);
  if (!apartment) {
    return;
  }
  const formerOnly = b % 2 === 0;
  const text = `eraseOccupier(id: $id, rowId: $rowId, purpose: "cerere", formerOnly: ${formerOnly})`;
  expect((await change(real.keeper, real, 'apartment', id, text)).errors).toBeUndefined();
  real.seen = [];
  if (!formerOnly) {
    Object.assign(apartment, { occupier: null, since: model.events.length });
  }
};

const deleteApartment: Does = async (model, real, { a, b }) => {
  const id = pick(real.apartments, a);
  if (!model.apartments.has(id) || b > 3) {
    return;
  }
  const { errors } = await change(real.keeper, real, 'apartment', id, 'deleteApartment(id: $id, rowId: $rowId)');
  if (model.cards.some(({ holder }) => holder === id)) {
    expect(errors).toMatchObject(refused('ValidationFailed', { id: 'delete.hasDependants' }));
  } else {
    expect(errors).toBeUndefined();
    model.apartments.delete(id);
    model.served.delete(id);
  }
};

/** An entrance comes to another access group, or to none. */
const regroup: Does = async (model, real, { a, b }) => {
  const [id, accessGroup] = [pick(real.entrances, a), pick([...real.accessGroups, null], b)];
  await update(real, 'entrance', id, `accessGroupId: ${JSON.stringify(accessGroup)}`);
  Object.assign(model.entrances.get(id) ?? {}, { accessGroup });
};

/** An entrance comes to another administrator, or to none. */
const handOver: Does = async (model, real, { a, b }) => {
  const [id, manager] = [pick(real.entrances, a), pick([...real.managers, null], b)];
  await update(real, 'entrance', id, `managerId: ${JSON.stringify(manager)}`);
  Object.assign(model.entrances.get(id) ?? {}, { manager });
};

const join =
  (mutation: 'joinContainerGroup' | 'leaveContainerGroup'): Does =>
  async (model, real, { a, b }) => {
    const [accessGroupId, containerGroupId] = [pick(real.accessGroups, a), pick(real.containerGroups, b)];
    await ask(
      real.keeper,
      `mutation ($accessGroupId: ID!, $containerGroupId: ID!) {
        ${mutation}(accessGroupId: $accessGroupId, containerGroupId: $containerGroupId) { id }
      }`,
      { accessGroupId, containerGroupId },
    );
    model.joined[mutation === 'joinContainerGroup' ? 'add' : 'delete'](`${accessGroupId} ${containerGroupId}`);
  };

const toggle: Does = async (model, real, { a }) => {
  const id = pick(real.accessGroups, a);
  const opens = !model.open.has(id);
  await update(real, 'accessGroup', id, `accessMode: ${opens ? 'open' : 'controlled'}`);
  model.open[opens ? 'add' : 'delete'](id);
};

/** Another org comes to serve an apartment, or serves it no longer. */
const serve: Does = async (model, real, { a }) => {
  const apartmentId = pick(real.apartments, a);
  if (!model.apartments.has(apartmentId)) {
    return;
  }
  if (model.served.delete(apartmentId)) {
    const { apartment } = await ask(
      real.root,
      'query ($id: ID!) { apartment(id: $id) { apartmentOrgs { id rowId } } }',
      {
        id: apartmentId,
      },
    );
    await ask(
      real.root,
      'mutation ($id: ID!, $rowId: ID!) { removeApartmentOrg(id: $id, rowId: $rowId) }',
      apartment.apartmentOrgs[0],
    );
  } else {
    await ask(
      real.root,
      'mutation ($apartmentId: ID!, $orgId: ID!) { addApartmentOrg(apartmentId: $apartmentId, orgId: $orgId) { id } }',
      { apartmentId, orgId: real.servingOrg },
    );
    model.served.add(apartmentId);
  }
};

/** What becomes of those who hold cards, and of what cards open. */
export const townSteps = {
  moveApartment,
  changeHousehold,
  eraseOccupier,
  deleteApartment,
  regroup,
  handOver,
  join: join('joinContainerGroup'),
  leave: join('leaveContainerGroup'),
  toggle,
  serve,
} as const satisfies Record<string, Does>;
