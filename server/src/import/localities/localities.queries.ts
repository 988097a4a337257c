import { sql } from 'kysely';
import type { KnownGisNode, StatedLocality } from '@noa/domain/addresses/locality-index.ts';
import type { Tx } from '../../database/database.ts';
import type { Columns } from '../reading/column-batch.ts';

/** What a list says of where a block lies. Texts are empty and the code is 0 where it says nothing. */
export interface SaidLocality extends StatedLocality {
  readonly siruta: number;
}

/** Where each planned block lies, by the first row that is about it; how that is known; what may be meant, a line each. */
export const plannedLocality: Columns = [
  ['row_number', 'integer'],
  ['county', 'text'],
  ['uat', 'text'],
  ['locality', 'text'],
  ['siruta', 'integer'],
  ['gis_node_id', 'text'],
  ['how', 'text'],
  ['candidates', 'text'],
];

/** As the staged list has them, with the first row of each. */
export async function listStagedLocalities(tx: Tx): Promise<readonly (SaidLocality & { row_number: number })[]> {
  const { rows } = await sql<SaidLocality & { row_number: number }>`
    select min(row_number) as row_number, coalesce(county, '') as county, coalesce(uat, '') as uat,
      coalesce(locality, '') as locality, coalesce(siruta, 0) as siruta
    from staged group by 2, 3, 4, 5 order by 1`.execute(tx);
  return rows;
}

/** As the plan has them: a block that is known is called as the registry calls it. */
export async function listPlannedLocalities(tx: Tx): Promise<readonly SaidLocality[]> {
  await sql`delete from planned_locality`.execute(tx);
  await sql`
    insert into planned_locality (row_number, county, uat, locality, siruta)
    select distinct p.row_number, p.county, coalesce(s.uat, ''), p.locality, coalesce(s.siruta, 0)
    from planned_tower_block p join staged s on s.row_number = p.row_number`.execute(tx);
  const { rows } = await sql<SaidLocality>`
    select distinct county, uat, locality, siruta from planned_locality order by 1, 2, 3, 4`.execute(tx);
  return rows;
}

export interface LocalityNode extends KnownGisNode {
  readonly siruta: number | null;
}

const nodes = (which: ReturnType<typeof sql>) => sql<LocalityNode & { kind: 'county' | 'uat' | 'loc' }>`
  select n.id, n.kind, n.name, n.siruta,
    case n.kind when 'county' then n.name when 'uat' then p.name else c.name end as county,
    case n.kind when 'loc' then p.name else '' end as uat
  from gis_node n
  left join gis_node p on p.id = n.parent_id
  left join gis_node c on c.id = p.parent_id
  where n.kind <> 'artery' and n.id in (${which}) order by n.id`;

/** Localities and UATs that are called so (`localityKeys`), or have one of these codes. */
export async function listNodesCalled(
  tx: Tx,
  keys: readonly string[],
  codes: readonly number[],
): Promise<readonly LocalityNode[]> {
  const { rows } = await nodes(sql`
    select id from gis_node where kind in ('loc', 'uat') and match_key = any(${[...keys]}::text[])
    union select id from gis_node where kind in ('loc', 'uat') and siruta = any(${[...codes]}::integer[])`).execute(tx);
  return rows;
}

/** Localities and UATs of counties that are called so. */
export async function listNodesOfCounties(tx: Tx, keys: readonly string[]): Promise<readonly LocalityNode[]> {
  const { rows } = await nodes(sql`
    select lying.id from gis_node county
    join gis_node uat on uat.parent_id = county.id
    cross join lateral (select uat.id union all select id from gis_node where parent_id = uat.id) as lying
    where county.kind = 'county' and county.match_key = any(${[...keys]}::text[])`).execute(tx);
  return rows;
}

/** Where the org lies; undefined where nobody said. */
export async function findOwnNode(tx: Tx, orgId: string): Promise<LocalityNode | undefined> {
  const { rows } = await nodes(sql`select gis_node_id from org where id = ${orgId}`).execute(tx);
  return rows[0];
}

/** Whether there is an address tree at all, in which a locality could be looked for. */
export async function hasLocalities(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from gis_node where kind = 'loc' limit 1`.execute(tx);
  return rows.length > 0;
}
