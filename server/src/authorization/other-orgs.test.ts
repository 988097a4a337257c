import { text as textOf } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { reports } from '../reports/testing/events.ts';
import { schema } from '../schema.ts';
import { asOwner, asSystem, sendAsIs, type Answer, type Caller } from '../testing/harness.ts';
import { someOf } from '../testing/rounds.ts';
import { sealVersions } from '../testing/sealed.ts';
import { expectedMutations } from './expected-mutations.ts';
import type { ExpectedOperation } from './expected-operation.ts';
import { expectedQueries } from './expected-queries.ts';
import { allOf, into, targetOf } from './selection.ts';
import { atHome, aWorld, callerLabels, type CallerLabel, type World } from './world.ts';

/**
 * Sequences of the database count what all orgs do. Here each begins at a number that is met nowhere else, so that whatever shows
 * one, in whatever words, is found by looking: in answers, errors, headers, files, and inside of what is merely encoded.
 */
const canary = '7310';
const startOf = (position: number) => `${canary}${String(position).padStart(2, '0')}000000000`;
const shown = new RegExp(`${canary}\\d{10,}`);

/** A text, and what it is when it is read as base64, as often as that gives a text. */
function* readingsOf(text: string, deep = 2): Generator<string> {
  yield text;
  for (const [token] of deep > 0 ? text.matchAll(/[\w+/-]{8,}/g) : []) {
    yield* readingsOf(Buffer.from(token, 'base64').toString('latin1'), deep - 1);
  }
}

/** What of a text shows a number of a sequence; undefined when nothing does. */
const found = (text: string) => [...readingsOf(text)].find((reading) => shown.test(reading))?.slice(0, 400);

let home: World;
let abroad: World;
const callers = new Map<CallerLabel, Caller>();

beforeAll(async () => {
  const { rows } = await asSystem((tx) =>
    sql<{ name: string }>`
      select sequencename as name from pg_sequences
      where schemaname = 'public' and data_type = 'bigint'::regtype order by 1`.execute(tx),
  );
  expect(rows.length).toBeGreaterThanOrEqual(5);
  await asOwner(...rows.map(({ name }, position) => `select setval('"${name}"', ${startOf(position)})`));
  await asSystem((tx) =>
    sql`insert into gis_node (id, kind, name) values ('authorization', 'county', 'Vaslui')`.execute(tx),
  );
  home = await aWorld('Heron');
  abroad = await aWorld('Osprey');
  for (const label of callerLabels) {
    const caller = await atHome(label, home);
    // What is done for the first time, others of the same org see: that somebody signed in, that a lock has asked.
    await caller.run('{ viewer { name } }');
    callers.set(label, caller);
  }
  await callers.get('G')?.run(`{ cardsToSync(containerId: "${home.container.id}") { version } }`);
});

/** Runs an operation as whoever has the token, and gives what came back, ids as they are shown. */
const send = (label: CallerLabel, source: string): Promise<Answer> =>
  sendAsIs(`Bearer oidc~${callers.get(label)?.token}`, source);

const cursors = 'pageInfo { startCursor endCursor } edges { cursor }';

const wrapped = (operation: string, isMutation: boolean) => `${isMutation ? 'mutation' : 'query'} { ${operation} }`;

/** Everything of an operation's answer that the caller may read, one step deep, with the cursors of lists. */
function askOf(world: World, { name, expected, label }: Call, isMutation: boolean): string {
  const type = isMutation ? schema.getMutationType() : schema.getQueryType();
  const field = type?.getFields()[name];
  const target = field && targetOf(field);
  const selection = field && target ? into(field, allOf(target, label, isMutation ? 0 : 1)) : '';
  const { source } = sealVersions(wrapped(`${expected.ask(world, label)} ${selection}`, isMutation), {});
  return source.replaceAll('pageInfo { hasNextPage }', cursors);
}

interface Call {
  readonly name: string;
  readonly expected: ExpectedOperation;
  readonly label: CallerLabel;
}

/** Every operation with everybody whom it is for. */
const everyCall = (
  operations: Readonly<Record<string, ExpectedOperation>>,
  letters: readonly CallerLabel[] = callerLabels,
): Call[] =>
  Object.entries(operations).flatMap(([name, expected]) =>
    letters
      .filter((label) => expected.who.includes(label) && expected.upload !== true)
      .map((label) => ({ name, expected, label })),
  );

/** The files that an answer leads to, as one text; empty for none. */
async function filesOf(answer: string): Promise<string> {
  const files = Array.from(answer.matchAll(/\/downloads\/([\w-]+)/g), async ([, token = '']) => {
    const file = await reports.downloads.find(token);
    return file ? textOf(file.stream) : '';
  });
  return (await Promise.all(files)).join('\n');
}

/** The answers of these operations, by name and caller, and what of them shows a number of a sequence. */
async function ask(calls: readonly Call[], isMutation: boolean) {
  const answers = new Map<string, string>();
  const leaks = new Map<string, string>();
  for (const call of calls) {
    const name = `${call.name} by ${call.label}`;
    const text = JSON.stringify(await send(call.label, askOf(home, call, isMutation)));
    const leak = found(`${text}\n${await filesOf(text)}`);
    answers.set(name, timeless(text));
    if (leak !== undefined) {
      leaks.set(name, leak);
    }
  }
  return { answers, leaks };
}

/** What is only about when it was asked. */
const timeless = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'then');

it('no answer shows a number that all orgs move, and what happens in another org changes none', async () => {
  const insiders = everyCall(expectedQueries, ['I', 'G']);
  const others = everyCall(expectedQueries, ['R', 'L', 'M', 'C', 'A']);
  const names = Object.keys(expectedQueries);
  const dealt = others.filter((call) =>
    someOf(
      others.filter(({ name }) => name === call.name),
      names.indexOf(call.name),
    ).includes(call),
  );
  const { answers: before, leaks } = await ask([...insiders, ...dealt], false);

  expect([...leaks]).toEqual([]);
  expect(before.get('cardEvents by I')).toContain('"endCursor":"');

  const strangers = new Map([
    ['R', await atHome('R', abroad)],
    ['G', await atHome('G', abroad)],
  ]);
  for (const call of everyCall(expectedMutations, ['R', 'G'])) {
    await strangers.get(call.label)?.run(askOf(abroad, call, true));
  }

  const { answers: after } = await ask(insiders, false);
  for (const [name, answer] of after) {
    expect(answer, name).toBe(before.get(name));
  }
}, 120_000);

it('no change that is made or refused shows one either: no new record, no conflict, no file', async () => {
  const { answers, leaks } = await ask(everyCall(expectedMutations), true);

  expect([...leaks]).toEqual([]);
  expect([...answers.values()].filter((answer) => answer.includes('"code":"Conflict"')).length).toBeGreaterThan(10);
  expect([...answers.values()].filter((answer) => answer.includes('"url":"/downloads/')).length).toBeGreaterThan(0);
});

it('the version of a list moves by what its own org does', async () => {
  const wanted = async () => {
    const { rows } = await asSystem((tx) =>
      sql<{
        version: string;
      }>`select version from grant_list where container_group_id = ${home.containerGroup.id}`.execute(tx),
    );
    return BigInt(rows[0]?.version ?? 0);
  };
  /** The card of a world leaves its list, or comes back to it. */
  const move = ({ card }: World, status: 'blocked' | 'normal') =>
    asSystem((tx) => tx.updateTable('card').set({ status }).where('id', '=', card.id).execute());
  const spare = { home: await aWorld('Egret'), abroad: await aWorld('Bittern') };
  home = spare.home;
  const first = await wanted();

  for (const status of ['blocked', 'normal', 'blocked', 'normal'] as const) {
    await move(spare.abroad, status);
  }
  await move(spare.home, 'blocked');

  expect(await wanted()).toBe(first + 1n);
});
