import { expect, it } from 'vitest';
import { reportMetrics } from '@noa/domain/reporting/report.ts';
import { aCard, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { listReports } from '../catalogue.ts';
import { needsWho } from '../query/metrics.ts';
import { givenEvents } from '../testing/events.ts';
import { aCardSince, ago, forgetWho, knownFromBetween } from '../testing/forgetting.ts';

const Ask = /* GraphQL */ `
  query ($name: String!, $input: ReportInput!) {
    report(name: $name, input: $input) {
      rows
      totals
      whoKnownFrom
    }
  }
`;

const Records = /* GraphQL */ `
  query ($name: String!, $input: ReportInput!, $metric: ReportMetric!) {
    reportRecords(name: $name, input: $input, cell: [], metric: $metric) {
      recordCount
    }
  }
`;

const period = { from: ago(30).toISOString(), to: new Date(Date.now() + 3_600_000).toISOString() };

/** Six apartments with a card each, that used a container twenty days ago; a seventh card is there for sixty. */
async function aTown() {
  const { id: org_id } = await anOrg();
  const entrance = await anEntrance({ org_id });
  for (let index = 0; index < 6; index += 1) {
    const apartment = await anApartment({ org_id, entrance_id: entrance.id });
    const card = await aCard({ org_id, apartment });
    const who = { card_id: card.id, apartment_id: apartment.id, entrance_id: entrance.id };
    await givenEvents([{ org_id, kind: 'full_use', occurred_at: ago(20), ...who }]);
  }
  await aCardSince(org_id, ago(60));
  const caller = await signIn(['local_implementer'], { orgIds: [org_id] });
  const ask = async (name: string, metrics: readonly string[], given: object = {}) => {
    const { data, errors } = await caller.run(Ask, { name, input: { ...period, groupBy: ['org'], metrics, ...given } });
    expect(errors).toBeUndefined();
    const { rows, totals, whoKnownFrom } = data.report;
    return { rows: rows.map((row: unknown[]) => row.slice(1)), totals: totals.slice(1), whoKnownFrom };
  };
  return { org_id, caller, ask };
}

const needing = listReports().flatMap(({ name, metrics }) =>
  metrics.filter(needsWho).map((metric) => [name, metric] as const),
);

it('every metric that needs who is of a report, and those that are known to need it are found', () => {
  expect(new Set(needing.map(([, metric]) => metric))).toEqual(new Set(reportMetrics.filter(needsWho)));
  expect(needing.map(([, metric]) => metric)).toEqual(
    expect.arrayContaining(['participating_count', 'participating_pct', 'dormant_apartment_count', 'never_used_count']),
  );
});

it('figures that need who opened are empty where it is forgotten, and say from which day on it is known', async () => {
  const { org_id, ask } = await aTown();
  for (const [name, metric] of needing) {
    const { totals, whoKnownFrom } = await ask(name, [metric]);
    expect([typeof totals[0], whoKnownFrom], metric).toEqual(['number', null]);
  }

  await forgetWho(org_id, 10);

  for (const [name, metric] of needing) {
    const { rows, totals, whoKnownFrom } = await ask(name, [metric]);
    expect(
      [...rows.flat(), ...totals].every((cell) => cell === null),
      metric,
    ).toBe(true);
    expect(Date.parse(whoKnownFrom), metric).toBeGreaterThan(knownFromBetween(10)[0].getTime());
    expect(Date.parse(whoKnownFrom), metric).toBeLessThan(knownFromBetween(10)[1].getTime());
  }
});

it('the other figures beside them are told, and so is everything from that day on', async () => {
  const { org_id, ask } = await aTown();
  const metrics = ['participating_count', 'card_apartment_count', 'participating_pct'];
  expect(await ask('participation', metrics)).toEqual({ rows: [[6, 6, 100]], totals: [6, 6, 100], whoKnownFrom: null });

  await forgetWho(org_id, 10);

  const { rows, whoKnownFrom } = await ask('participation', metrics);
  expect(rows).toEqual([[null, 6, null]]);
  expect(await ask('participation', metrics, { from: whoKnownFrom })).toMatchObject({
    rows: [[0, 6, 0]],
    whoKnownFrom: null,
  });
  expect(await ask('participation', ['card_apartment_count'])).toMatchObject({ rows: [[6]], whoKnownFrom: null });
});

it('who opened is not known of months of which the events are gone', async () => {
  const { org_id, ask } = await aTown();
  await givenEvents([{ org_id, occurred_at: ago(85) }]);
  await asSystem((tx) =>
    tx.updateTable('org_settings').set({ event_retention_months: 1 }).where('org_id', '=', org_id).execute(),
  );

  await forgetWho(org_id, 90);

  expect((await ask('participation', ['participating_count'], { from: ago(86).toISOString() })).totals).toEqual([null]);
  expect((await ask('participation', ['participating_count'])).totals).toEqual([6]);
});

it('who opened is not known of what came so late that it was stored without, though nothing else was lost', async () => {
  const { org_id, ask } = await aTown();
  await givenEvents([{ org_id, kind: 'full_use', occurred_at: ago(100), anonymous: true }]);

  await forgetWho(org_id, 90);

  expect((await ask('participation', ['participating_count'], { from: ago(101).toISOString() })).totals).toEqual([
    null,
  ]);
  expect((await ask('participation', ['participating_count'])).totals).toEqual([6]);
});

it('a longer term brings nobody back', async () => {
  const { org_id, ask } = await aTown();
  await forgetWho(org_id, 10);

  await forgetWho(org_id, 90);

  expect((await ask('participation', ['participating_count'])).totals).toEqual([null]);
});

it('an org that has lost nobody is told of any period, and not by what another org has lost', async () => {
  const [lost, whole] = [await aTown(), await aTown()];
  await forgetWho(lost.org_id, 10);
  const both = await signIn(['local_implementer'], { orgIds: [lost.org_id, whole.org_id] });
  const of = async (org: string) => {
    const filters = [{ field: 'org', operator: 'eq', value: org }];
    const input = { ...period, groupBy: ['org'], metrics: ['participating_count'], filters };
    return (await both.run(Ask, { name: 'participation', input })).data.report.totals[1];
  };

  expect(await whole.ask('participation', ['participating_count'], { from: ago(400).toISOString() })).toMatchObject({
    totals: [6],
  });
  expect([await of(whole.org_id), await of(lost.org_id)]).toEqual([6, null]);
  expect(await of(lost.org_id.toUpperCase())).toBeNull();
});

it('an org that has nothing yet, and would not say who opened, takes nothing from the figures of others', async () => {
  const { org_id } = await aTown();
  const { id: empty } = await anOrg();
  await forgetWho(empty, 0);
  const both = await signIn(['local_implementer'], { orgIds: [org_id, empty] });

  for (const [name, metric] of needing) {
    const input = { ...period, groupBy: [], metrics: [metric] };
    const { totals, whoKnownFrom } = (await both.run(Ask, { name, input })).data.report;
    expect([typeof totals[0], whoKnownFrom], metric).toEqual(['number', null]);
  }
  const byCard = { ...period, groupBy: ['card'], metrics: ['event_count'] };
  expect((await both.run(Ask, { name: 'usage', input: byCard })).data.report.whoKnownFrom).toBeNull();
});

it('of orgs that are asked together, those that know who opened are told, and no sum with those that do not', async () => {
  const [lost, whole] = [await aTown(), await aTown()];
  await forgetWho(lost.org_id, 10);
  const both = await signIn(['local_implementer'], { orgIds: [lost.org_id, whole.org_id] });

  for (const [name, metric] of needing) {
    const ask = async (groupBy: readonly string[]) =>
      (await both.run(Ask, { name, input: { ...period, groupBy, metrics: [metric] } })).data.report;
    const alone = (await whole.ask(name, [metric])).totals[0];

    const { rows, totals, whoKnownFrom } = await ask(['org']);
    const figures = new Map(rows);
    expect([figures.get(whole.org_id) ?? 0, figures.get(lost.org_id) ?? null, totals[1]], metric).toEqual([
      alone,
      null,
      null,
    ]);
    expect(Date.parse(whoKnownFrom), metric).toBeGreaterThan(knownFromBetween(10)[0].getTime());
    expect((await ask([])).totals, metric).toEqual([null]);
  }
});

it('events that stand under none as it is forgotten whose they were are told so, and no others', async () => {
  const { org_id, ask } = await aTown();
  await forgetWho(org_id, 10);
  const byCard = { groupBy: ['org', 'card'] };
  const isTold = async (given: object, metrics = ['event_count']) =>
    (await ask('usage', metrics, given)).whoKnownFrom !== null;

  const { rows, whoKnownFrom } = await ask('usage', ['event_count'], byCard);
  expect(rows).toEqual([[null, 6]]);
  expect(Date.parse(whoKnownFrom)).toBeGreaterThan(knownFromBetween(10)[0].getTime());
  expect(await isTold({ groupBy: ['org', 'apartment'] })).toBe(true);
  expect(await isTold({ filters: [{ field: 'card', operator: 'eq', value: null }] })).toBe(true);

  expect(await isTold({})).toBe(false);
  expect(await isTold({ groupBy: ['org', 'entrance'] })).toBe(false);
  expect(await isTold({ ...byCard, from: whoKnownFrom })).toBe(false);
});

it('a kept run says it as well', async () => {
  const { org_id, caller } = await aTown();
  await forgetWho(org_id, 10);

  const { data } = await caller.run(
    'mutation ($input: ReportInput!) { keepReport(name: "participation", input: $input, title: "Lună") { content } }',
    { input: { ...period, groupBy: [], metrics: ['participating_pct'] } },
  );

  const content = JSON.parse(data.keepReport.content);
  expect(content.rows).toEqual([[null]]);
  expect(Date.parse(content.whoKnownFrom)).toBeGreaterThan(knownFromBetween(10)[0].getTime());
});

it('of such a figure there are no records to be listed', async () => {
  const { org_id, caller } = await aTown();
  const input = { ...period, groupBy: [], metrics: ['dormant_apartment_count'] };
  const file = { report: 'dormant-apartments', format: 'CSV', records: true, input };
  await forgetWho(org_id, 10);

  const listed = await caller.run(Records, { name: file.report, input, metric: 'dormant_apartment_count' });
  const exported = await caller.run('mutation ($input: ExportInput!) { createExport(input: $input) { url } }', {
    input: file,
  });

  const refusal = [{ code: 'ValidationFailed', fields: { from: 'report.pastIdentity' } }];
  expect(listed.errors).toMatchObject(refusal);
  expect(exported.errors).toMatchObject(refusal);
});
