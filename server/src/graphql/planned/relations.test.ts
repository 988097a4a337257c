import { getNamedType, isObjectType, isRequiredArgument, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { may, type Permission } from '@noa/domain/permissions.ts';
import type { Role } from '@noa/domain/vocabulary.ts';
import { sql } from 'kysely';
import { atHome, aWorld, type World } from '../../authorization/world.ts';
import { schema } from '../../schema.ts';
import { anApartment, anEntrance } from '../../testing/factories.ts';
import { asSystem, signIn, together, type Caller } from '../../testing/harness.ts';
import { someOf, isThorough } from '../../testing/rounds.ts';
import '../../reports/testing/events.ts'; // opens the reports of the test's database
import { Context } from '../../request/context.ts';
import { isPaged } from '../cost.ts';
import { answerOf, expectSame, isPlanned, leftToExecutor } from '../../testing/planned-answers.ts';

type Field = GraphQLField<unknown, unknown>;

const queryType = schema.getQueryType() as GraphQLObjectType;
const objectOf = (field: Field | undefined): GraphQLObjectType | undefined => {
  const type = field && getNamedType(field.type);
  return isObjectType(type) ? type : undefined;
};

const rowTypeOf = (type: GraphQLObjectType) => (isPaged(type) ? objectOf(type.getFields()['nodes'] as Field) : type);

/** What one must be allowed to do to be answered a field. */
function needOf(field: Field): Permission | undefined {
  const { pothosOptions } = field.extensions as { pothosOptions?: { authScopes?: { may?: Permission } } };
  return pothosOptions?.authScopes?.may;
}

/** A field with all that lies within it down to a depth, for somebody of such roles; empty for what asks for arguments, or is never planned. */
function selectionOf(field: Field, depth: number, roles: readonly Role[]): string {
  const need = needOf(field);
  const type = objectOf(field);
  const isExecuted = field.args.some(isRequiredArgument) || field.extensions['neverPlanned'] === true;
  if (isExecuted || (need && !may(roles, need)) || (type && depth === 0)) {
    return '';
  }
  return type ? `${field.name}${isPaged(type) ? '(first: 2)' : ''} ${within(type, depth - 1, roles)}` : field.name;
}

function within(type: GraphQLObjectType, depth: number, roles: readonly Role[]): string {
  const row = rowTypeOf(type);
  const fields = Object.values(row?.getFields() ?? {}).map((each) => selectionOf(each as Field, depth, roles));
  const rows = `{ __typename ${fields.join(' ')} }`;
  return isPaged(type)
    ? `{ __typename nodes ${rows} pageInfo { __typename hasNextPage hasPreviousPage startCursor endCursor } totalCount }`
    : rows;
}

/** Every query for records that is planned: lists, and records by their ids. */
const planned = Object.values(queryType.getFields()).filter(({ name, args }) => {
  const argument = args.some(isRequiredArgument) ? '(id: "")' : '';
  return isPlanned(
    `{ ${name}${argument} { ${objectOf(queryType.getFields()[name] as Field)?.getFields()['nodes'] ? 'nodes { id }' : 'id'} } }`,
  );
});
const lists = planned.filter(({ args }) => !args.some(isRequiredArgument)).map(({ name }) => name);
const records = planned.filter(({ args }) => args.some(isRequiredArgument)).map(({ name }) => name);

const labels = {
  root: 'R',
  local_implementer: 'I',
  local_reporter: 'L',
  container_admin: 'C',
  manager: 'M',
  ara_user: 'A',
} as const;
const roles = Object.keys(labels) as (keyof typeof labels)[];

let home: World;
let abroad: World;
const callers = new Map<string, readonly [Caller, readonly Role[]]>();
const everybody = [...roles, 'reporter here, manager there', 'implementer of both', 'implementer of the serving org'];
const callerOf = (label: string) => callers.get(label) as readonly [Caller, readonly Role[]];

beforeAll(async () => {
  await asSystem((tx) =>
    sql`insert into gis_node (id, kind, name) values ('authorization', 'county', 'Vaslui')`.execute(tx),
  );
  [home, abroad] = [await aWorld('Heron'), await aWorld('Osprey')];
  await asSystem((tx) => sql`update tower_block set gis_node_id = 'authorization'`.execute(tx));
  await together(async () => {
    for (const { org, accessGroup } of [home, abroad]) {
      for (let entrances = 0; entrances < 3; entrances += 1) {
        const { id } = await anEntrance({ org_id: org.id, access_group_id: accessGroup.id });
        await anApartment({ org_id: org.id, entrance_id: id });
        await anApartment({ org_id: org.id, entrance_id: id });
      }
    }
  });
  for (const role of roles) {
    callers.set(role, [await atHome(labels[role], home), [role]]);
  }
  const mixed = { orgIds: [home.org.id], managers: [abroad.manager] };
  const both = { orgIds: [home.org.id, abroad.org.id] };
  const serving = { orgIds: [home.apartmentOrg.serving_org_id] };
  callers.set(everybody[6] ?? '', [await signIn(['local_reporter', 'manager'], mixed), ['local_reporter', 'manager']]);
  callers.set(everybody[7] ?? '', [await signIn(['local_implementer'], both), ['local_implementer']]);
  callers.set(everybody[8] ?? '', [await signIn(['local_implementer'], serving), ['local_implementer']]);
});

/** Who reaches what by differing scopes; the others are reached by the same code (decision 49). */
const ofDifferingScopes: readonly string[] = ['local_implementer', 'manager', 'reporter here, manager there'];

describe('A list in a list', () => {
  const source = `query Nested($after: String, $last: Int) { accessGroups(first: 5) { nodes { id
    entrances(first: 2, after: $after) { edges { cursor node { addrSc apartmentCount manager { name }
      apartments(last: $last) { nodes { rowId addrAp } pageInfo { hasPreviousPage hasNextPage startCursor endCursor } totalCount } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount } } } }`;

  it('is read with what it hangs on, in one statement', async () => {
    const [caller] = callerOf('local_implementer');
    const reads = vi.spyOn(Context.prototype, 'read');

    await answerOf(caller, source, { last: 1 });

    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  it('goes on from a cursor, both ways', async () => {
    for (const label of isThorough ? everybody : ofDifferingScopes) {
      const [caller] = callerOf(label);
      const { data } = await expectSame(caller, source, { last: 1 });
      const groups = (data?.['accessGroups'] as { nodes?: { entrances: { pageInfo: { endCursor: string | null } } }[] })
        ?.nodes;
      for (const after of groups?.flatMap(({ entrances }) => entrances.pageInfo.endCursor ?? []) ?? []) {
        await expectSame(caller, source, { last: 2, after });
      }
    }
    await expectSame(callerOf('root')[0], source, { after: 'nonsense' });
    await expectSame(callerOf('root')[0], source, { last: 500 });
  });

  it('is answered in as many ways as it is asked for', async () => {
    const parts =
      'nodes { id } a: edges { cursor } b: edges { __typename c: cursor } pageInfo { endCursor } totalCount';
    await expectSame(callerOf('root')[0], `{ accessGroups { nodes { entrances(first: 1) { ${parts} } } } }`);
    await expectSame(callerOf('root')[0], `{ accessGroups { nodes { entrances(last: 1) { ${parts} } } } }`);
    await expectSame(callerOf('root')[0], '{ accessGroups { nodes { entrances { totalCount } } } }');
  });

  it('hangs on each record alone, whatever else is asked of it', async () => {
    const asked = (filter: string) =>
      `{ accessGroups { nodes { entrances(filter: ${filter}) { totalCount nodes { id } } } } }`;
    const { id } = home.accessGroup;
    for (const filter of [`{ accessGroupId: "${id}" }`, '{ q: "1" }', '{ withoutManager: true }', '{ orgId: "x" }']) {
      await expectSame(callerOf('root')[0], asked(filter));
      await expectSame(callerOf('manager')[0], asked(filter));
    }
  });

  it('is of the past where the record is', async () => {
    const moment = new Date().toISOString();
    const asked = `{ accessGroups(asOf: "${moment}") { nodes { label entrances { nodes { label } } } } }`;
    await expectSame(callerOf('local_implementer')[0], asked);
    const within = `{ accessGroups { nodes { label entrances(asOf: "2020-01-01T00:00:00Z") { nodes { label } } } } }`;
    await expectSame(callerOf('local_implementer')[0], within);
  });
});

const listOf = (name: string, rows: string) => `{ ${name}(first: 3) { nodes { __typename ${rows} } totalCount } }`;
const fieldsOf = (name: string) =>
  Object.values(rowTypeOf(objectOf(queryType.getFields()[name] as Field) as GraphQLObjectType)?.getFields() ?? {});

/** What of these somebody is given in one of the three ways: each of it goes to another of them in each way, and to all of them in the end. */
const givenTo = (label: string, names: readonly string[], way: number) =>
  names.filter((_name, nth) => isThorough || someOf(ofDifferingScopes, nth + way).includes(label));

describe.each(isThorough ? everybody : ofDifferingScopes)('To %s, a planned query', (label) => {
  it.each(givenTo(label, lists, 0))('gives each relation of %s as the executor does', async (name) => {
    const [caller, theirs] = callerOf(label);
    const related = fieldsOf(name).filter((field) => needOf(field as Field) ?? objectOf(field as Field));
    for (const field of related) {
      // Also what they may not see: how it is refused is the same.
      const selected = selectionOf(field as Field, 1, needOf(field as Field) ? roles : theirs);
      if (selected) {
        await expectSame(caller, listOf(name, selected));
      }
    }
  });

  it.each(givenTo(label, lists, 1))('gives everything of %s at once, in one go', async (name) => {
    const [caller, theirs] = callerOf(label);
    const need = needOf(queryType.getFields()[name] as Field);
    if (need && !may(theirs, need)) {
      return;
    }
    const all = fieldsOf(name).map((field) => selectionOf(field as Field, 2, theirs));
    const source = listOf(name, all.join(' '));
    await answerOf(caller, source);
    await answerOf(caller, source); // what its resolvers look at is known by now
    leftToExecutor.mockClear();
    await expectSame(caller, source);
    expect(leftToExecutor).not.toHaveBeenCalled();
  });

  it.each(givenTo(label, records, 2))('gives everything of the record %s', async (name) => {
    const [caller, theirs] = callerOf(label);
    const all = fieldsOf(name).map((field) => selectionOf(field as Field, 2, theirs));
    for (const world of [home, abroad]) {
      const { id } = (world as unknown as Record<string, { id: string }>)[name] ?? { id: '' };
      const source = `{ ${name}(id: "${id}") { ${all.join(' ')} } }`;
      await expectSame(caller, source);
    }
  });
});
