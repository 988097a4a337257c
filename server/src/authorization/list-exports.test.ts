import { getNamedType, isLeafType, isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { disarm } from '@noa/domain/imports/spreadsheet.ts';
import { isPaged } from '../graphql/cost.ts';
import { askListExport, readListExport } from '../reports/testing/list-exports.ts';
import { schema } from '../schema.ts';
import { asSystem, sendAsIs, type Answer, type Caller } from '../testing/harness.ts';
import { someOf } from '../testing/rounds.ts';
import { expectedQueries } from './expected-queries.ts';
import { expectedTypes } from './expected-types.ts';
import { readersOf, targetOf } from './selection.ts';
import { atHome, aWorld, callerLabels, type CallerLabel, type World } from './world.ts';

/** Every list of the API: what has pages. */
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
  const connection = getNamedType(field.type);
  const node = targetOf(field);
  return isObjectType(connection) && isPaged(connection) && node ? [{ name: field.name, field, node }] : [];
});
type List = (typeof lists)[number];

let home: World;
let abroad: World;
const callers = new Map<CallerLabel, Caller>();

beforeAll(async () => {
  await asSystem((tx) => sql`insert into gis_node (id, kind, name) values ('lists', 'county', '=Vaslui')`.execute(tx));
  home = await aWorld('Heron');
  abroad = await aWorld('Osprey');
  for (const label of callerLabels) {
    callers.set(label, await atHome(label, home));
  }
});

const callerOf = (label: CallerLabel): Caller => {
  const caller = callers.get(label);
  if (!caller) {
    throw new Error(`Nobody has signed in as ${label}`);
  }
  return caller;
};

const isJson = ({ type }: GraphQLField<unknown, unknown>) => String(getNamedType(type)) === 'JSON';

/** Whether the caller fetches the file of a list: root each, and one of all others whom it is for (decision 49). */
const isDealtTo = (label: CallerLabel, { name }: List, nth: number) => {
  const others = callerLabels.filter((each) => each !== 'R' && expectedQueries[name]?.who.includes(each));
  return label === 'R' || someOf(others, nth).includes(label);
};

/** Fields that a cell can say. */
const leavesOf = (node: GraphQLObjectType) =>
  Object.values(node.getFields()).filter(
    (field) => isLeafType(getNamedType(field.type)) && field.args.length === 0 && !isJson(field),
  );

/** What a list must be told. */
function argumentsOf({ field }: List, world: World): Record<string, string> {
  const known: Record<string, string> = { containerId: world.container.id, kind: 'container', id: world.container.id };
  return Object.fromEntries(
    field.args.filter(({ type }) => String(type).endsWith('!')).map(({ name }) => [name, known[name] ?? '']),
  );
}

const passed = (given: Readonly<Record<string, string>>) =>
  Object.entries(given)
    .map(([name, value]) => `, ${name}: ${JSON.stringify(value)}`)
    .join('');

/** Ids as callers see them, and as a file has them. */
const askPage = (
  by: Caller,
  { name }: List,
  given: Record<string, string>,
  fields: readonly string[],
  after?: string,
) =>
  sendAsIs(
    `Bearer oidc~${by.token}`,
    `{ ${name}(first: 2${after === undefined ? '' : `, after: ${JSON.stringify(after)}`}${passed(given)}) {
      nodes { ${fields.join(' ')} } pageInfo { hasNextPage endCursor } } }`,
  );

/** The list as the API gives it, two rows at a time; of what it refuses, the refusal. */
async function readList(by: Caller, list: List, fields: readonly string[]): Promise<Answer & { rows: unknown[][] }> {
  const rows: unknown[][] = [];
  for (let after: string | undefined; ;) {
    const answer: Answer = await askPage(by, list, argumentsOf(list, home), fields, after);
    if (answer.errors) {
      return { ...answer, rows };
    }
    const { nodes, pageInfo } = answer.data[list.name];
    rows.push(...(nodes as Record<string, unknown>[]).map((node) => fields.map((field) => node[field])));
    if (!pageInfo.hasNextPage) {
      return { ...answer, rows };
    }
    after = pageInfo.endCursor;
  }
}

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Bucharest',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** What a cell says of a value, without what the file is made by. */
function shown(value: unknown, { type }: GraphQLField<unknown, unknown>, format: 'CSV' | 'XLSX'): unknown {
  if (value === null || value === undefined || value === '') {
    return '';
  }
  if (Array.isArray(value)) {
    return value.join(', ');
  }
  if (String(getNamedType(type)) === 'DateTime') {
    const [day = '', time = ''] = clock.format(new Date(value as string)).split(' ');
    return format === 'XLSX' ? new Date(`${day}T${time}Z`) : `${day.split('-').toReversed().join('.')} ${time}`;
  }
  if (typeof value === 'number') {
    return format === 'XLSX' ? value : String(value).replace('.', ',');
  }
  return typeof value === 'boolean' ? (value ? 'da' : 'nu') : disarm(value as string);
}

const columnsOf = (fields: readonly string[]) => fields.map((name) => ({ label: name, paths: [name] }));

it('finds the lists', () => {
  expect(lists.length).toBeGreaterThan(20);
});

describe.each(callerLabels)('caller %s', (label) => {
  it('takes away of each list what it is told of it, and nothing else', async () => {
    const by = callerOf(label);
    let files = 0;
    for (const [nth, list] of lists.entries()) {
      if (expectedQueries[list.name]?.who.includes(label) && !isDealtTo(label, list, nth)) {
        continue;
      }
      const leaves = leavesOf(list.node);
      const told = leaves.filter(({ name }) => readersOf(list.node.name, name)?.includes(label));
      const fields = told.length > 0 ? told : leaves.slice(0, 1);
      const names = fields.map(({ name }) => name);
      const { rows, errors } = await readList(by, list, names);
      const input = { list: list.name, arguments: argumentsOf(list, home), columns: columnsOf(names) };
      if (errors) {
        const refused = await askListExport(by, input);
        // A gateway takes no list away, and is told so before anything else.
        expect(refused.errors?.[0]?.code, list.name).toBe(label === 'G' ? 'Forbidden' : errors[0]?.code);
        continue;
      }
      for (const format of label === 'R' ? someOf(['XLSX', 'CSV'] as const, nth) : (['CSV'] as const)) {
        const [headings, ...cells] = await readListExport(by, { ...input, format });
        expect(headings).toEqual(names);
        const expected = rows.map((row) => fields.map((field, index) => shown(row[index], field, format)));
        expect(
          cells.map((row) => names.map((_name, index) => row[index] ?? '')),
          list.name,
        ).toEqual(expected);
        expect(label === 'R' || !JSON.stringify(cells).includes(abroad.mark)).toBe(true);
        files += 1;
      }
    }
    expect(files > 0).toBe(label !== 'G');
  });

  it('is refused each column that the list does not tell it', async () => {
    const by = callerOf(label);
    for (const [nth, list] of lists.entries()) {
      const guarded = Object.keys(expectedTypes[list.node.name]?.guarded ?? {});
      for (const { name } of leavesOf(list.node).filter((field) => guarded.includes(field.name))) {
        const { errors } = await askPage(by, list, argumentsOf(list, home), [name]);
        const input = { list: list.name, arguments: argumentsOf(list, home), columns: columnsOf([name]) };
        if (errors) {
          const file = await askListExport(by, input);
          expect(file.errors?.[0]?.code, `${list.name}.${name}`).toBe(errors[0]?.code);
        } else if (isDealtTo(label, list, nth)) {
          // Fetched, as only so many files of one caller may wait.
          expect((await readListExport(by, input))[0], `${list.name}.${name}`).toEqual([name]);
        }
      }
    }
  });
});
