import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import type { ImportTarget } from '../import-work.ts';
import { keepWritten } from '../undo/written.ts';
import type { Columns } from '../reading/column-batch.ts';
import { settleStaging } from '../staging.ts';

export const plannedHolders: Columns = [
  ['row_number', 'integer'],
  ['id', 'uuid'],
  ['card_id', 'uuid'],
  ['apartment_id', 'uuid'],
  ['matches', 'bigint'],
  ['former_apartment_id', 'uuid'],
  ['status', 'text'],
  ['change', 'text'],
];

/** An address as blocks are told apart by it, folded. */
const addressOf = (street: string, nr: string, bl: string) => sql`fold(coalesce(${sql.ref(street)}, '') || chr(31)
  || coalesce(${sql.ref(nr)}, '') || chr(31) || coalesce(${sql.ref(bl)}, ''))`;

/**
 * Who is to hold the cards of the file, where it says so. A block is known by its id in the list it came from, or else by its address;
 * an apartment whose entrance is not said, by being the only one of its number there.
 */
export async function planHolders(tx: Tx, orgId: string): Promise<void> {
  await sql`
    insert into planned_apartment_card (row_number, id, card_id, apartment_id, matches, former_apartment_id, status, change)
    with stated as (
      select s.*, ${addressOf('s.addr_street', 's.addr_nr', 's.addr_bl')} as address,
        sort_key(s.addr_sc) as addr_sc_key, sort_key(s.addr_ap) as addr_ap_key
      from staged s where s.addr_ap is not null
    ), blocks as (
      select b.id, b.source_ref, ${addressOf('b.addr_street', 'b.addr_nr', 'b.addr_bl')} as address
      from tower_block b where b.org_id = ${orgId}
    ), standing as (
      select s.row_number, s.addr_sc, s.addr_sc_key, s.addr_ap_key, b.id as block_id
      from stated s join blocks b on b.address = s.address where s.source_ref is null
      union all
      select s.row_number, s.addr_sc, s.addr_sc_key, s.addr_ap_key, b.id
      from stated s join blocks b on b.source_ref = s.source_ref
    ), doors as (
      select d.row_number, count(a.id) as matches, (array_agg(a.id))[1] as apartment_id
      from standing d
      join entrance e on e.org_id = ${orgId} and e.tower_block_id = d.block_id
        and (d.addr_sc is null or e.addr_sc_key = d.addr_sc_key)
      join apartment a on a.org_id = ${orgId} and a.entrance_id = e.id and a.addr_ap_key = d.addr_ap_key
      group by d.row_number
    )
    select s.row_number, coalesce(h.id, new_id()), p.id, d.apartment_id, coalesce(d.matches, 0), h.apartment_id, c.status,
      case when h.apartment_id = d.apartment_id then 'same' else 'create' end
    from stated s
    join planned_card p on p.row_number = s.row_number
    left join doors d on d.row_number = s.row_number
    left join card c on c.org_id = ${orgId} and c.id = p.id and p.change <> 'create'
    left join apartment_card h on h.org_id = ${orgId} and h.card_id = c.id and h.active`.execute(tx);
  await settleStaging(tx, 'planned_apartment_card', ['row_number']);
}

/** Apartments that are not there or cannot be told, and cards that cannot be handed to them. */
export async function findHolderClashes(tx: Tx): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason)
    select h.row_number, case when h.matches = 1 then 'serialNumber' else 'apartment' end,
      case when h.matches = 1 then s.serial_number
        else concat_ws(', ', s.source_ref, s.addr_street, s.addr_nr, s.addr_bl, s.addr_sc, s.addr_ap) end,
      case
        when h.matches = 0 then 'import.unknownApartment'
        when h.matches > 1 then 'import.ambiguousApartment'
        when h.former_apartment_id is not null then 'form.cardAssigned'
        else 'form.cardBlocked'
      end
    from planned_apartment_card h
    join staged s on s.row_number = h.row_number
    where h.matches <> 1
      or (h.change = 'create' and (h.former_apartment_id is not null or h.status = 'blocked'))`.execute(tx);
}

/** Hands the cards out, once they are registered. */
export const writeHolders = (tx: Tx, orgId: string, target: ImportTarget): Promise<void> =>
  keepWritten(
    tx,
    target,
    { table: 'apartment_card', change: 'create' },
    sql`insert into apartment_card as t (org_id, id, apartment_id, card_id)
      select ${orgId}, id, apartment_id, card_id from planned_apartment_card where change = 'create'
      order by row_number`,
  );
