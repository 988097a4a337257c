import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { listed, ofStated } from '../buildings/columns.ts';
import { settleStaging } from '../staging.ts';
import { occupiersOfSeveralRows } from './several-rows.ts';

/** The rows of the file, each with the apartment that it is about. */
export const atTheirDoors = sql`(
  select s.*, d.apartment_id from staged s join planned_door d on d.row_number = s.row_number and d.matches = 1) as s`;

/**
 * Sets what the file says of occupiers against the apartments that its rows are about (`planned_door`). Null is what it does not say, and
 * leaves what is there; an ID number is planned where the file has another.
 */
export async function planOccupiers(tx: Tx, orgId: string): Promise<void> {
  const kept = ofStated(listed);
  await sql`
    insert into planned_apartment (position, entrance_id, id, addr_ap, ${ofStated((column) => column)}
      id_number_cipher, id_number_hash, id_number_mask, change)
    with listed as (
      ${occupiersOfSeveralRows([['apartment_id', sql`apartment_id`]], atTheirDoors)}
    )
    select row_number() over (order by a.entrance_id, a.addr_ap_key), a.entrance_id, a.id, a.addr_ap, ${kept}
      case when renumbered then l.id_number_cipher end, case when renumbered then l.id_number_hash end,
      case when renumbered then l.id_number_mask end,
      case when renumbered or (${ofStated((column) => sql`a.${column}`)} 1) is distinct from (${kept} 1) then 'update'
        else 'same' end
    from listed l
    join apartment a on a.org_id = ${orgId} and a.id = l.apartment_id
    -- The same number has another cipher each time it is encrypted, but one hash.
    cross join lateral (
      select l.id_number_hash is not null and l.id_number_hash is distinct from a.occupier_id_number_hash as renumbered
    ) as id_number`.execute(tx);
  await settleStaging(tx, 'planned_apartment', ['position']);
}
