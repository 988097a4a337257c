import { expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asOwner, signIn } from '../../testing/harness.ts';
import { stepsOf, watchPlans } from '../../testing/plans.ts';

const Worst = `{ containerStatuses(filter: { level: error }, sort: [{ field: since, direction: asc }]) { nodes { id since } } }`;
const Unknown = `{ containerStatuses(filter: { unknown: true }) { nodes { id } totalCount } }`;

/** Containers of other orgs, all of them well: no org has so many of all that PostgreSQL, as it is set, would rather read them through. */
const others = 3_000;
const otherOrgs = 10;

/** As many more like the one there is. */
const multiply = (orgId: string, count: number) => [
  'alter table container disable trigger user',
  `do $$ declare columns text; given text; begin
    select string_agg(quote_ident(attname), ','), string_agg(case attname when 'id' then 'gen_random_uuid()'
        when 'serial_number' then '''S'' || n' when 'row_id' then 'row_id * 1000000 + n' else quote_ident(attname) end, ',')
      into columns, given from pg_attribute
      where attrelid = 'container'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('insert into container (%s) select %s from container, generate_series(1, ${count}) n
      where org_id = ''${orgId}''', columns, given);
  end $$`,
  'alter table container enable trigger user',
];

it('what is wrong in one org is found without a look at what was told of all others', async () => {
  await watchPlans();
  const org = await anOrg();
  const wrong = await aContainer({ org_id: org.id });
  for (let n = 0; n < otherOrgs; n += 1) {
    const { id } = await anOrg();
    await aContainer({ org_id: id });
    await asOwner(
      ...multiply(id, others / otherOrgs),
      `insert into container_status_summary (org_id, container_id, heard_at, ok_at)
        select org_id, id, now(), now() from container where org_id = '${id}' on conflict do nothing`,
    );
  }
  await asOwner(
    'vacuum analyze container_status_summary',
    `insert into container_status_summary (org_id, container_id, heard_at, error_at) values ('${org.id}', '${wrong.id}', now(), now())`,
    `insert into container_status (org_id, container_id, kind, level, value, occurred_at, status_update_id, since)
      values ('${org.id}', '${wrong.id}', 'fill_level_pct', 'error', '97', now(), 1, now() - interval '5 hours')
      on conflict do nothing`,
  );
  const reader = await signIn(['local_reporter'], { orgIds: [org.id] });

  const steps = await stepsOf(async () => {
    const { data } = await reader.run(Worst);
    expect(data.containerStatuses.nodes).toMatchObject([{ id: wrong.id }]);
  });

  const looks = [...steps].filter(([statement]) => statement.includes('container_status_summary'));
  expect(looks.length).toBeGreaterThan(0);
  expect(looks.filter(([, work]) => work.steps > others / 2)).toEqual([]);

  // Where no index tells of it, the org's own containers are looked through.
  const ofOwn = await stepsOf(async () => {
    const { data } = await reader.run(Unknown);
    expect(data.containerStatuses.totalCount).toBe(0);
  });

  expect([...ofOwn].filter(([, { steps: all, runs }]) => all / runs > others / 2)).toEqual([]);
});

/** More than are looked through one by one. */
const wrongOnes = 12_000;

/**
 * All of an org's containers in error: by one reading, by two, or by the silence of their locks for as long as a reading of another
 * is old; those with every seventh number were full long before and have not been told of since, which counts no more.
 */
const goneWrong = (orgId: string) => [
  'alter table container_status disable trigger user',
  'alter table container_status_summary disable trigger user',
  `create table gone_wrong as select org_id, id, row_number() over (order by id) as n from container where org_id = '${orgId}'`,
  `insert into container_status (org_id, container_id, kind, level, value, occurred_at, status_update_id, since)
    select org_id, id, kind, 'error', '97', now() - case when n % 7 = 0 then interval '300 days' else '1 minute' end, 1,
      now() - interval '1 minute' * case when n % 7 = 0 then 500000 + n else n + added end
    from gone_wrong cross join (values ('fill_level_pct', 60), ('battery_life_pct', 0)) k (kind, added)
    where added > 0 or n % 5 = 0`,
  `insert into container_status_summary (org_id, container_id, heard_at, error_at)
    select org_id, id, case when n % 11 = 0 or n % 7 = 0 then now() - interval '20 days' - interval '1 minute' * n else now() end,
      now() - case when n % 7 = 0 then interval '300 days' else '1 minute' end from gone_wrong
    on conflict (org_id, container_id) do update set heard_at = excluded.heard_at, error_at = excluded.error_at`,
  'drop table gone_wrong',
  'alter table container_status enable trigger user',
  'alter table container_status_summary enable trigger user',
  'vacuum analyze container',
  'vacuum analyze container_status',
  'vacuum analyze container_status_summary',
];

it('what has been wrong for longest is found in its order, without a look at all that is wrong', async () => {
  await watchPlans();
  const org = await anOrg();
  await aContainer({ org_id: org.id });
  await asOwner(...multiply(org.id, wrongOnes), ...goneWrong(org.id));
  const reader = await signIn(['local_reporter'], { orgIds: [org.id] });
  const longest = (first: number, after: string | null) =>
    reader.run(
      `query ($first: Int, $after: String) {
        containerStatuses(first: $first, after: $after, filter: { level: error }, sort: [{ field: since, direction: asc }]) {
          nodes { id since } pageInfo { endCursor }
        }
      }`,
      { first, after },
    );

  const steps = await stepsOf(async () => {
    expect((await longest(12, null)).data.containerStatuses.nodes).toHaveLength(12);
  });

  // Pages behind the first are found among all there are.
  const found: { id: string; since: string }[] = (await longest(40, null)).data.containerStatuses.nodes;
  const start = await longest(1, null);
  const rest = await longest(39, start.data.containerStatuses.pageInfo.endCursor);
  expect(found).toEqual([...start.data.containerStatuses.nodes, ...rest.data.containerStatuses.nodes]);
  expect(found.map(({ since }) => since)).toEqual(found.map(({ since }) => since).toSorted());
  const looks = [...steps].filter(([statement]) => statement.includes('with ties'));
  expect(looks.length).toBeGreaterThan(0);
  expect(looks.filter(([, { steps: all, runs }]) => all / runs > 2 * wrongOnes)).toEqual([]);
});
