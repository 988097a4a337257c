import { sql } from 'kysely';
import { execute, findValues } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { declaredImport } from '../declared/declared-import.ts';
import { recordDuplicates } from '../../registry/cards/card.queries.ts';
import { orgOf, type ImportTarget, type ImportWork } from '../import-work.ts';
import { cards } from '../declared/declared-kinds.ts';
import { keepWritten } from '../undo/written.ts';
import { columnsIn } from '../reading/column-batch.ts';
import { settleStaging } from '../staging.ts';
import { stagedCardColumns } from './card-rows.ts';
import { findDoors, findUnknownDoors, plannedDoors } from './doors.ts';

const plannedHolders = columnsIn(
  'row_number integer, id uuid, card_id uuid, apartment_id uuid, former_apartment_id uuid, status text, change text',
);

/** Who is to hold the cards of the file, where it says so: the apartment that the row is about (`planned_door`). */
async function planHolders(tx: Tx, orgId: string): Promise<void> {
  await execute(tx)`
    insert into planned_apartment_card (row_number, id, card_id, apartment_id, former_apartment_id, status, change)
    select p.row_number, coalesce(h.id, new_id()), p.id, d.apartment_id, h.apartment_id, c.status,
      case when h.apartment_id = d.apartment_id then 'same' else 'create' end
    from planned_card p
    join planned_door d on d.row_number = p.row_number and d.matches = 1
    left join card c on c.org_id = ${orgId} and c.id = p.id and p.change <> 'create'
    left join apartment_card h on h.org_id = ${orgId} and h.card_id = c.id and h.active`;
  await settleStaging(tx, 'planned_apartment_card', ['row_number']);
}

/** Cards that cannot be handed to the apartment of their row: whoever holds one keeps it, and what is blocked is handed to nobody. */
const findHolderClashes = (tx: Tx): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason)
  select h.row_number, 'serialNumber', p.serial_number,
    case when h.former_apartment_id is not null then 'form.cardAssigned' else 'form.cardBlocked' end
  from planned_apartment_card h
  join planned_card p on p.id = h.card_id
  where h.change = 'create' and (h.former_apartment_id is not null or h.status = 'blocked')`;

/** Records whoever tried to register a card that is live elsewhere, as where it is done by hand: rows that are left out for it are an attempt. */
async function recordTaken(tx: Tx, orgId: string): Promise<void> {
  const taken = await findValues<string>(tx)`
    select distinct value from found_problem where field = 'serialNumber' and reason = 'form.taken'`;
  if (taken.length > 0) {
    await recordDuplicates(tx, orgId, taken);
  }
}

/** Hands the cards out, once they are registered. */
const writeHolders = (tx: Tx, orgId: string, target: ImportTarget): Promise<void> =>
  keepWritten(tx, target, { table: 'apartment_card', change: 'create' })`
    insert into apartment_card as t (org_id, id, apartment_id, card_id)
    select ${orgId}, id, apartment_id, card_id from planned_apartment_card where change = 'create'
    order by row_number`;

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
    await recordTaken(tx, orgOf(target));
    onWritten(1);
  },
};

/** Serials that are live in another org: whoever imports reaches all orgs. Each is looked up: a join may read the cards of all of them. */
const findTaken = (tx: Tx, orgId: string): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason)
  select p.row_number, 'serialNumber', p.serial_number, 'form.taken' from planned_card p
  cross join lateral (
    select from card c
    where c.serial_number = p.serial_number and c.status <> 'erased' and c.org_id <> ${orgId}
    limit 1
  ) as theirs
  where p.change = 'create'`;

/** Whether a file says of cards: the part of a list of something else. */
export const saysCards = ({ mapping }: ImportTarget): boolean => mapping['serialNumber'] !== undefined;

/** Cards of a delivery as they are declared, and who holds them. */
export const cardImport: ImportWork = {
  ...cardPart,
  columns: stagedCardColumns,
  staging: 'declared',
  tables: { ...cardPart.tables, staged: [['row_number', 'integer'], ...stagedCardColumns] },
  measured: 'cards',
  match: (tx, target) => findDoors(tx, orgOf(target)),
  findClashes: async (tx, target) => {
    await findUnknownDoors(tx);
    await cardPart.findClashes(tx, target);
  },
};
