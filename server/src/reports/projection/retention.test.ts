import { randomUUID } from 'node:crypto';
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

it('the projection holds nothing that has been forgotten: neither who opened, nor months that are gone', async () => {
  const [brief, thorough] = [await anOrg(), await anOrg()];
  const [card_id, apartment_id] = [randomUUID(), randomUUID()];
  const events = (org_id: string) =>
    [1_300, 500, 100, 10].map((days) => ({ org_id, occurred_at: daysAgo(days), litres: days, card_id, apartment_id }));
  await givenEvents([...events(brief.id), ...events(thorough.id)]);
  await asSystem((tx) =>
    tx.updateTable('org_settings').set({ event_retention_months: 12 }).where('org_id', '=', brief.id).execute(),
  );
  expect(await held(brief.id)).toHaveLength(4);

  await forgetDue(db);

  const named = [10, card_id, apartment_id];
  expect(await held(brief.id)).toEqual([named, [100, null, null]]);
  expect(await held(thorough.id)).toEqual([named, [100, null, null], [500, null, null]]);
});
