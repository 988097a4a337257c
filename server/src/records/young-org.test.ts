import { getNamedType, isObjectType, isRequiredArgument, type GraphQLObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { asSystem, signIn, type Caller } from '../testing/harness.ts';
import { stepsOf, watchPlans } from '../testing/plans.ts';
import { rounds } from '../testing/rounds.ts';
import { addContainers, aYoungOrg } from './young-org.fixture.ts';

/** Of each kind. */
const rowsOfOrg = rounds(500, 2_000);
/** Besides: an index that begins with the org and is lower than that of a list's order looks cheaper, once there are more than some thousand. */
const moreContainers = 8_000;
const pageSize = 20;
/** More than a page of an index comes to, with what its rows and the caller are looked up by; to sort the org would take twice its rows. */
const stepsOfPage = 1_000;
/** What a property administrator looks after is in the order of no index: it is gathered and sorted, of each record in so many steps at most. */
const stepsOfRecord = 100;

const typeOf = (parent: GraphQLObjectType | undefined, name: string): GraphQLObjectType | undefined => {
  const type = getNamedType(parent?.getFields()[name]?.type);
  return isObjectType(type) ? type : undefined;
};

/** Every list of records, in its own order and by what was changed last. */
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, args }) => {
  const row = typeOf(typeOf(schema.getQueryType() ?? undefined, name), 'nodes');
  const isOfRecords = row?.getInterfaces().some((each) => each.name === 'Versioned') && !args.some(isRequiredArgument);
  return isOfRecords ? [name, `${name} by time`] : [];
});

/** Statements of a page, the first or a later one, that take more than so many steps. */
async function slowStatements(by: Caller, list: string, most: number) {
  const [name, time] = list.split(' by ');
  const order = time ? ', sort: { field: updated_at, direction: desc }' : '';
  async function ask(after: string | null): Promise<string | null> {
    const { data, errors } = await by.run(
      `query ($after: String) { page: ${name}(first: ${pageSize}, after: $after${order}) { nodes { id } pageInfo { endCursor } } }`,
      { after },
    );
    // What takes until its deadline is in no plan.
    expect((errors ?? []).filter(({ code }) => code !== 'Forbidden')).toEqual([]);
    return data?.page?.pageInfo.endCursor ?? null;
  }
  const steps = await stepsOf(async () => ask(await ask(null)));
  expect(steps.size).toBeGreaterThan(0);
  return [...steps].filter(([, work]) => work.steps / work.runs > most);
}

describe('an org that is younger than the statistics of its tables', () => {
  const callers: Record<string, Caller> = {};

  beforeAll(async () => {
    await watchPlans();
    const { young, old } = await aYoungOrg(rowsOfOrg);
    await addContainers(young, moreContainers);
    const managers = await asSystem((tx) =>
      tx.selectFrom('manager').select(['id', 'org_id']).where('org_id', '=', young).execute(),
    );
    callers['one org'] = await signIn(['local_implementer'], { orgIds: [young] });
    callers['two orgs'] = await signIn(['local_implementer'], { orgIds: [young, old] });
    callers['all'] = await signIn(['root']);
    callers['a manager'] = await signIn(['manager'], { managers });
  });

  it.each(['one org', 'two orgs', 'all'].flatMap((reach) => lists.map((list) => [reach, list] as const)))(
    'to who reaches %s gives a page of %s, and the next, for no more than a page',
    async (reach, list) => {
      expect(await slowStatements(callers[reach] as Caller, list, stepsOfPage)).toEqual([]);
    },
  );

  it.each(lists)('gives a manager a page of %s, and the next, in proportion to what they look after', async (list) => {
    expect(await slowStatements(callers['a manager'] as Caller, list, stepsOfRecord * rowsOfOrg)).toEqual([]);
  });
});
