import {
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../schema.ts';
import { aFurnishedOrg } from '../../testing/furnished-org.ts';
import { asOwner, asSystem, signIn } from '../../testing/harness.ts';
import { stepsOf, watchPlans, worseThanLinear } from '../../testing/plans.ts';
import { isPaged } from '../cost.ts';

await watchPlans(); // before the first connection

/** Records of each kind in the smaller of two orgs. */
const few = 60;
/** As many times more in the other. */
const times = 4;

const queryType = schema.getQueryType() as GraphQLObjectType;

const typeOf = (parent: GraphQLObjectType | undefined, name: string): GraphQLObjectType | undefined => {
  const type = getNamedType(parent?.getFields()[name]?.type);
  return isObjectType(type) ? type : undefined;
};

const isAskedPlainly = ({ args }: GraphQLField<unknown, unknown>) => !args.some(isRequiredArgument);

/** What hangs on each row of a type, as it is asked for: lists in pages, lists without, and how many of something. */
function hangingOn(row: GraphQLObjectType): string[] {
  return Object.values(row.getFields()).flatMap((field) => {
    const type = typeOf(row, field.name);
    if (!isAskedPlainly(field)) {
      return [];
    }
    if (type && isPaged(type)) {
      return 'id' in (typeOf(type, 'nodes')?.getFields() ?? {})
        ? [`${field.name}(first: 3) { nodes { id } totalCount }`]
        : [];
    }
    if (isListType(getNullableType(field.type))) {
      return type && 'id' in type.getFields() ? [`${field.name} { id }`] : [];
    }
    return field.name.endsWith('Count') ? [field.name] : [];
  });
}

/** Every list of records with each that hangs on its rows. */
const asked = Object.values(queryType.getFields()).flatMap((field) => {
  const row = typeOf(typeOf(queryType, field.name), 'nodes');
  const isOfRecords = isAskedPlainly(field) && row?.getInterfaces().some(({ name }) => name === 'Versioned');
  return isOfRecords && row ? hangingOn(row).map((each) => `${field.name}(first: 20) { nodes { ${each} } }`) : [];
});

const idsOf = (table: 'manager' | 'apartment', orgId: string) =>
  asSystem((tx) => tx.selectFrom(table).select('id').where('org_id', '=', orgId).execute());

/** What all of them cost, as callers of differing scopes, in an org of so many records of each kind. */
async function measure(count: number) {
  const id = await aFurnishedOrg(count);
  const inOrg = (of: { id: string }) => ({ ...of, org_id: id });
  const readers = await Promise.all([
    signIn(['local_implementer'], { orgIds: [id] }),
    signIn(['container_admin'], { orgIds: [id] }),
    signIn(['manager'], { managers: (await idsOf('manager', id)).map(inOrg) }),
    signIn(['ara_user'], { apartments: (await idsOf('apartment', id)).slice(0, 3).map(inOrg) }),
  ]);
  return stepsOf(async () => {
    for (const reader of readers) {
      for (const question of asked) {
        await reader.run(`{ ${question} }`); // some are refused some of it
      }
    }
  });
}

it('what hangs on a page of records costs no more than in proportion where there is four times as much beside it', async () => {
  expect(asked.length).toBeGreaterThan(15);
  await aFurnishedOrg(few * times);
  await asOwner('analyze');
  await measure(few);

  const ofFew = await measure(few);
  const ofMany = await measure(few * times);

  expect(worseThanLinear(ofFew, ofMany, times)).toEqual([]);
});
