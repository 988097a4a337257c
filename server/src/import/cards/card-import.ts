import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { declaredImport, orgOf } from '../declared/declared-import.ts';
import { cards } from '../declared/declared-kinds.ts';
import type { ImportWork } from '../import-work.ts';
import { stagedCardColumns } from './card-rows.ts';
import { findHolderClashes, plannedHolders, planHolders, writeHolders } from './holders.ts';

const declared = declaredImport(cards);

/** Cards of a delivery as they are declared, and who holds them. */
export const cardImport: ImportWork = {
  ...declared,
  columns: stagedCardColumns,
  tables: {
    ...declared.tables,
    staged: [['row_number', 'integer'], ...stagedCardColumns],
    planned_apartment_card: plannedHolders,
  },
  planned: {
    ...declared.planned,
    apartmentCards: { table: 'planned_apartment_card', of: 'apartment_card', where: sql`t.active`, columns: [] },
  },
  makePlan: async (tx, target) => {
    await declared.makePlan(tx, target);
    await planHolders(tx, orgOf(target));
  },
  findClashes: async (tx, target) => {
    await declared.findClashes(tx, target);
    await findTaken(tx, orgOf(target));
    await findHolderClashes(tx);
  },
  writePlan: async (tx, target, changes, onWritten) => {
    await declared.writePlan(tx, target, changes, (share) => onWritten(share / 2));
    await writeHolders(tx, orgOf(target), target);
    onWritten(1);
  },
};

/** Serials that are live in another org: whoever imports reaches all orgs. */
async function findTaken(tx: Tx, orgId: string): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason)
    select p.row_number, 'serialNumber', p.serial_number, 'form.taken' from planned_card p
    join card c on c.serial_number = p.serial_number and c.status <> 'erased' and c.org_id <> ${orgId}
    where p.change = 'create'`.execute(tx);
}
