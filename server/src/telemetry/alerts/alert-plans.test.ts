import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { alertConditions } from '@noa/domain/alert.ts';
import { aContainer, aContainerGroup, anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem } from '../../testing/harness.ts';
import { stepsOf, watchPlans } from '../../testing/plans.ts';
import { rounds } from '../../testing/rounds.ts';
import { evaluateAll, minutesAfter } from './alert.fixture.ts';
import { storeYoung } from '../../testing/stored-events.ts';

await watchPlans();

/** Containers of an org that are all well, with readings of a week; one stands in a group, and is copied. */
async function wellContainers(orgId: string, count: number): Promise<void> {
  const group = await aContainerGroup({ org_id: orgId });
  const { id } = await aContainer({ org_id: orgId, container_group_id: group.id });
  await asSystem(async (tx) => {
    await sql`
      insert into container (org_id, container_group_id, serial_number, waste_stream, size_litres, volume_control_litres, access_mode,
        fill_level_key)
      select org_id, container_group_id, 'W-' || n, waste_stream, size_litres, volume_control_litres, access_mode, 40
      from container, generate_series(1, ${count}) n where id = ${id}`.execute(tx);
    await sql`
      insert into container_status_summary (org_id, container_id, heard_at, ok_at)
      select org_id, id, now(), now() from container where org_id = ${orgId} on conflict do nothing`.execute(tx);
    await sql`
      insert into container_status (org_id, container_id, kind, level, value, occurred_at, status_update_id)
      select org_id, id, kind, 'ok', '40', now(), 1 from container, unnest(array['battery_life_pct', 'fill_level_pct']) kind
      where org_id = ${orgId}`.execute(tx);
    for (const condition of alertConditions) {
      await sql`
        insert into alert_rule (org_id, name, condition, reading_kind, level, threshold, minutes, recipients, locale, escalate_to)
        values (${orgId}, ${condition}, ${condition}, 'battery_life_pct', 'error', ${condition === 'unusual' ? 200 : 90}, 60,
          '{ana@noa.test}', 'ro', '{}')`.execute(tx);
    }
  });
}

it('what a rule costs does not follow from how many containers are well', async () => {
  const { id: orgId } = await anOrg();
  await wellContainers(orgId, rounds(1_000, 3_000));
  await asOwner('analyze container, container_status, container_status_summary, alert_rule, incident');

  const steps = await stepsOf(() => evaluateAll(new Date(Date.now() + 1_000)));

  const worst = [...steps].map(([text, { steps: looked }]) => [looked, text] as const).toSorted(([a], [b]) => b - a)[0];
  expect(worst?.[0], worst?.[1]).toBeLessThan(200);
});

/** Openings of one island, evenly over the weeks before a moment. */
const openings = (orgId: string, until: Date, weeks: number, count: number): Promise<void> =>
  asSystem(async (tx) => {
    await storeYoung(
      tx,
      ['org_id', 'container_id', 'boot_number', 'event_number', 'kind', 'occurred_at', 'apartment_id'],
      sql`
        select org_id, id as container_id, 0 as boot_number, n as event_number, 'full_use' as kind,
          ${until}::timestamptz - n * make_interval(secs => ${(weeks * 604_800) / count}) as occurred_at, new_id() as apartment_id
        from generate_series(1, ${count}::int) n, (select org_id, id from container where org_id = ${orgId} limit 1) k`,
    );
  });

it('what it costs to find more openings than usual does not follow from how many rules do, nor from how often rules are looked at', async () => {
  await asSystem((tx) => sql`delete from alert_rule`.execute(tx));
  const { id: orgId } = await anOrg();
  const now = new Date(Math.ceil(Date.now() / 900_000) * 900_000 + 1_000); // a quarter of an hour has just begun
  await wellContainers(orgId, 30);
  await openings(orgId, now, 6, 2_000);
  await asOwner('vacuum analyze stored_event, event_identity', 'analyze container');
  await asSystem((tx) =>
    sql`
      insert into alert_rule (org_id, name, condition, threshold, minutes, recipients, locale, escalate_to)
      select ${orgId}, 'Reg ' || n, 'unusual', 110 + n, 60, '{ana@noa.test}', 'ro', '{}' from generate_series(1, 20) n`.execute(
      tx,
    ),
  );
  const countings = async (at: Date) => {
    const steps = await stepsOf(() => evaluateAll(at));
    return [...steps].filter(([text]) => text.includes('counted as')).map(([, { runs }]) => runs);
  };

  expect(await countings(now)).toEqual([1]);
  expect(await countings(minutesAfter(now, 1))).toEqual([]);
  expect(await countings(minutesAfter(now, 14))).toEqual([]);
  expect(await countings(minutesAfter(now, 15))).toEqual([1]);
});

it('what it costs to find more openings than usual follows from five hours, not from the weeks between them', async () => {
  await asSystem((tx) => sql`delete from alert_rule`.execute(tx)); // looked at ahead of this moment
  const { id: orgId } = await anOrg();
  const now = new Date(Date.now() + 1_000);
  await wellContainers(orgId, 300);
  const [weeks, count] = [10, 20_000];
  await openings(orgId, now, weeks, count);
  await asOwner('vacuum analyze stored_event, event_identity', 'analyze container');
  const inFiveHours = (5 * count) / (weeks * 168);

  const steps = await stepsOf(() => evaluateAll(now));

  const [text, found] = [...steps].find(([each]) => each.includes('counted as')) ?? [];
  // The containers of the org and their numbers are read once, however many events there are.
  expect(found?.steps, `${text}\n${found?.plan}`).toBeLessThan(12 * inFiveHours + 2 * 400);
});
