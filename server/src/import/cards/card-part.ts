import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { declaredImport, orgOf } from '../declared/declared-import.ts';
import { cards } from '../declared/declared-kinds.ts';
import type { ImportTarget, ImportWork } from '../import-work.ts';
import { plannedDoors } from './doors.ts';
import { findHolderClashes, plannedHolders, planHolders, writeHolders } from './holders.ts';

const declared = declaredImport(cards);
const { staged: _staged, ...tables } = declared.tables ?? {};
const planned: ImportWork['planned'] = {
  ...declared.planned,
  apartmentCards: { table: 'planned_apartment_card', of: 'apartment_card', where: sql`t.active`, columns: [] },
};

/**
 * Cards as they are declared, and who holds them: all that a list of cards is about, and what other lists may say besides. Whoever uses it
 * says which apartment each row is about, in `planned_door`, before it is planned.
 */
export const cardPart: Pick<ImportWork, 'planned' | 'makePlan' | 'findClashes' | 'writePlan'> &
  Required<Pick<ImportWork, 'tables'>> = {
  tables: { ...tables, planned_door: plannedDoors, planned_apartment_card: plannedHolders },
  planned: Object.fromEntries(Object.entries(planned).map(([kind, each]) => [kind, { ...each, by: 'serialNumber' }])),
  async makePlan(tx, target) {
    await declared.makePlan(tx, target);
    await planHolders(tx, orgOf(target));
  },
  async findClashes(tx, target) {
    await declared.findClashes(tx, target);
    await findTaken(tx, orgOf(target));
    await findHolderClashes(tx);
  },
  async writePlan(tx, target, changes, onWritten) {
    await declared.writePlan(tx, target, changes, (share) => onWritten(share / 2));
    await writeHolders(tx, orgOf(target), target);
    onWritten(1);
  },
};

/** Serials that are live in another org: whoever imports reaches all orgs. Each is looked up: a join may read the cards of all of them. */
async function findTaken(tx: Tx, orgId: string): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason)
    select p.row_number, 'serialNumber', p.serial_number, 'form.taken' from planned_card p
    cross join lateral (
      select from card c
      where c.serial_number = p.serial_number and c.status <> 'erased' and c.org_id <> ${orgId}
      limit 1
    ) as theirs
    where p.change = 'create'`.execute(tx);
}

/** Whether a file says of cards: the part of a list of something else. */
export const saysCards = ({ mapping }: ImportTarget): boolean => mapping['serialNumber'] !== undefined;
