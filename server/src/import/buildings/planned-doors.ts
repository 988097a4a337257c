import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { settleStaging } from '../staging.ts';

/** Tells which of the planned apartments each row is about, as cards are handed to them (`planned_door`). */
export async function planPlannedDoors(tx: Tx): Promise<void> {
  await sql`delete from planned_door`.execute(tx);
  await sql`
    insert into planned_door (row_number, apartment_id, matches)
    select distinct s.row_number, a.id, 1
    from staged s
    join planned_entrance e on e.block_key = s.block_key and e.addr_sc_key = s.addr_sc_key
    join planned_apartment a on a.entrance_id = e.id and a.addr_ap_key = s.addr_ap_key
    where s.serial_number is not null`.execute(tx);
  await settleStaging(tx, 'planned_door', ['row_number']);
}
