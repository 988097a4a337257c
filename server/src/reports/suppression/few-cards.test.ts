import { expect, it } from 'vitest';
import { aCard, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';
import { always, AskReport, givenEvents } from '../testing/events.ts';

/** How many apartments hold a card of a kind and a status, and how many of these were never used. */
const groups = [
  { kind: 'physical', status: 'normal', held: 9, unused: 4 },
  { kind: 'virtual', status: 'normal', held: 6, unused: 3 },
  { kind: 'virtual', status: 'blocked', held: 2, unused: 1 },
] as const;

/** A town that keeps who opened, in which some of each group's cards were never used. */
async function aTown() {
  const { id: org_id } = await anOrg();
  const entrance = await anEntrance({ org_id });
  for (const { kind, status, held, unused } of groups) {
    for (let index = 0; index < held; index += 1) {
      const { id } = await aCard({ org_id, apartment: await anApartment({ org_id, entrance_id: entrance.id }) });
      await asSystem((tx) => tx.updateTable('card').set({ kind, status }).where('id', '=', id).execute());
      if (index >= unused) {
        await givenEvents([{ org_id, kind: 'full_use', card_id: id }]);
      }
    }
  }
  const as = (role: 'local_reporter' | 'local_implementer') => signIn([role], { orgIds: [org_id] });
  return { reporter: await as('local_reporter'), implementer: await as('local_implementer') };
}

const { reporter, implementer } = await aTown();

async function neverUsed(caller: Caller, groupBy: readonly string[], filters: readonly object[] = []) {
  const input = { ...always, groupBy, metrics: ['never_used_count', 'card_count'], filters };
  const { data, errors } = await caller.run(AskReport, { name: 'card-lifecycle', input });
  expect(errors).toBeUndefined();
  return { rows: data.report.rows as unknown[][], totals: data.report.totals as unknown[] };
}

it('who may not learn who opened is told of no few cards whether they were used, nor by the difference of two questions', async () => {
  expect((await neverUsed(reporter, ['card_kind', 'card_status'])).rows).toEqual([
    ['physical', 'normal', 4, 9],
    ['virtual', 'blocked', null, 2],
    ['virtual', 'normal', null, 6],
  ]);
  expect((await neverUsed(reporter, ['card_kind'])).rows).toEqual([
    ['physical', 4, 9],
    ['virtual', null, 8],
  ]);
  expect((await neverUsed(reporter, ['card_status'])).rows).toEqual([
    ['blocked', null, 2],
    ['normal', null, 15],
  ]);
  const blocked = [{ field: 'card_status', operator: 'eq', value: 'blocked' }];
  expect((await neverUsed(reporter, [], blocked)).rows).toEqual([[null, 2]]);
  expect((await neverUsed(reporter, [])).rows).toEqual([[8, 17]]);
});

it('who may is told of all', async () => {
  const { rows, totals } = await neverUsed(implementer, ['card_kind', 'card_status']);

  expect(rows).toEqual([
    ['physical', 'normal', 4, 9],
    ['virtual', 'blocked', 1, 2],
    ['virtual', 'normal', 3, 6],
  ]);
  expect(totals).toEqual([null, null, 8, 17]);
});

it('a run that is kept by who may is not told to who may not', async () => {
  const Keep = `mutation ($input: ReportInput!) { keepReport(name: "card-lifecycle", title: "Carduri", input: $input) { id } }`;
  const keep = async (metrics: readonly string[]) => {
    const { data, errors } = await implementer.run(Keep, { input: { ...always, groupBy: ['card_kind'], metrics } });
    expect(errors).toBeUndefined();
    return data.keepReport.id as string;
  };
  const read = async (id: string) =>
    (await reporter.run('query ($id: ID!) { keptReport(id: $id) { title } }', { id })).errors?.[0]?.code;

  expect(await read(await keep(['never_used_count']))).toBe('NotFound');
  expect(await read(await keep(['card_count']))).toBeUndefined();
});
