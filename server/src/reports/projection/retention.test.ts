import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { forgetDue } from '../../telemetry/retention/retention.ts';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, db } from '../../testing/harness.ts';
import { givenEvents, reports } from '../testing/events.ts';
import { byIds } from './held-events.fixture.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const held = async (orgId: string) => {
  await reports.projection.refresh();
  return reports.projection.query(
    `select litres, card_id::varchar, apartment_id::varchar from ${await byIds(reports.projection, 'card_event')}
    where org_id = $1::uuid order by litres`,
    [orgId],
  );
};

const keepsMonths = (orgId: string, event_retention_months: number) =>
  asSystem((tx) =>
    tx.updateTable('org_settings').set({ event_retention_months }).where('org_id', '=', orgId).execute(),
  );

const forgetEvents = (orgId: string, most: number) =>
  asSystem((tx) => sql`select forget_events(${orgId}, ${most})`.execute(tx));

const heldDays = async (orgId: string) => (await held(orgId)).map(([days]) => days);

it('the projection holds nothing that has been forgotten: neither who opened, nor months that are gone', async () => {
  const [brief, thorough] = [await anOrg(), await anOrg()];
  const [card_id, apartment_id] = [randomUUID(), randomUUID()];
  const events = (org_id: string) =>
    [1_300, 500, 100, 10].map((days) => ({ org_id, occurred_at: daysAgo(days), litres: days, card_id, apartment_id }));
  await givenEvents([...events(brief.id), ...events(thorough.id)]);
  await keepsMonths(brief.id, 12);
  expect(await held(brief.id)).toHaveLength(4);

  await forgetDue(db);

  const named = [10, card_id, apartment_id];
  expect(await held(brief.id)).toEqual([named, [100, null, null]]);
  expect(await held(thorough.id)).toEqual([named, [100, null, null], [500, null, null]]);
});

it('the projection holds none of the events that are deleted in batches, when it is refreshed between them', async () => {
  const { id: org_id } = await anOrg();
  await givenEvents([900, 800, 700, 10].map((days) => ({ org_id, occurred_at: daysAgo(days), litres: days })));
  await keepsMonths(org_id, 12);
  expect(await heldDays(org_id)).toHaveLength(4);

  await forgetEvents(org_id, 1);
  await held(org_id);
  await forgetEvents(org_id, 100);

  expect(await heldDays(org_id)).toEqual([10]);
});

it('the projection holds no late event that is deleted where the org kept its events for less time before', async () => {
  const { id: org_id } = await anOrg();
  await givenEvents([900, 10].map((days) => ({ org_id, occurred_at: daysAgo(days), litres: days })));
  await keepsMonths(org_id, 12);
  await forgetEvents(org_id, 100);
  await keepsMonths(org_id, 36);
  await givenEvents([850, 600].map((days) => ({ org_id, occurred_at: daysAgo(days), litres: days })));
  expect(await heldDays(org_id)).toEqual([10, 600, 850]);

  await keepsMonths(org_id, 24);
  await forgetEvents(org_id, 100);

  expect(await heldDays(org_id)).toEqual([10, 600]);
});

it('the projection holds none of the events that went with a month that no org keeps', async () => {
  const { id: org_id } = await anOrg();
  await givenEvents([1_300, 10].map((days) => ({ org_id, occurred_at: daysAgo(days), litres: days })));
  expect(await heldDays(org_id)).toEqual([10, 1_300]);

  await asSystem((tx) => sql`select drop_forgotten_months()`.execute(tx));

  expect(await heldDays(org_id)).toEqual([10]);
});
