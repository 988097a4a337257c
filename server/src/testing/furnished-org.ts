import { anOrg } from './factories.ts';
import { asOwner } from './harness.ts';

/** Serial numbers are of the whole database. */
let serials = 0;

/**
 * An org with so many records of each kind, each joined with one of what it can be joined with: what grows with a town is told by two of
 * them (`plans.ts`).
 *
 * @returns its id.
 */
export async function aFurnishedOrg(count: number): Promise<string> {
  const { id } = await anOrg();
  const from = (serials += count) - count;
  const org = `'${id}'::uuid`;
  const each = `from generate_series(1, ${count}) n`;
  const nth = (table: string) =>
    `(select id, row_number() over (order by id) as n from ${table} where org_id = ${org})`;
  await asOwner(
    `select set_config('noa.actor', 'tests', false)`,
    `insert into container_group (org_id, item_number) select ${org}, 'P-' || n ${each}`,
    `insert into container (org_id, container_group_id, serial_number, waste_stream, size_litres, volume_control_litres)
      select org_id, id, 'C-' || item_number, 'residual', 1100, 30 from container_group where org_id = ${org}`,
    `insert into access_group (org_id, name, access_mode)
      select ${org}, 'G-' || n, case when n % 10 = 0 then 'open' else 'controlled' end ${each}`,
    `insert into access_group_container_group (org_id, access_group_id, container_group_id)
      select ${org}, g.id, p.id from ${nth('access_group')} g join ${nth('container_group')} p using (n)`,
    `insert into manager (org_id, name) values (${org}, 'Asociația')`,
    `insert into tower_block (org_id, addr_street, addr_nr) select ${org}, 'Str. Gării', n::text ${each}`,
    `insert into entrance (org_id, tower_block_id, access_group_id, manager_id, addr_sc)
      select ${org}, b.id, g.id, (select id from manager where org_id = ${org}), 'A' from ${nth('tower_block')} b join ${nth('access_group')} g using (n)`,
    `insert into apartment (org_id, entrance_id, addr_ap) select org_id, id, '1' from entrance where org_id = ${org}`,
    `insert into card (org_id, kind, serial_number, display_serial_number)
      select ${org}, 'physical', lpad(upper(to_hex(${from} + n)), 8, '0'), 'AAAAAAA' ${each}`,
    `insert into apartment_card (org_id, apartment_id, card_id)
      select ${org}, a.id, c.id from ${nth('apartment')} a join ${nth('card')} c using (n)`,
  );
  return id;
}
