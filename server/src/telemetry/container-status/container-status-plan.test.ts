import { expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asOwner, signIn } from '../../testing/harness.ts';
import { stepsOf, watchPlans } from '../../testing/plans.ts';

const Worst = `{ containerStatuses(filter: { level: error }, sort: [{ field: since, direction: asc }]) { nodes { id since } } }`;

/** Containers of other orgs, all of them well: no org has so many of all that PostgreSQL, as it is set, would rather read them through. */
const others = 3_000;
const otherOrgs = 10;

/** As many more like the one there is, with what has been told of them. */
const multiply = (orgId: string) => [
  'alter table container disable trigger user',
  `do $$ declare columns text; given text; begin
    select string_agg(quote_ident(attname), ','), string_agg(case attname when 'id' then 'gen_random_uuid()'
        when 'serial_number' then '''S'' || n' when 'row_id' then 'row_id * 1000000 + n' else quote_ident(attname) end, ',')
      into columns, given from pg_attribute
      where attrelid = 'container'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('insert into container (%s) select %s from container, generate_series(1, ${others / otherOrgs}) n
      where org_id = ''${orgId}''', columns, given);
  end $$`,
  'alter table container enable trigger user',
  `insert into container_status_summary (org_id, container_id, heard_at, ok_at)
    select org_id, id, now(), now() from container where org_id = '${orgId}' on conflict do nothing`,
];

it('what is wrong in one org is found without a look at what was told of all others', async () => {
  await watchPlans();
  const org = await anOrg();
  const wrong = await aContainer({ org_id: org.id });
  for (let n = 0; n < otherOrgs; n += 1) {
    const { id } = await anOrg();
    await aContainer({ org_id: id });
    await asOwner(...multiply(id));
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
});
