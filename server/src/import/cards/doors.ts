import { sql, type RawBuilder } from 'kysely';
import { execute } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { columnsIn } from '../reading/column-batch.ts';
import { settleStaging } from '../staging.ts';

/** Which apartment a row of the file is about, if it says one. */
export const plannedDoors = columnsIn('row_number integer, apartment_id uuid, matches bigint');

/** An address as blocks are told apart by it, folded. */
const addressOf = (street: string, nr: string, bl: string) => sql`fold(coalesce(${sql.ref(street)}, '') || chr(31)
  || coalesce(${sql.ref(nr)}, '') || chr(31) || coalesce(${sql.ref(bl)}, ''))`;

/** Whether an apartment is named by its id, and by nothing else. */
const isIdAlone = sql`coalesce(s.source_ref, s.addr_street, s.addr_bl) is null
  and s.addr_ap ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

/**
 * Finds the registered apartments that rows are about (`planned_door`). A block is known by its id in the list it came from, or else by
 * its address; an apartment whose entrance is not said, by being the only one of its number there, or by its own id, which says it all.
 *
 * @param isThere - whether block `b` may be meant by row `s`, beside its address.
 */
export async function findDoors(tx: Tx, orgId: string, isThere: RawBuilder<unknown> = sql`true`): Promise<void> {
  await settleStaging(tx, 'staged');
  await execute(tx)`
    insert into planned_door (row_number, apartment_id, matches)
    with stated as (
      select distinct on (s.row_number) s.*, ${addressOf('s.addr_street', 's.addr_nr', 's.addr_bl')} as address,
        sort_key(s.addr_sc) as door_sc_key, sort_key(s.addr_ap) as door_ap_key
      from staged s where s.addr_ap is not null order by s.row_number
    ), blocks as (
      select b.*, ${addressOf('b.addr_street', 'b.addr_nr', 'b.addr_bl')} as address
      from tower_block b where b.org_id = ${orgId}
    ), standing as (
      select s.row_number, s.addr_sc, s.door_sc_key, s.door_ap_key, b.id as block_id
      from stated s join blocks b on b.address = s.address where s.source_ref is null and ${isThere}
      union all
      select s.row_number, s.addr_sc, s.door_sc_key, s.door_ap_key, b.id
      from stated s join blocks b on b.source_ref = s.source_ref
    ), doors as (
      select d.row_number, count(a.id) as matches, (array_agg(a.id))[1] as apartment_id
      from standing d
      join entrance e on e.org_id = ${orgId} and e.tower_block_id = d.block_id
        and (d.addr_sc is null or e.addr_sc_key = d.door_sc_key)
      -- As one key: two would be joined by the number alone where PostgreSQL does not know how often it occurs.
      join apartment a on a.org_id = ${orgId} and a.entrance_id::text || a.addr_ap_key = e.id::text || d.door_ap_key
      group by d.row_number
      union all
      select s.row_number, 1, a.id from stated s
      join apartment a on a.org_id = ${orgId} and a.id = case when ${isIdAlone} then s.addr_ap::uuid end
    )
    select s.row_number, d.apartment_id, coalesce(d.matches, 0)
    from stated s left join doors d on d.row_number = s.row_number`;
  await settleStaging(tx, 'planned_door', ['row_number']);
}

/** Rows whose apartment is not registered, or cannot be told. */
export const findUnknownDoors = (tx: Tx): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason)
  select distinct d.row_number, 'apartment',
    concat_ws(', ', s.source_ref, s.addr_street, s.addr_nr, s.addr_bl, s.addr_sc, s.addr_ap),
    case when d.matches = 0 then 'import.unknownApartment' else 'import.ambiguousApartment' end
  from planned_door d join staged s on s.row_number = d.row_number
  where d.matches <> 1`;
