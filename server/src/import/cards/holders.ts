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
  ['former_apartment_id', 'uuid'],
  ['status', 'text'],
  ['change', 'text'],
];

/** Who is to hold the cards of the file, where it says so: the apartment that the row is about (`planned_door`). */
export async function planHolders(tx: Tx, orgId: string): Promise<void> {
  await sql`
    insert into planned_apartment_card (row_number, id, card_id, apartment_id, former_apartment_id, status, change)
    select p.row_number, coalesce(h.id, new_id()), p.id, d.apartment_id, h.apartment_id, c.status,
      case when h.apartment_id = d.apartment_id then 'same' else 'create' end
    from planned_card p
    join planned_door d on d.row_number = p.row_number and d.matches = 1
    left join card c on c.org_id = ${orgId} and c.id = p.id and p.change <> 'create'
    left join apartment_card h on h.org_id = ${orgId} and h.card_id = c.id and h.active`.execute(tx);
  await settleStaging(tx, 'planned_apartment_card', ['row_number']);
}

/** Cards that cannot be handed to the apartment of their row: whoever holds one keeps it, and what is blocked is handed to nobody. */
export async function findHolderClashes(tx: Tx): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason)
    select h.row_number, 'serialNumber', p.serial_number,
      case when h.former_apartment_id is not null then 'form.cardAssigned' else 'form.cardBlocked' end
    from planned_apartment_card h
    join planned_card p on p.id = h.card_id
    where h.change = 'create' and (h.former_apartment_id is not null or h.status = 'blocked')`.execute(tx);
}

/** Hands the cards out, once they are registered. */
export const writeHolders = (tx: Tx, orgId: string, target: ImportTarget): Promise<void> =>
  keepWritten(tx, target, {
    table: 'apartment_card',
    change: 'create',
    statement: sql`insert into apartment_card as t (org_id, id, apartment_id, card_id)
      select ${orgId}, id, apartment_id, card_id from planned_apartment_card where change = 'create'
      order by row_number`,
  });
