import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
} from 'graphql';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { always } from '../reports/testing/events.ts';
import { asSystem, signIn, type Caller } from '../testing/harness.ts';
import { stepsOf, watchPlans } from '../testing/plans.ts';
import { rounds } from '../testing/rounds.ts';
import { aYoungOrg } from './young-org.fixture.ts';

await watchPlans(); // before the first connection

/** Of each kind. */
const rowsOfOrg = rounds(500, 1_500);
/** Of a statement. What compares each record with each takes as many for one record as there are others. */
const stepsOfRecord = rowsOfOrg / 4;

const queryType = schema.getQueryType() as GraphQLObjectType;

type Field = GraphQLField<unknown, unknown>;

const typeOf = ({ type }: Pick<Field, 'type'>): GraphQLObjectType | undefined => {
  const named = getNamedType(type);
  return isObjectType(named) ? named : undefined;
};

/** What is asked of a record or a row of a list. */
const selectionOf = (type: GraphQLObjectType | undefined) => (type && 'id' in type.getFields() ? 'id' : '__typename');

/** A page of a list with how many there are, or what else a field gives. */
function asked({ name, type }: Field, args = ''): string {
  const given = typeOf({ type });
  const nodes = given?.getFields()['nodes'];
  if (!given) {
    return name;
  }
  if (!nodes) {
    return `${name}${args && `(${args})`} { ${selectionOf(given)} }`;
  }
  const total = 'totalCount' in given.getFields() ? 'totalCount' : '';
  return `${name}(first: 20${args && `, ${args}`}) { nodes { ${selectionOf(typeOf(nodes))} } ${total} }`;
}

const isAskedPlainly = ({ args }: Field) => !args.some(isRequiredArgument);

/** Values that a filter may have, as they are written. @param ids - of a record of each kind, by the names of filters. */
function valuesOf({ name, type }: GraphQLInputField, ids: Ids): readonly string[] {
  const named = getNamedType(type);
  if (isEnumType(named)) {
    return named
      .getValues()
      .slice(0, 1)
      .map((value) => value.name);
  }
  const written: Readonly<Record<string, readonly string[]>> = {
    ID: name in ids ? [JSON.stringify(ids[name])] : [],
    Boolean: ['true', 'false'],
    String: name === 'q' ? ['"gar"', '"P-12"', '"00000"'] : [],
    IntRange: ['{ min: 5 }'],
    PercentRange: ['{ min: 5 }'],
  };
  return written[named.name] ?? [];
}

type Ids = Readonly<Record<string, string>>;

/** Every list with each of its filters, and every record with each of its fields. */
const ofSchema = (ids: Ids): string[] =>
  Object.values(queryType.getFields()).flatMap((field) => {
    const id = ids[`${field.name}Id`];
    const type = typeOf(field);
    if (id !== undefined && type) {
      return Object.values(type.getFields()).flatMap((each) =>
        isAskedPlainly(each) && typeOf(each) ? [`${field.name}(id: "${id}") { ${asked(each)} }`] : [],
      );
    }
    const filter = getNamedType(field.args.find(({ name }) => name === 'filter')?.type);
    const filters = isInputObjectType(filter) ? Object.values(filter.getFields()) : [];
    const plain = isAskedPlainly(field) && type ? [asked(field)] : [];
    return [
      ...plain,
      ...filters.flatMap((each) =>
        valuesOf(each, ids).map((value) => asked(field, `filter: { ${each.name}: ${value} }`)),
      ),
    ];
  });

interface Offered {
  readonly name: string;
  readonly groupings: readonly string[];
  readonly metrics: readonly string[];
  readonly countsEvents: boolean;
}

/** Every report about the registry, by each of its groupings. */
async function ofReports(reader: Caller): Promise<string[]> {
  const { data } = await reader.run('{ reports { name groupings metrics countsEvents } }');
  return (data.reports as Offered[])
    .filter(({ countsEvents }) => !countsEvents)
    .flatMap(({ name, groupings, metrics }) =>
      groupings.map(
        (grouping) =>
          `report(name: "${name}", input: { from: "${always.from}", to: "${always.to}", groupBy: [${grouping}], metrics: [${metrics.join(', ')}] }) { rowCount }`,
      ),
    );
}

const idsOf = async (orgId: string): Promise<Ids> => {
  const tables = [
    'access_group',
    'apartment',
    'card',
    'container',
    'container_group',
    'entrance',
    'manager',
    'tower_block',
  ];
  const found = await asSystem(async (tx) => {
    const ids: [string, string][] = [];
    for (const table of tables) {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)} where org_id = ${orgId} order by id limit 1`.execute(tx);
      ids.push([`${table.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())}Id`, rows[0]?.id ?? '']);
    }
    return ids;
  });
  return { ...Object.fromEntries(found), orgId };
};

it('whatever is asked of an org that is younger than the statistics compares no record with each', async () => {
  const { young } = await aYoungOrg(rowsOfOrg);
  const reader = await signIn(['local_implementer'], { orgIds: [young] });
  const ids = await idsOf(young);
  const questions = [
    ...ofSchema(ids),
    ...(await ofReports(reader)),
    ...['gării 12', 'P-12', 'Asociația', 'AAAAAAA'].map((text) => `search(text: "${text}") { __typename }`),
    `mayOpen(cardId: "${ids['cardId']}", containerId: "${ids['containerId']}") { allowed }`,
    `cardsToSync(containerId: "${ids['containerId']}") { __typename }`,
  ];
  expect(questions.length).toBeGreaterThan(200);

  // Plans are told when they are: those of one question also while the next is asked.
  const steps = await stepsOf(async () => {
    for (const question of questions) {
      const { errors } = await reader.run(`{ ${question} }`);
      expect(
        (errors ?? []).filter(({ code }) => code !== 'Forbidden'),
        question,
      ).toEqual([]);
    }
  });
  const slow = [...steps].filter(([statement, { steps: taken, runs }]) => {
    // A lock's list has as many entries as there are cards; those of all platforms that are open have many times as many.
    const ofRecord = statement.includes(' from card_grant where ') ? 10 : stepsOfRecord;
    return taken / runs > ofRecord * rowsOfOrg;
  });

  expect(slow).toEqual([]);
});
