import pg from 'pg';
import { beforeAll, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import '../reports/testing/events.ts'; // opens the reports of the test's database
import { schema } from '../schema.ts';
import { asSystem, type Caller } from '../testing/harness.ts';
import { expectedMutations } from './expected-mutations.ts';
import { expectedQueries } from './expected-queries.ts';
import { allOf, into, targetOf } from './selection.ts';
import { atHome, aWorld, type World } from './world.ts';

/** Statements are sent by this one, whatever the connection. */
const sending = vi.spyOn(pg.Client.prototype, 'query');

/** What begins and ends transactions says so itself. */
const transactionControl = /^(start transaction|begin|set local|savepoint|release|commit|rollback|deallocate)\b/;

const marks = /^(\/\* (prepared|repeated|opening) \*\/ ?)*/;
const name = /^\/\* ((\w+(\.\w+)?, )?[\w/-]+(\.[\w-]+)*\.ts(:\d+)?) \*\/ /;

/** The texts sent since the last time; a copy has its own way of sending. */
function sent(): string[] {
  const texts = sending.mock.calls.flatMap(([given]) => {
    const { texts: several, text } = given as { readonly texts?: readonly string[]; readonly text?: string };
    return typeof given === 'string' ? given : (several ?? text ?? []);
  });
  sending.mockClear();
  return texts.filter((text) => !transactionControl.test(text.replace(marks, '')));
}

const nameOf = (text: string) => name.exec(text.replace(marks, ''))?.[1];

let world: World;
let root: Caller;

beforeAll(async () => {
  await asSystem((tx) =>
    sql`insert into gis_node (id, kind, name) values ('statement-names', 'county', 'Vaslui')`.execute(tx),
  );
  world = await aWorld('Heron');
  root = await atHome('R', world);
});

const operations = [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({ field, depth: 1, head: 'query' })),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => ({ field, depth: 0, head: 'mutation' })),
];

it('sends no statement of a request without the name of the function that asks it', async () => {
  sent();
  const names = new Map<string, string>();
  for (const { field, depth, head } of operations) {
    const expected = expectedQueries[field.name] ?? expectedMutations[field.name];
    if (expected && !expected.upload) {
      const target = targetOf(field);
      const selection = target ? into(field, allOf(target, 'R', depth)) : '';
      await root.run(`${head} { ${expected.ask(world, 'R')} ${selection} }`);
    }
    sent().forEach((text) => names.set(text, nameOf(text) ?? ''));
  }

  expect(names.size).toBeGreaterThan(200);
  expect([...names].filter(([, found]) => found === '').map(([text]) => text.slice(0, 200))).toEqual([]);
  // Asked by these alone; what a test has asked before in the same words bears that test's name.
  const found = new Set(names.values());
  expect(found).toContain('scopeSetting, database/transaction.ts');
  expect(found).toContain('insertClaimCodes, registry/claim-codes/claim-code.queries.ts');
});

it('writes nothing of a request into a name, and none twice', async () => {
  sent();
  const mark = 'Nobody*/ drop table org; /*';
  await root.run(
    `query ${'Nobody'} { orgs(filter: { name: ${JSON.stringify(mark)} }) { ${'nobody'}: totalCount edges { node { id } } } }`,
  );

  const texts = sent();

  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => /nobody/i.test(text.split('*/ select')[0] ?? ''))).toEqual([]);
  expect(texts.filter((text) => (text.match(/\.ts(:\d+)? \*\//g) ?? []).length !== 1)).toEqual([]);
});

it('gives a text one name, whoever asks it, so that it stays prepared', async () => {
  const ask = () => root.run('query { containers(first: 2) { edges { node { id serialNumber } } } }');
  await ask();
  sent();
  await ask();
  const first = sent();
  await ask();

  expect(sent()).toEqual(first);
});
