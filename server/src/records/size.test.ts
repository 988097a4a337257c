import { getNullableType, GraphQLInt, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { aPlatform } from '../sync/card-locks.fixture.ts';
import { aContainer, anApartment, anEntrance } from '../testing/factories.ts';
import { signInGateway } from '../testing/harness.ts';

const { world, keeper, cardId } = await aPlatform();
const inOrg = { org_id: world.orgId };
const gateway = await signInGateway([world.orgId]);
const [container, entrance, apartment] = [await aContainer(inOrg), await anEntrance(inOrg), await anApartment(inOrg)];

const of = (query: string, id: string, field: string) => `{ ${query}(id: "${id}") { ${field} } }`;
const timeline = (n: number) => `timeline(days: ${n}) { date }`;

/** How each count is asked for that is not the size of a connection's page (those: list-paging.test.ts). */
const asked: Readonly<Record<string, (n: number) => string>> = {
  'Apartment.timeline.days': (n) => of('apartment', apartment.id, timeline(n)),
  'CardOnLocks.behind.first': (n) => of('card', cardId(0), `onLocks { behind(first: ${n}) { heardAt } }`),
  'Container.readingHistory.days': (n) => of('container', container.id, `readingHistory(days: ${n}) { errorPct }`),
  'ContainerGroup.timeline.days': (n) => of('containerGroup', String(container.container_group_id), timeline(n)),
  'Entrance.timeline.days': (n) => of('entrance', entrance.id, timeline(n)),
  'Overview.days.count': (n) => `{ overview { days(count: ${n}) { date } } }`,
  'Query.cardEventGaps.first': (n) => `{ cardEventGaps(containerId: "${container.id}", first: ${n}) { count } }`,
  'Query.cardsToSync.first': (n) => `{ cardsToSync(containerId: "${container.id}", first: ${n}) { version } }`,
  'Query.search.first': (n) => `{ search(text: "Strada", first: ${n}) { id } }`,
};

const counts = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter((type) => !type.name.startsWith('__') && type.name !== 'Mutation')
  .flatMap((type) => Object.values(type.getFields()).map(({ name, args }) => ({ type, name, args })))
  .filter(({ args }) => !args.some((arg) => arg.name === 'before'))
  .flatMap(({ type, name, args }) =>
    args.filter((arg) => getNullableType(arg.type) === GraphQLInt).map((arg) => `${type.name}.${name}.${arg.name}`),
  );

it('is tried of every count that the API takes', () => {
  // Of records behind figures, which need the reports: records.test.ts.
  expect([...Object.keys(asked), 'Query.reportRecords.first'].toSorted()).toEqual(counts.toSorted());
});

it.each(Object.entries(asked))('%s is one at least, and bounded', async (name, ask) => {
  const caller = name.startsWith('Query.cardsToSync') ? gateway : keeper;
  const argument = name.split('.').at(-1) ?? '';
  for (const few of [0, -1]) {
    expect((await caller.run(ask(few))).errors, ask(few)).toMatchObject([
      { code: 'ValidationFailed', fields: { [argument]: 'page.tooSmall' } },
    ]);
  }
  expect((await caller.run(ask(2_000_000_000))).errors, ask(2_000_000_000)).toMatchObject([{ code: 'LimitExceeded' }]);
  expect((await caller.run(ask(1))).errors, ask(1)).toBeUndefined();
});
