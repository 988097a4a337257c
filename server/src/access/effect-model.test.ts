import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { applyChange, aNeighbourhood, type Neighbourhood } from '../sync/grants.fixture.ts';
import { asSystem, signIn, type Caller } from '../testing/harness.ts';
import { rounds } from '../testing/rounds.ts';

const figures = `gainingCards losingCards gainedContainers lostContainers openingContainers closingContainers overCapacity { id }`;
const Preview = `query ($change: EffectInput!) { previewEffect(change: $change) { ${figures} } }`;

interface Lock {
  readonly id: string;
  readonly needsCard: boolean;
  readonly capacity: number;
  /** Ids of the cards on the list of its group. */
  readonly cards: readonly string[];
}

/** Every container with its list, by the definition itself. */
async function readLocks(orgId: string): Promise<ReadonlyMap<string, Lock>> {
  const { rows } = await asSystem((tx) =>
    sql<Lock>`
      select k.id, k.access_mode <> 'open' and g.access_mode <> 'open' as "needsCard", k.card_capacity as capacity,
        array(
          select distinct c.id::text from card_right r join card c on c.org_id = r.org_id and c.id = r.card_id and c.status = 'normal'
          where r.org_id = k.org_id and r.container_group_id = k.container_group_id) as cards
      from container k join container_group g on g.id = k.container_group_id where k.org_id = ${orgId}`.execute(tx),
  );
  return new Map(rows.map((lock) => [lock.id, lock]));
}

/** What became of who opens what; of containers that need a card before and afterwards, who lost and gained them. */
function compare(before: ReadonlyMap<string, Lock>, after: ReadonlyMap<string, Lock>) {
  const both = [...after.values()].map((now) => ({ now, was: before.get(now.id) ?? now }));
  const controlled = both.filter(({ now, was }) => now.needsCard && was.needsCard);
  const gains = controlled.map(({ now, was }) => now.cards.filter((card) => !was.cards.includes(card)));
  const losses = controlled.map(({ now, was }) => was.cards.filter((card) => !now.cards.includes(card)));
  return {
    gainingCards: new Set(gains.flat()).size,
    losingCards: new Set(losses.flat()).size,
    gainedContainers: gains.filter(({ length }) => length > 0).length,
    lostContainers: losses.filter(({ length }) => length > 0).length,
    openingContainers: both.filter(({ now, was }) => was.needsCard && !now.needsCard).length,
    closingContainers: both.filter(({ now, was }) => !was.needsCard && now.needsCard).length,
    overCapacity: both
      .filter(({ now, was }) => was.cards.length <= was.capacity && now.cards.length > now.capacity)
      .map(({ now: { id } }) => ({ id }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  };
}

interface Step {
  readonly kind: (typeof kinds)[number];
  readonly a: number;
  readonly b: number;
  readonly opens: boolean;
}

const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length];
const modeOf = ({ opens }: Step) => (opens ? 'open' : 'controlled');

interface Made {
  /** As `previewEffect` takes it. */
  readonly change: object;
  /** The same in earnest. */
  readonly mutation: string;
  readonly variables: Record<string, unknown>;
}

const updateOf =
  (
    kind: string,
    table: string,
    ids: (world: Neighbourhood) => readonly string[],
    input: (step: Step, world: Neighbourhood) => object,
  ) =>
  async (world: Neighbourhood, step: Step): Promise<Made> => {
    const id = pick(ids(world), step.a);
    const { rows } = await asSystem((tx) =>
      sql<{ row_id: string }>`select row_id from ${sql.table(table)} where id = ${id}`.execute(tx),
    );
    const given = { id, rowId: rows[0]?.row_id, input: input(step, world) };
    return {
      change: { [`update${kind}`]: given },
      mutation: `mutation ($id: ID!, $rowId: ID!, $input: Update${kind}Input!) { update${kind}(id: $id, rowId: $rowId, input: $input) { id } }`,
      variables: given,
    };
  };

const joinOf =
  (field: string) =>
  (world: Neighbourhood, { a, b }: Step): Promise<Made> => {
    const variables = { accessGroupId: pick(world.accessGroups, a), containerGroupId: pick(world.containerGroups, b) };
    return Promise.resolve({
      change: { [field]: variables },
      mutation: `mutation ($accessGroupId: ID!, $containerGroupId: ID!) { ${field}(accessGroupId: $accessGroupId, containerGroupId: $containerGroupId) { id } }`,
      variables,
    });
  };

const accessGroups = (world: Neighbourhood) => world.accessGroups;
const containerGroups = (world: Neighbourhood) => world.containerGroups;
const containers = (world: Neighbourhood) => world.containers;

/** Each change that a preview takes. */
const changes = {
  join: joinOf('joinContainerGroup'),
  leave: joinOf('leaveContainerGroup'),
  openAccessGroup: updateOf('AccessGroup', 'access_group', accessGroups, (step) => ({ accessMode: modeOf(step) })),
  openContainerGroup: updateOf('ContainerGroup', 'container_group', containerGroups, (step) => ({
    accessMode: modeOf(step),
  })),
  openContainer: updateOf('Container', 'container', containers, (step) => ({ accessMode: modeOf(step) })),
  moveContainer: updateOf('Container', 'container', containers, ({ b }, world) => ({
    containerGroupId: pick(world.containerGroups, b),
  })),
  moveAndOpenContainer: updateOf('Container', 'container', containers, (step, world) => ({
    containerGroupId: pick(world.containerGroups, step.b),
    accessMode: modeOf(step),
  })),
  shrinkContainer: updateOf('Container', 'container', containers, ({ b }) => ({ cardCapacity: 1 + (b % 6) })),
  moveEntrance: updateOf(
    'Entrance',
    'entrance',
    (world) => world.entrances,
    ({ b, opens }, world) => ({
      accessGroupId: opens && b % 3 === 0 ? null : pick(world.accessGroups, b),
    }),
  ),
  async assign(world: Neighbourhood, { a, b }: Step): Promise<Made> {
    const { rows } = await asSystem((tx) =>
      sql<{ id: string }>`
      select c.id from card c where c.org_id = ${world.orgId} and c.status = 'normal'
        and not exists (select from apartment_card h where h.card_id = c.id and h.active) order by c.serial_number`.execute(
        tx,
      ),
    );
    const variables = { apartmentId: pick(world.apartments, b), cardId: pick(rows, a)?.id ?? world.orgId };
    return {
      change: { assignCard: variables },
      mutation: `mutation ($apartmentId: ID!, $cardId: ID!) { assignCard(apartmentId: $apartmentId, cardId: $cardId) { id } }`,
      variables,
    };
  },
  async unassign(world: Neighbourhood, { a }: Step): Promise<Made> {
    const { rows } = await asSystem((tx) =>
      sql<{ id: string; rowId: string }>`
      select id, row_id::text as "rowId" from apartment_card where org_id = ${world.orgId} and active order by card_id`.execute(
        tx,
      ),
    );
    const variables = pick(rows, a) ?? { id: world.orgId, rowId: '1' };
    return {
      change: { unassignCard: variables },
      mutation: `mutation ($id: ID!, $rowId: ID!) { unassignCard(id: $id, rowId: $rowId) { id } }`,
      variables,
    };
  },
};
const kinds = Object.keys(changes) as (keyof typeof changes)[];

async function settleIn(world: Neighbourhood): Promise<void> {
  await asSystem(async (tx) => {
    for (const index of world.serials.keys()) {
      await applyChange(tx, world, { kind: 'register', a: index, b: index });
      await applyChange(tx, world, { kind: index % 4 === 3 ? 'block' : 'assign', a: index, b: index });
    }
    for (const index of [0, 1, 2]) {
      await applyChange(tx, world, { kind: 'join', a: index, b: index });
    }
  });
}

/** Does a step in earnest, and compares what became of it with what was told before. */
async function expectTold(world: Neighbourhood, caller: Caller, step: Step): Promise<void> {
  const { change, mutation, variables } = await changes[step.kind](world, step);
  const told = await caller.run(Preview, { change });
  const before = await readLocks(world.orgId);
  const done = await caller.run(mutation, variables);
  expect(told.errors?.[0]?.code, step.kind).toBe(done.errors?.[0]?.code);
  if (!done.errors) {
    expect(told.data.previewEffect, step.kind).toEqual(compare(before, await readLocks(world.orgId)));
  }
}

it('what a change would do, as it is told, is what it does, of every change that can be asked about', async () => {
  const step = fc.record({ kind: fc.constantFrom(...kinds), a: fc.nat(23), b: fc.nat(23), opens: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 25 }), async (steps) => {
      const world = await aNeighbourhood();
      await settleIn(world);
      const caller = await signIn(['local_implementer'], { orgIds: [world.orgId] });
      for (const each of steps) {
        await expectTold(world, caller, each);
      }
    }),
    { numRuns: rounds(1, 12) },
  );
});
