import { describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem, signIn } from '../../testing/harness.ts';

/** The period on which each report opens for who administers some orgs, of which each keeps for so many days who opened. */
async function opensOn(identityDays: readonly number[], lastMonth?: { countedFrom: string }) {
  const orgs = await Promise.all(identityDays.map(() => anOrg()));
  for (const [index, { id }] of orgs.entries()) {
    const identity_days = identityDays[index] as number;
    await asSystem((tx) => tx.updateTable('org_settings').set({ identity_days }).where('org_id', '=', id).execute());
    if (lastMonth) {
      await asOwner(`
        insert into counted_month (org_id, month, starts, ends)
        select o.id, m, m at time zone o.time_zone, (m + interval '1 month') at time zone o.time_zone
        from org o, lateral (select date_trunc('month', now() at time zone o.time_zone) - interval '1 month') of (m)
        where o.id = '${id}';
        insert into event_forgetting (org_id, uses_counted_from)
        select org_id, starts + interval '${lastMonth.countedFrom}' from counted_month where org_id = '${id}'
        on conflict (org_id) do update set uses_counted_from = excluded.uses_counted_from`);
    }
  }
  const caller = await signIn(['local_implementer'], { orgIds: orgs.map(({ id }) => id) });
  const { data, errors } = await caller.run('{ reports { name opensOn } }', {});
  expect(errors).toBeUndefined();
  const reports: { name: string; opensOn: string }[] = data.reports;
  return Object.fromEntries(reports.map((report) => [report.name, report.opensOn]));
}

describe('the period a report opens on', () => {
  const whole = { countedFrom: '0 days' };
  it.each([
    ['is of thirty days where who opened is kept for as long', [90, 30], undefined, 'last_30_days'],
    ['is the month that runs where it is not kept, as no month was counted yet', [0], undefined, 'this_month'],
    ['is the last month where that was counted', [0], whole, 'last_month'],
    ['is the month that runs where the last was counted in part', [0], { countedFrom: '1 day' }, 'this_month'],
    ['is told of months where it is kept for less than thirty days', [29], whole, 'last_month'],
    ['is told of months where one of several orgs does not keep it', [90, 0], whole, 'last_month'],
  ] as const)('%s', async (_what, identityDays, lastMonth, period) => {
    const opening = await opensOn(identityDays, lastMonth);

    expect(opening['participation']).toBe(period);
    expect(opening['dormant-apartments']).toBe(period);
    expect([opening['usage'], opening['fleet-health'], opening['emptyings']]).toEqual([
      'last_month',
      'this_month',
      'last_30_days',
    ]);
  });
});
