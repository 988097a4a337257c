import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../database/database.ts';
import { idType, isId } from '../database/record.ts';
import type { RegistryTable } from '../database/tables.ts';

/** How a street address reads on letters (`address.ts` does the same outside SQL). */
const street = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`concat_ws(', ', nullif(trim(${column('addr_street')} || ' ' || ${column('addr_nr')}), ''),
    'bl. ' || nullif(${column('addr_bl')}, ''))`;
};

const entrance = sql`from entrance e join tower_block t on t.org_id = e.org_id and t.id = e.tower_block_id`;
const staircase = sql`${street('t')} || ', sc. ' || e.addr_sc`;

/** What a person calls a record of each kind, by a query that gives `id` and `label`. */
const queries = {
  org: sql`select r.id, r.name as label from org r`,
  manager: sql`select r.id, r.name as label from manager r`,
  access_group: sql`select r.id, r.name as label from access_group r`,
  tower_block: sql`select r.id, ${street('r')} as label from tower_block r`,
  entrance: sql`select e.id, ${staircase} as label ${entrance}`,
  apartment: sql`select a.id, ${staircase} || ', ap. ' || a.addr_ap as label ${entrance}
    join apartment a on a.org_id = e.org_id and a.entrance_id = e.id`,
  container_group: sql`select r.id, concat_ws(' ', r.item_number, nullif(r.name, '')) as label from container_group r`,
  container: sql`select r.id, r.serial_number as label from container r`,
  gis_node: sql`select r.id, coalesce(nullif(r.official_name, ''), r.name) as label from gis_node r`,
  card: sql`select r.id, r.display_serial_number as label from card r`,
} as const satisfies Partial<Record<RegistryTable, RawBuilder<unknown>>>;

export type LabelledTable = keyof typeof queries;

/**
 * What people call the records of `ids`: names, addresses, serial numbers; as far as the transaction's scope reaches, so
 * that a label never tells more than the record itself would.
 */
export async function findLabels(tx: Tx, table: LabelledTable, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => isId(table, id));
  if (known.length === 0) {
    return new Map();
  }
  const { rows } = await sql<{ id: string; label: string }>`
    select l.id, l.label from (${queries[table]}) l where l.id = any(${known}::${sql.raw(idType(table))}[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, label }) => [id, label]));
}
