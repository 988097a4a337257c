import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { displaySerialNumber, readSerial } from '@noa/domain/codes/card-code.ts';
import { card } from '@noa/domain/kinds/card.ts';
import type { CardKind } from '@noa/domain/vocabulary.ts';
import { execute, findRow, getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { ensureRoomForNow, storeEvents } from '../../database/stored-events.ts';
import {
  inScope,
  isUuid,
  searchCondition,
  restricted,
  type Condition,
  type Kind,
  uuidOf,
} from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { calledBy, kindOf } from '../declared/columns.ts';
import { declaredConditions, type FilterOf } from '../declared/conditions.ts';
import { flagged } from '../filters.ts';

/** Cards whose active holder is one of these apartments. */
const heldBy = (apartments: Condition) => sql<SqlBool>`r.id in (
  select h.card_id from apartment_card h join apartment a on a.org_id = h.org_id and a.id = h.apartment_id
  where h.active and ${apartments})`;

/** `card_is_held` sees past row-level security: a card that another manager handed out is not nobody's. */
const heldByNobody = () =>
  searchCondition(
    sql<SqlBool>`not card_is_held(r.org_id, r.id)`,
    (most) => sql`select found as id from unheld_cards(${most}) as found`,
  );

const isWholeSerial = (text: string): Condition | undefined => {
  const serials = readSerial(text).map(({ serialNumber }) => serialNumber);
  return serials.length > 0
    ? sql<SqlBool>`r.serial_number = any(${serials}::text[]) and r.status <> 'erased'`
    : undefined;
};

export const cards = {
  ...kindOf(card),
  reach: {
    managers: (ids) => {
      const managed = sql<SqlBool>`(a.org_id, a.entrance_id) in (
        select org_id, id from entrance where manager_id = any(${ids}::uuid[]))`;
      const ofOwnOrg = sql<SqlBool>`r.org_id in (select org_id from manager where id = any(${ids}::uuid[]))`;
      return sql<SqlBool>`(${heldBy(managed)} or (${ofOwnOrg} and ${heldByNobody()}))`;
    },
    apartments: (ids) => heldBy(sql<SqlBool>`a.id = any(${ids}::uuid[])`),
  },
  defaultSort: [{ field: 'display_serial_number', direction: 'asc' }],
  called: calledBy(card, sql`r.display_serial_number`),
  search: [{ permission: 'card:read', matching: (q) => cardConditions({ q }), exactly: isWholeSerial }],
  dependsOn: { org: 'org_id' },
} as const satisfies Kind<'card'>;

export interface CardFilter extends FilterOf<typeof card> {
  apartmentId?: string | null | undefined;
  withoutApartment?: boolean | null | undefined;
}

export function cardConditions(filter: CardFilter | null | undefined): Condition[] {
  const { q, apartmentId, withoutApartment } = filter ?? {};
  const conditions = [...(q ? [serialMatches(q)] : []), ...declaredConditions(card, filter)];
  if (typeof apartmentId === 'string') {
    const held = isUuid(apartmentId) ? heldBy(sql`a.id = ${apartmentId}`) : sql<SqlBool>`false`;
    conditions.push(restricted('apartment:read', held));
  }
  return [...conditions, ...(withoutApartment ? [heldByNobody()] : flagged(withoutApartment, heldByNobody()))];
}

function serialMatches(text: string): Condition {
  const start = text.toUpperCase().replaceAll(/[\s:-]/g, '');
  if (start === '') {
    return sql<SqlBool>`false`; // signs alone, which every serial would begin with
  }
  const whole = readSerial(text).map(({ serialNumber }) => serialNumber);
  const begins = (column: RawBuilder<unknown>) => sql`(${column} >= ${start} and ${column} < after_key(${start}))`;
  return searchCondition(
    sql<SqlBool>`(${begins(sql`r.display_serial_number`)} or ${begins(sql`r.serial_number`)}
      or r.serial_number = any(${whole}::text[]))`,
    (most) => sql`select found as id from card_candidates(${start}, ${whole}::text[], ${most}) as found`,
  );
}

/**
 * Locks the card, so that its status and holder cannot change before the transaction ends.
 *
 * @returns undefined when it is absent or out of scope.
 */
export const lockCard = (tx: Tx, scope: Scope, id: string) => findRow<Row<'card'>>(tx)`
  select r.* from card r where r.id = ${uuidOf(id)} and ${inScope(cards, scope)} for update of r`;

/**
 * Locks the live card of this serial, as `lockCard` does.
 *
 * @param serialNumber - upper-case hexadecimal.
 * @returns undefined when there is none, or it is out of scope.
 */
export const lockLiveCard = (tx: Tx, scope: Scope, serialNumber: string) => findRow<Row<'card'>>(tx)`
  select r.* from card r
  where r.serial_number = ${serialNumber} and r.status <> 'erased' and ${inScope(cards, scope)} for update of r`;

/** Whether a card of this serial was erased in the org, as far as `scope` reaches. */
export const wasErased = (tx: Tx, scope: Scope, orgId: string, serialNumber: string) => getValue<boolean>(tx)`
  select exists (
    select from card r where r.org_id = ${orgId} and r.serial_number = ${serialNumber} and r.status = 'erased'
      and ${inScope(cards, scope)}) as erased`;

interface NewCard {
  readonly org_id: string;
  readonly kind: CardKind;
  readonly serial_number: string;
  /** Blank where nobody says with which delivery it came. */
  readonly delivery_note?: string;
}

/** Registers a card; `card_serial_number_taken` refuses a serial that is live in any org. */
export function insertCard(tx: Tx, { org_id, kind, serial_number, delivery_note = '' }: NewCard): Promise<Row<'card'>> {
  return tx
    .insertInto('card')
    .values({ org_id, kind, serial_number, delivery_note, display_serial_number: displaySerialNumber(serial_number) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether any apartment holds the card, be it one that the transaction's scope does not reach. */
export const isCardHeld = (tx: Tx, { org_id, id }: Pick<Row<'card'>, 'org_id' | 'id'>): Promise<boolean> =>
  getValue<boolean>(tx)`select card_is_held(${org_id}, ${id}) as held`;

/** Ends the hand-out of a card, should it have a holder. */
export const takeBack = (tx: Tx, { org_id, id }: Row<'card'>): Promise<void> => execute(tx)`
  update apartment_card set active = false where org_id = ${org_id} and card_id = ${id} and active`;

/** What hangs on a card at this moment, whatever happens later; all null for a card that nobody holds. */
const holder = sql`
  left join apartment_card h on h.org_id = c.org_id and h.card_id = c.id and h.active
  left join apartment a on a.org_id = h.org_id and a.id = h.apartment_id
  left join entrance e on e.org_id = a.org_id and e.id = a.entrance_id`;

const holderColumns = sql`c.id as card_id, a.id as apartment_id, e.id as entrance_id, e.tower_block_id, e.access_group_id,
  e.manager_id`;

const eventColumns =
  'org_id, kind, occurred_at, failed_attempt, entrance_id, tower_block_id, access_group_id, manager_id';

/** Until when who it was is kept of what is done now, with the org's settings `s`: of an act of the town's, for 90 days at least (decision 89). */
const keptWho = sql`false as anonymous, identity_goes_on(moment(), greatest(s.identity_days, 90)) as forget_on`;

/** Records what somebody did to cards in the console, in the transaction that does it. */
export async function recordCardActions(
  tx: Tx,
  ids: readonly string[],
  kind: 'card_blocked' | 'card_unblocked' | 'card_erased',
  reason: string | null,
): Promise<void> {
  await ensureRoomForNow(tx, sql`select org_id from card where id = any(${ids}::uuid[])`);
  await storeEvents(
    eventColumns,
    sql`
    select c.org_id, ${kind}::text as kind, moment() as occurred_at, c.serial_number, ${reason}::text as reason, actor() as actor,
      false as failed_attempt, ${holderColumns}, ${keptWho}
    from card c join org_settings s on s.org_id = c.org_id ${holder} where c.id = any(${ids}::uuid[])`,
  ).execute(tx);
}

/**
 * Records that somebody tried to register serials that are live already, each once. The card that one belongs to is named only when the same
 * org owns it: what another org has is not this one's to know.
 */
export async function recordDuplicates(tx: Tx, orgId: string, serialNumbers: readonly string[]): Promise<void> {
  await ensureRoomForNow(tx, sql`${orgId}::uuid`);
  await storeEvents(
    eventColumns,
    sql`
    select s.org_id, 'duplicate_detected' as kind, moment() as occurred_at, tried.serial_number,
      null::text as reason, actor() as actor, true as failed_attempt, ${holderColumns}, ${keptWho}
    from org_settings s cross join unnest(${serialNumbers}::text[]) as tried (serial_number)
    left join card c on c.org_id = s.org_id and c.serial_number = tried.serial_number and c.status <> 'erased'
    ${holder} where s.org_id = ${orgId}`,
  ).execute(tx);
}
