import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem } from '../../testing/harness.ts';
import { stepsOf, watchPlans } from '../../testing/plans.ts';

/** Blocks and platforms of a town, of each as many. */
const records = 3_000;

it('whether a node that goes is in use is looked up, without a look at each block and platform of the installation', async () => {
  await watchPlans();
  const { id } = await anOrg();
  await asOwner(
    `select set_config('noa.actor', 'tests', false)`,
    `insert into gis_node (id, kind, name) select 'x-' || n, 'county', 'Județul ' || n from generate_series(1, 5) n`,
    `insert into tower_block (org_id, addr_street, addr_nr, gis_node_id)
      select '${id}', 'Str. Gării', n::text, case when n = 1 then 'x-1' end from generate_series(1, ${records}) n`,
    `insert into container_group (org_id, item_number, gis_node_id)
      select '${id}', 'P-' || n, case when n = 1 then 'x-2' end from generate_series(1, ${records}) n`,
    'analyze',
  );

  const steps = await stepsOf(() =>
    asSystem((tx) => sql`delete from gis_node where id in ('x-3', 'x-4', 'x-5')`.execute(tx)),
  );

  const looks = [...steps].filter(([statement]) => /tower_block|container_group/.test(statement));
  expect(looks.length).toBeGreaterThan(1);
  expect(looks.filter(([, { steps: all, runs }]) => all / runs > 20)).toEqual([]);
});
