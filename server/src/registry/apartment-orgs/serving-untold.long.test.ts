import { getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { expect, it } from 'vitest';
import '../../reports/testing/events.ts'; // opens the reports of the test's database
import { schema } from '../../schema.ts';
import { aCard, anApartment, anEntrance, anOrg, aTowerBlock } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';
import type { Role } from '@noa/domain/vocabulary.ts';
import { expectedQueries } from '../../authorization/expected-queries.ts';
import { allOf, filterValue, filterValues, into, targetOf } from '../../authorization/selection.ts';
import { tellOfContainer } from '../../authorization/world-rows.ts';
import { aWorld, type CallerLabel, type World } from '../../authorization/world.ts';

/** Whoever works for an org that serves apartments of another. */
const roles = { I: 'local_implementer', L: 'local_reporter', C: 'container_admin' } as const satisfies Partial<
  Record<CallerLabel, Role>
>;
const labels = ['I', 'L', 'C'] as const;

const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
  const filter = getNamedType(field.args.find(({ name }) => name === 'filter')?.type);
  const sort = getNamedType(field.args.find(({ name }) => name === 'sort')?.type);
  const order = isInputObjectType(sort) ? getNamedType(sort.getFields()['field']?.type) : undefined;
  return isInputObjectType(filter) && field.args.some(({ name }) => name === 'first')
    ? [{ field, filter, orders: isEnumType(order) ? order.getValues().map(({ name }) => name) : [] }]
    : [];
});

/** Implementers ask everything; the others, who may do less, what an org reaches by serving. */
const isAsked = (name: string, label: (typeof labels)[number]) =>
  (expectedQueries[name]?.who.includes(label) ?? false) &&
  (label === 'I' || /^(apartment|entrance|towerBlock)/.test(name));

/** Versions and moments tell that a record was written, which whoever sees it may know. */
const timeless = (text: string) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'then')
    .replaceAll(/"(rowId|startCursor|endCursor|cursor|version)":"[^"]*"/g, '"$1":""');

/** Everything that a caller is answered who looks at the world, by what was asked. */
async function everythingTold(caller: Caller, label: (typeof labels)[number], world: World) {
  const told = new Map<string, string>();
  const ask = async (name: string, source: string, variables: Record<string, unknown> = {}) =>
    told.set(name, timeless(JSON.stringify(await caller.run(source, variables))));
  for (const [name, expected] of Object.entries(expectedQueries)) {
    const field = schema.getQueryType()?.getFields()[name];
    const target = field && targetOf(field);
    if (field && isAsked(name, label) && name !== 'history') {
      const selection = target ? into(field, allOf(target, label, 1)) : '';
      await ask(name, `{ ${expected.ask(world, label)} ${selection} }`);
    }
  }
  const values = filterValues(world);
  for (const { field, filter, orders } of lists) {
    if (!isAsked(field.name, label)) {
      continue;
    }
    const rows = '{ nodes { id } totalCount }';
    for (const each of Object.values(filter.getFields())) {
      await ask(
        `${field.name} by ${each.name}`,
        `query ($filter: ${filter.name}) { ${field.name}(first: 50, filter: $filter) ${rows} }`,
        { filter: { [each.name]: filterValue(each, values) } },
      );
    }
    for (const order of orders) {
      await ask(
        `${field.name} in the order of ${order}`,
        `{ ${field.name}(first: 50, sort: [{ field: ${order}, direction: asc }]) ${rows} }`,
      );
    }
  }
  for (const text of [world.mark, world.card.display_serial_number, world.card.serial_number, world.manager.name]) {
    await ask(`search ${text}`, `{ search(text: ${JSON.stringify(text)}) { kind id label description } }`);
  }
  return told;
}

it('whoever serves apartments of another org is told nothing by what happens to anything else of it', async () => {
  const world = await aWorld('Heron');
  const own = { org_id: world.org.id };
  const serving_org_id = world.apartmentOrg.serving_org_id;
  const other = await anApartment({ ...own, entrance_id: world.unused.entrance.id });
  await asSystem((tx) =>
    tx
      .insertInto('apartment_org')
      .values({ ...own, apartment_id: other.id, serving_org_id })
      .execute(),
  );
  const set = (entrance: { id: string }, manager_id: string, access_group_id: string) =>
    asSystem((tx) =>
      tx.updateTable('entrance').set({ manager_id, access_group_id }).where('id', '=', entrance.id).execute(),
    );
  const [first, second] = [world.entrance, world.unused.entrance];
  await set(first, world.manager.id, world.accessGroup.id);
  await set(second, world.unused.manager.id, world.unused.accessGroup.id);
  const callers = new Map<(typeof labels)[number], Caller>();
  for (const label of labels) {
    const caller = await signIn([roles[label]], { orgIds: [serving_org_id] });
    await caller.run('{ viewer { id } }');
    callers.set(label, caller);
  }
  const everybodyIsTold = async () => {
    const all = new Map<string, string>();
    for (const [label, caller] of callers) {
      for (const [name, text] of await everythingTold(caller, label, world)) {
        all.set(`${name} by ${label}`, text);
      }
    }
    return all;
  };
  const before = await everybodyIsTold();
  expect(before.get('apartment by I')).toContain(world.apartment.id);

  await set(first, world.unused.manager.id, world.unused.accessGroup.id);
  await set(second, world.manager.id, world.accessGroup.id);
  const serving = await anOrg();
  const card = await aCard(own);
  await anApartment({ ...own, entrance_id: first.id });
  await anEntrance({ ...own, tower_block_id: world.towerBlock.id });
  await aTowerBlock(own);
  await asSystem(async (tx) => {
    await tx
      .insertInto('apartment_org')
      .values({ ...own, apartment_id: world.apartment.id, serving_org_id: serving.id })
      .execute();
    await tx
      .insertInto('apartment_card')
      .values({ ...own, apartment_id: other.id, card_id: card.id })
      .execute();
    await tx.updateTable('apartment_card').set({ active: false }).where('id', '=', world.apartmentCard.id).execute();
    await tx.updateTable('card').set({ status: 'blocked' }).where('id', '=', world.card.id).execute();
    await tellOfContainer(tx, { ...world, container: world.unused.container, mark: `${world.mark} later` });
  });

  const after = await everybodyIsTold();

  expect(before.size).toBeGreaterThan(200);
  const differing = [...after].filter(([name, text]) => before.get(name) !== text);
  expect(differing.map(([name, text]) => ({ name, before: before.get(name), after: text }))).toEqual([]);
}, 120_000);
