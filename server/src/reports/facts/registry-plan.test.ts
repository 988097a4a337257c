import { describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asOwner, signIn } from '../../testing/harness.ts';
import { stepsOf, watchPlans, worseThanLinear } from '../../testing/plans.ts';
import { always, AskReport } from '../testing/events.ts';
import { AskRecords } from '../records/records.fixture.ts';

await watchPlans(); // before the first connection

/** Records of each kind in the smaller of two orgs. */
const few = 200;
/** As many times more in the other. */
const times = 4;

/** Serial numbers are of the whole database. */
let serials = 0;

/** So many apartments with a card each, behind one entrance, and as many container groups with a container each. */
async function furnish(count: number): Promise<string> {
  const { id } = await anOrg();
  const from = (serials += count) - count;
  const org = `'${id}'::uuid`;
  const each = `from generate_series(1, ${count}) n`;
  await asOwner(
    `select set_config('noa.actor', 'tests', false)`,
    `insert into container_group (org_id, item_number) select ${org}, 'P-' || n ${each}`,
    `insert into container (org_id, container_group_id, serial_number, waste_stream, size_litres, volume_control_litres)
      select org_id, id, 'C-' || item_number, 'residual', 1100, 30 from container_group where org_id = ${org}`,
    `insert into tower_block (org_id, addr_street) values (${org}, 'Str. Gării')`,
    `insert into entrance (org_id, tower_block_id, addr_sc) select org_id, id, 'A' from tower_block where org_id = ${org}`,
    `insert into apartment (org_id, entrance_id, addr_ap)
      select org_id, id, n::text from entrance, generate_series(1, ${count}) n where org_id = ${org}`,
    `insert into card (org_id, kind, serial_number, display_serial_number)
      select ${org}, 'physical', lpad(upper(to_hex(${from} + n)), 8, '0'), 'AAAAAAA' ${each}`,
    `insert into apartment_card (org_id, apartment_id, card_id)
      select ${org}, a.id, c.id from (select id, row_number() over () as n from apartment where org_id = ${org}) a
      join (select id, row_number() over () as n from card where org_id = ${org}) c using (n)`,
  );
  return id;
}

interface Offered {
  readonly name: string;
  readonly metrics: readonly string[];
  readonly countsEvents: boolean;
}

/** What the figures of an org cost, and the records behind each. */
async function measure(count: number) {
  const orgId = await furnish(count);
  const reader = await signIn(['local_implementer'], { orgIds: [orgId] });
  const { data } = await reader.run('{ reports { name metrics countsEvents } }');
  const registered = (data.reports as Offered[]).filter(({ countsEvents }) => !countsEvents);
  const cell = [{ grouping: 'org', value: orgId }];
  const filters = [{ field: 'org', operator: 'eq', value: orgId }];
  return stepsOf(async () => {
    for (const { name, metrics } of registered) {
      const input = { ...always, groupBy: ['org'], metrics };
      const report = await reader.run(AskReport, { name, input: { ...input, filters } });
      expect(report.errors, name).toBeUndefined();
      for (const metric of metrics) {
        const records = await reader.run(AskRecords, { name, input, metric, cell, first: 20 });
        expect(records.errors, `${name} ${metric}`).toBeUndefined();
      }
    }
  });
}

describe('a report about four times as much of the registry does four times as much', () => {
  it('with the records behind each figure, in an org that is younger than the statistics', async () => {
    await furnish(few * times);
    await asOwner('analyze');
    await measure(1);

    const ofFew = await measure(few);
    const ofMany = await measure(few * times);

    expect(worseThanLinear(ofFew, ofMany, times)).toEqual([]);
  });
});
