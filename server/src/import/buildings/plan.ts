import { sql } from 'kysely';
import { execute } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { ImportTarget } from '../import-work.ts';
import { planArteries } from '../arteries/plan-arteries.ts';
import { namedRecords, planMissing } from '../missing-names.ts';
import { planLocalities } from '../localities/plan-localities.ts';
import { settleStaging } from '../staging.ts';
import {
  hasSeveralRows,
  occupiersOfRows,
  occupiersOfSeveralRows,
  occupiersOfSingleRows,
} from '../occupiers/stated-occupiers.ts';
import { beginning, listed, ofStated } from './columns.ts';
import { accessGroupNames, buildingReferences, managerNames } from './references.ts';

/**
 * Sets what is staged against the registry: three tables say of each tower block, entrance and apartment whether it is to
 * be created, updated or left alone. The dry run counts them, applying writes them: both go by the same plan.
 */
export async function makePlan(tx: Tx, orgId: string, target: ImportTarget): Promise<void> {
  await settleStaging(tx, 'staged');
  await planMissing(tx, target, buildingReferences);
  await planTowerBlocks(tx, orgId);
  await planLocalities(tx, orgId);
  await layTowerBlocks(tx, orgId);
  await planArteries(tx);
  await planTowerBlockChanges(tx, orgId);
  await planEntrances(tx, orgId);
  await planApartments(tx, orgId, target.mapping['serialNumber'] !== undefined);
}

/** A part of an address: of a block that is known by it as the registry writes it, as both say the same, folded. */
const spelled = (part: string) => {
  const [stated, registered] = [sql.ref(`s.${part}`), sql.ref(`t.${part}`)];
  return sql`coalesce(case when a.id is not null then ${registered} end, ${stated}, ${registered}, '') as ${sql.ref(part)}`;
};

/**
 * A block is known by its id in the list it comes from, or else by its address, folded. Null is what the file does not say:
 * it leaves what is there.
 */
async function planTowerBlocks(tx: Tx, orgId: string): Promise<void> {
  await execute(tx)`
    insert into planned_tower_block (block_key, row_number, source_ref, matches, id, county, locality,
      addr_street, addr_nr, addr_bl, lat, lng)
    with stated as (
      select distinct on (block_key) * from staged order by block_key, row_number
    ), by_address as (
      select (array_agg(id order by id))[1] as id, count(*) as matches, fold(
        county || chr(31) || locality || chr(31) || addr_street || chr(31) || addr_nr || chr(31) || addr_bl) as block_key
      from tower_block where org_id = ${orgId} group by 3
    ), merged as (
      select s.block_key, s.row_number, s.source_ref, coalesce(a.matches, 1) as matches, t.id as known_id,
        ${sql.join(['county', 'locality', 'addr_street', 'addr_nr', 'addr_bl'].map(spelled))},
        coalesce(s.lat, t.lat) as lat, coalesce(s.lng, t.lng) as lng
      from stated s
      left join by_address a on s.source_ref is null and a.block_key = s.block_key
      left join tower_block r on r.org_id = ${orgId} and r.source_ref = s.source_ref
      left join tower_block t on t.org_id = ${orgId} and t.id = coalesce(a.id, r.id)
    )
    select m.block_key, m.row_number, m.source_ref, m.matches, coalesce(m.known_id, new_id()) as id, m.county, m.locality,
      m.addr_street, m.addr_nr, m.addr_bl, m.lat, m.lng
    from merged m`;
  await settleStaging(tx, 'planned_tower_block', ['block_key']);
}

/**
 * Where a block lies in the address tree follows from what is said of its locality; what the org's own one stands for, and what is said
 * of none that is there, leaves where the registry has it. So does a street that is called as before.
 */
const layTowerBlocks = (tx: Tx, orgId: string): Promise<void> => execute(tx)`
  update planned_tower_block p set gis_node_id = f.gis_node_id
  from (
    select m.row_number,
      case
        when l.how = 'own' then coalesce(t.gis_node_id, l.gis_node_id)
        when a.parent_id = l.gis_node_id and fold(t.addr_street) = fold(m.addr_street) then a.id
        else coalesce(l.gis_node_id, t.gis_node_id)
      end as gis_node_id
    from planned_tower_block m
    join planned_locality l on l.row_number = m.row_number
    left join tower_block t on t.org_id = ${orgId} and t.id = m.id
    left join gis_node a on a.id = t.gis_node_id and a.kind = 'artery'
  ) as f
  where f.row_number = p.row_number`;

async function planTowerBlockChanges(tx: Tx, orgId: string): Promise<void> {
  await execute(tx)`
    update planned_tower_block p set change = f.change
    from (
      select m.row_number,
        case
          when t.id is null then 'create'
          when (t.county, t.locality, t.gis_node_id, t.addr_street, t.addr_nr, t.addr_bl, t.lat, t.lng) is distinct from
            (m.county, m.locality, m.gis_node_id, m.addr_street, m.addr_nr, m.addr_bl, m.lat, m.lng) then 'update'
          else 'same'
        end as change
      from planned_tower_block m
      left join tower_block t on t.org_id = ${orgId} and t.id = m.id
    ) as f
    where f.row_number = p.row_number`;
  await settleStaging(tx, 'planned_tower_block', ['block_key']);
}

/** Names of a manager and an access group lead to those that are there, or are to be: a slip of the pen must not open containers to anybody unasked. */
async function planEntrances(tx: Tx, orgId: string): Promise<void> {
  await execute(tx)`
    insert into planned_entrance (block_key, addr_sc_key, tower_block_id, id, addr_sc, manager_id, access_group_id, change)
    with stated as (
      select block_key, addr_sc_key, (array_agg(addr_sc order by row_number))[1] as addr_sc,
        (array_agg(manager order by row_number) filter (where manager is not null))[1] as manager,
        (array_agg(access_group order by row_number) filter (where access_group is not null))[1] as access_group
      from staged group by block_key, addr_sc_key
    )
    select s.block_key, s.addr_sc_key, b.id as tower_block_id, coalesce(e.id, new_id()) as id, s.addr_sc,
      coalesce(m.id, e.manager_id) as manager_id, coalesce(g.id, e.access_group_id) as access_group_id,
      case
        when e.id is null then 'create'
        when (e.manager_id, e.access_group_id) is distinct from
          (coalesce(m.id, e.manager_id), coalesce(g.id, e.access_group_id)) then 'update'
        else 'same'
      end as change
    from stated s
    join planned_tower_block b on b.block_key = s.block_key
    left join entrance e on e.org_id = ${orgId} and e.tower_block_id = b.id and e.addr_sc_key = s.addr_sc_key
    left join ${namedRecords(orgId, managerNames)} m on m.name = s.manager
    left join ${namedRecords(orgId, accessGroupNames)} g on g.name = s.access_group`;
  await settleStaging(tx, 'planned_entrance', ['block_key', 'addr_sc_key']);
}

/** By what a list of tower blocks tells apartments apart. */
export const apartmentKey = [
  ['block_key', sql`block_key`],
  ['addr_sc_key', sql`addr_sc_key`],
  ['addr_ap_key', sql`addr_ap_key`],
] as const;

/**
 * An ID number is planned where the file has another than the apartment, and null where what is there stays. Counted apartments
 * become numbers here and not in the file's thread: 3,000 rows may stand for 60,000 apartments.
 *
 * @param severalRows - whether an apartment may have several rows, one for each of its cards.
 */
async function planApartments(tx: Tx, orgId: string, severalRows: boolean): Promise<void> {
  const occupiers = !(await hasSeveralRows(tx, apartmentKey))
    ? occupiersOfSingleRows(apartmentKey)
    : severalRows
      ? occupiersOfSeveralRows(apartmentKey, sql`staged`)
      : occupiersOfRows(apartmentKey);
  const names = ofStated((column) => column);
  const kept = ofStated(listed);
  await execute(tx)`
    insert into planned_apartment (position, entrance_id, id, addr_ap, addr_ap_key, ${names}
      id_number_cipher, id_number_hash, id_number_mask, change)
    with stated as (
      ${occupiers}
    ), counted as (
      select distinct block_key, addr_sc_key, n from staged, generate_series(first_ap, last_ap) n where addr_ap is null
    ), listed as (
      select block_key, addr_sc_key, addr_ap, addr_ap_key, ${names} id_number_cipher, id_number_hash, id_number_mask from stated
      union all
      -- The sort key of a number, written down at once: working it out costs ten times as much.
      select block_key, addr_sc_key, n::text, lpad(n::text, 10, '0'),
        ${ofStated((_column, { type }) => sql`null::${sql.raw(type)}`)} null::bytea, null::bytea, null
      from counted
    )
    select row_number() over (order by e.id, l.addr_ap_key) as position, e.id as entrance_id, coalesce(a.id, new_id()) as id,
      l.addr_ap, l.addr_ap_key, ${ofStated((column, each) => sql`coalesce(${listed(column, each)}, ${beginning(each)}) as ${column}`)}
      case when renumbered then l.id_number_cipher end as id_number_cipher,
      case when renumbered then l.id_number_hash end as id_number_hash,
      case when renumbered then l.id_number_mask end as id_number_mask,
      case
        when a.id is null then 'create'
        when renumbered or (${ofStated((column) => sql`a.${column}`)} 1) is distinct from (${kept} 1) then 'update'
        else 'same'
      end as change
    from listed l
    join planned_entrance e on e.block_key = l.block_key and e.addr_sc_key = l.addr_sc_key
    left join apartment a on a.org_id = ${orgId} and e.change <> 'create'
      and a.entrance_id = e.id and a.addr_ap_key = l.addr_ap_key
    -- The same number has another cipher each time it is encrypted, but one hash.
    cross join lateral (
      select l.id_number_hash is not null and l.id_number_hash is distinct from a.occupier_id_number_hash as renumbered
    ) as id_number`;
  await settleStaging(tx, 'planned_apartment', ['position']);
}
