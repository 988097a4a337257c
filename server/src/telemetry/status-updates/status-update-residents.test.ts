import { expect, it } from 'vitest';
import { aContainer, aManager, anEntrance } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';
import { aResidentWithCard } from '../card-events/card-event.fixture.ts';
import { List, Record } from './status-update.fixture.ts';

const home = await aResidentWithCard();
const { org, container, apartment, group } = home;
const elsewhere = await aContainer({ org_id: org.id });
const manager = await aManager({ org_id: org.id });
const technician = await signIn(['container_admin'], { orgIds: [org.id] });

const tell = (id: string) =>
  home.gateway.run(Record, {
    updates: [
      ['fill_level_pct', '40'],
      ['battery_life_pct', '8'],
    ].map(([kind, value], index) => ({
      containerId: id,
      updateNumber: index + 1,
      kind,
      value,
      at: new Date(Date.now() - 60_000).toISOString(),
    })),
  });
await tell(container.id);
await tell(elsewhere.id);
await technician.run(
  `mutation ($id: ID!) { createStatusUpdate(input: { containerId: $id, kind: fill_level_pct, value: "90", note: "la Pop" }) { id } }`,
  { id: container.id },
);

interface Told {
  readonly kind: string;
  readonly value: string;
  readonly note: string | null;
  readonly actor: string | null;
  readonly container: { readonly id: string };
}

async function toldTo(caller: Caller, filter?: object): Promise<Told[]> {
  const { data, errors } = await caller.run(List, { filter, first: 50 });
  expect(errors).toBeUndefined();
  expect(data.statusUpdates.totalCount).toBe(data.statusUpdates.nodes.length);
  return data.statusUpdates.nodes;
}

it('tells residents how full the containers were that they open, and not who of the staff said so', async () => {
  const resident = await signIn(['ara_user'], { apartments: [apartment] });

  expect(await toldTo(resident)).toMatchObject([
    { kind: 'fill_level_pct', value: '90', note: null, actor: null, container: { id: container.id } },
    { kind: 'fill_level_pct', value: '40', note: null, actor: null, container: { id: container.id } },
  ]);
  expect(await toldTo(resident, { kind: 'battery_life_pct' })).toEqual([]);
  expect(await toldTo(resident, { level: 'error' })).toEqual([]);
  expect(await toldTo(resident, { containerId: elsewhere.id })).toEqual([]);
});

it('tells who is a resident here and looks after entrances elsewhere of both', async () => {
  const others = await aContainer({ org_id: org.id });
  await tell(others.id);
  await asSystem(async (tx) => {
    const joined = { org_id: org.id, access_group_id: group.id };
    const other = await tx
      .insertInto('access_group')
      .values({ org_id: org.id, name: 'Altul' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('access_group_container_group')
      .values({ ...joined, access_group_id: other.id, container_group_id: others.container_group_id })
      .execute();
    return other;
  }).then(({ id }) => anEntrance({ org_id: org.id, manager_id: manager.id, access_group_id: id }));
  const both = await signIn(['ara_user', 'manager'], {
    apartments: [apartment],
    managers: [{ id: manager.id, org_id: org.id }],
  });

  const kindsOf = (told: readonly Told[], id: string) =>
    told.filter((each) => each.container.id === id).map(({ kind }) => kind);
  const told = await toldTo(both);

  expect(kindsOf(told, others.id).toSorted()).toEqual(['battery_life_pct', 'fill_level_pct']);
  expect(new Set(kindsOf(told, container.id))).toEqual(new Set(['fill_level_pct']));
});
