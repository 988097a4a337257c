import { afterAll, expect, it } from 'vitest';
import { makeDatabase } from '../testing/databases.ts';
import { runServer } from '../testing/running-server.fixture.ts';
import { Caller } from './caller.fixture.ts';
import { Import, listOf } from './import.fixture.ts';

interface Told {
  readonly state: string;
  readonly done?: number;
  readonly progress?: { readonly done: number; readonly total: number; readonly secondsLeft: number | null } | null;
}

const database = await makeDatabase('empty');
const settings = { DEMO: '1', LOG_LEVEL: 'warn', PUBLIC_URL: 'http://localhost:1' };
const [working, watched] = await Promise.all([runServer(database.url, settings), runServer(database.url, settings)]);
afterAll(async () => {
  await Promise.all([working.remove(), watched.remove()]);
  await database.drop();
});

const [here, there] = [working, watched].map(({ origin }) => Caller.person(origin, 'root@noa.test')) as [
  Caller,
  Caller,
];

/** Everything that a subscription tells until it ends. */
async function followAll(caller: Caller, field: string, query: string): Promise<Told[]> {
  const response = await caller.fetch('/graphql', {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query: `subscription { ${query} }` }),
  });
  const text = await response.text();
  return [...text.matchAll(/^data: (\{.+)$/gm)].map(
    ([, data = '']) => (JSON.parse(data) as { data: Record<string, Told> }).data[field] as Told,
  );
}

const neverBack = (counts: readonly number[]) => counts.every((count, index) => count >= (counts[index - 1] ?? 0));

it('an import that one server applies is followed at another: how far it is, the time left, and its end', async () => {
  const job = await Import.start(here, listOf('Str. Urmărită', 400, 100));
  await job.check();
  const following = followAll(
    there,
    'importJobChanged',
    `importJobChanged(id: "${job.id}") { state progress { done total secondsLeft } }`,
  );
  await job.apply();

  const told = await following;
  const running = told.flatMap(({ progress }) => progress ?? []);
  expect(told.at(-1)).toMatchObject({ state: 'applied', progress: null });
  expect(running.length).toBeGreaterThan(1);
  expect(running.every(({ total }) => total === 400)).toBe(true);
  expect(neverBack(running.map(({ done }) => done))).toBe(true);
  expect(running.some(({ secondsLeft }) => secondsLeft !== null)).toBe(true);
});

it('an import that is stopped at one server ends at once for whoever follows it at another', async () => {
  const job = await Import.start(here, listOf('Str. Oprită', 400, 100));
  await job.check();
  const following = followAll(there, 'importJobChanged', `importJobChanged(id: "${job.id}") { state }`);
  await job.begin();
  await job.until(['applied'], 0.2);
  await job.of(there).cancel();

  expect((await following).at(-1)).toEqual({ state: 'cancelled' });
});

it('a bulk job is followed at any server, step by step, until it is done', async () => {
  const { startBulkJob } = await here.ask<{ startBulkJob: { id: string; total: number } }>(
    'mutation ($input: BulkJobInput!) { startBulkJob(input: $input) { id total } }',
    { input: { action: 'block_cards', filter: { card: {} } } },
  );
  const told = await followAll(there, 'bulkJobChanged', `bulkJobChanged(id: "${startBulkJob.id}") { state done }`);

  expect(told.at(-1)).toEqual({ state: 'done', done: startBulkJob.total });
  expect(neverBack(told.map(({ done = 0 }) => done))).toBe(true);
});
