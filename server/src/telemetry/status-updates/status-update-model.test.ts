import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { rounds } from '../../testing/rounds.ts';
import { asSystem, signIn, signInGateway } from '../../testing/harness.ts';

const Record = `mutation ($updates: [StatusUpdateInput!]!) {
  recordStatusUpdates(updates: $updates) { results { outcome reason } }
}`;
const Create = 'mutation ($input: CreateStatusUpdateInput!) { createStatusUpdate(input: $input) { id } }';

const kinds = ['battery_life_pct', 'fill_level_pct'] as const;

/** What somebody tells: a lock under one of two boots, or a technician. Moments are few, so that some are equal. */
const told = fc.record({
  container: fc.nat({ max: 1 }),
  kind: fc.constantFrom(...kinds),
  value: fc.nat({ max: 100 }),
  minutesAgo: fc.nat({ max: 5 }),
});
const batch = fc.record({ boot: fc.nat({ max: 1 }), updates: fc.array(told, { minLength: 1, maxLength: 8 }) });
const round = fc.oneof({ weight: 3, arbitrary: batch }, { weight: 1, arbitrary: told });

/** Readings, the moments since when they are bad, and summaries that are not what the updates come to: none. */
const differences = (orgId: string) =>
  asSystem((tx) =>
    sql<{ difference: string }>`
      with newest as (
        select distinct on (container_id, kind) container_id, kind, level, value, occurred_at, id
        from status_update where org_id = ${orgId} order by container_id, kind, occurred_at desc, id desc),
      other as (
        select n.container_id, n.kind,
          array_agg(u.occurred_at order by u.occurred_at desc, u.id desc) as ats,
          array_agg(u.id order by u.occurred_at desc, u.id desc) as ids
        from newest n join status_update u on u.org_id = ${orgId} and u.container_id = n.container_id and u.kind = n.kind
          and u.level <> n.level
        group by 1, 2),
      began as (
        select n.container_id, n.kind, min(u.occurred_at) as since
        from newest n join status_update u on u.org_id = ${orgId} and u.container_id = n.container_id and u.kind = n.kind
        left join other o on o.container_id = n.container_id and o.kind = n.kind
        where n.level in ('error', 'warning') and (o.kind is null or (u.occurred_at, u.id) > (o.ats[1], o.ids[1]))
        group by 1, 2),
      summary as (
        select container_id, max(occurred_at) filter (where level = 'error') as error_at,
          max(occurred_at) filter (where level = 'warning') as warning_at,
          max(occurred_at) filter (where level = 'ok') as ok_at
        from newest group by 1)
      select 'reading of ' || kind as difference from newest n
      full join (select * from container_status where org_id = ${orgId}) s using (container_id, kind)
      where (n.level, n.value, n.occurred_at, n.id) is distinct from (s.level, s.value, s.occurred_at, s.status_update_id)
      union all
      select 'since of ' || kind from container_status s
      left join began b using (container_id, kind)
      where s.org_id = ${orgId} and b.since is distinct from s.since
      union all
      select 'summary' from summary n
      full join (select * from container_status_summary where org_id = ${orgId}) s using (container_id)
      where (n.error_at, n.warning_at, n.ok_at) is distinct from (s.error_at, s.warning_at, s.ok_at)
      union all
      select 'fill level' from container c
      left join newest n on n.container_id = c.id and n.kind = 'fill_level_pct'
      where c.org_id = ${orgId} and c.fill_level_key <> coalesce(n.value::float8, -1)`.execute(tx),
  ).then(({ rows }) => rows);

it('whoever tells what at the same time, the status is the newest of each kind, since its run began, and the summary follows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 10 }), async (rounds) => {
      const org = await anOrg();
      const containers = [(await aContainer({ org_id: org.id })).id, (await aContainer({ org_id: org.id })).id];
      const gateway = await signInGateway([org.id]);
      const technician = await signIn(['container_admin'], { orgIds: [org.id] });
      const began = Date.now();
      const update = ({
        container,
        kind,
        value,
        minutesAgo,
      }: typeof told extends fc.Arbitrary<infer T> ? T : never) => ({
        containerId: containers[container],
        kind,
        value: String(value),
        at: new Date(began - minutesAgo * 60_000).toISOString(),
      });
      let numbers = 0;

      const answers = await Promise.all(
        rounds.map((each) =>
          'updates' in each
            ? gateway.run(Record, {
                updates: each.updates.map((one) => ({
                  ...update(one),
                  bootNumber: each.boot,
                  updateNumber: ++numbers,
                })),
              })
            : technician.run(Create, { input: update(each) }),
        ),
      );

      expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([]);
      expect(await differences(org.id)).toEqual([]);
    }),
    { numRuns: rounds(12, 100) },
  );
});
