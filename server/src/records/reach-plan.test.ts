import { getNamedType, isObjectType, isRequiredArgument, type GraphQLObjectType } from 'graphql';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { aFurnishedOrg } from '../testing/furnished-org.ts';
import { asOwner, asSystem, signIn, type Caller } from '../testing/harness.ts';
import { stepsOf, watchPlans } from '../testing/plans.ts';
import { rounds } from '../testing/rounds.ts';

await watchPlans(); // before the first connection

/** Orgs of the installation, and records of each kind in each. */
const [orgs, rowsOfOrg] = [rounds(14, 24), 250];
/** Entrances in a manager's care. */
const inCare = 3;
/** A statement may look at each record of the org, and at what hangs on it; of each of the others there are as many again. */
const mostSteps = 10 * rowsOfOrg;

const typeOf = (parent: GraphQLObjectType | undefined, name: string): GraphQLObjectType | undefined => {
  const type = getNamedType(parent?.getFields()[name]?.type);
  return isObjectType(type) ? type : undefined;
};

/** Every list of rows with an id. */
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, args }) => {
  const row = typeOf(typeOf(schema.getQueryType() ?? undefined, name), 'nodes');
  return row && 'id' in row.getFields() && !args.some(isRequiredArgument) ? [name] : [];
});

const asked = [
  ...lists.map((name) => `${name}(first: 20) { nodes { id } totalCount }`),
  'cards(first: 20) { nodes { apartmentCards { id } } }',
  'cards(first: 20, filter: { withoutApartment: true }) { nodes { id } totalCount }',
  'containerStatuses(first: 20) { nodes { readings { at } } }',
  'containerGroups(first: 20) { nodes { containers(first: 5) { nodes { id } } } }',
  ...['gării 12', 'P-12', 'AAAAAAA'].map((text) => `search(text: "${text}") { id }`),
];

describe('of an installation of many orgs', () => {
  const callers: Record<string, Caller> = {};

  beforeAll(async () => {
    for (let others = 1; others < orgs; others += 1) {
      await aFurnishedOrg(rowsOfOrg);
    }
    const org_id = await aFurnishedOrg(rowsOfOrg);
    const { manager, apartment } = await asSystem(async (tx) => {
      const { rows } = await sql<{ manager: string; apartment: string }>`
        with made as (insert into manager (org_id, name) values (${org_id}, 'A doua') returning id), given as (
          update entrance set manager_id = (select id from made)
          where id in (select id from entrance where org_id = ${org_id} order by id limit ${inCare}) returning id)
        select (select id from made) as manager, (select id from apartment where org_id = ${org_id} order by id limit 1) as apartment
        from given limit 1`.execute(tx);
      return rows[0] ?? { manager: '', apartment: '' };
    });
    await asOwner(
      `insert into container_status_summary (org_id, container_id, heard_at, ok_at) select org_id, id, now(), now() from container
        on conflict do nothing`,
      'analyze',
    );
    callers['a manager'] = await signIn(['manager'], { managers: [{ id: manager, org_id }] });
    callers['a resident'] = await signIn(['ara_user'], { apartments: [{ id: apartment, org_id }] });
  });

  it.each(['a manager', 'a resident'].flatMap((who) => asked.map((question) => [who, question] as const)))(
    '%s reads of one: %s',
    async (who, question) => {
      const steps = await stepsOf(async () => {
        const { errors } = (await callers[who]?.run(`{ ${question} }`)) ?? {};
        expect((errors ?? []).filter(({ code }) => code !== 'Forbidden')).toEqual([]);
      });

      expect([...steps].filter(([, work]) => work.steps / work.runs > mostSteps)).toEqual([]);
    },
  );
});
