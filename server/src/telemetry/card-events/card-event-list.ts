import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readSerial } from '@noa/domain/codes/card-code.ts';
import { lockEventKinds } from '@noa/domain/vocabulary.ts';
import { findRows, findValues, getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Orgs } from '../../records/record-list.ts';
import { allOf, inScope, isUuid, restricted, type Condition } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { idsAre, inPeriod } from '../../registry/filters.ts';
import type { CardEventFilter } from './card-event.schema.ts';

export type CardEventRow = Row<'card_event'>;

/**
 * The numbers that the entrances in the care of managers have had in their care: what they belonged to besides may have been something else
 * meanwhile.
 */
const numbersOf = (managerIds: readonly string[]) => sql`(
  select n.org_id, n.number from entrance e join numbered_entrance n on n.org_id = e.org_id and n.entrance_id = e.id
  where e.manager_id = any(${managerIds}::uuid[]) and n.manager_id = any(${managerIds}::uuid[])) numbers`;

/**
 * Events are their org's, and those of the entrances in a manager's care and of a resident's apartment: there, since its present occupier
 * came. How those before lived is not for whoever lives there now to know; nor is what was done behind an entrance in another manager's time for
 * whoever looks after it now, who may look after no other.
 */
export const cardEventReach = {
  managers: (ids: readonly string[]) =>
    sql<SqlBool>`r.entrance_number = any(array(select number from ${numbersOf(ids)}))`,
  apartments: (ids: readonly string[]) => sql<SqlBool>`((r.org_id, r.apartment_id) in (
      select a.org_id, a.id from apartment a where a.id = any(${ids}::uuid[]))
    and exists (
      select from scope_residences() s where s.apartment_id = r.apartment_id and s.since <= r.occurred_at))`,
};

/** Who it was is told to the manager of that moment: whoever looks after the entrance now does not learn of the time before. */
export const cardEventWhoReach = {
  managers: (ids: readonly string[]) => sql<SqlBool>`r.manager_id = any(${ids}::uuid[])`,
  apartments: cardEventReach.apartments,
};

export const cardEvents = {
  table: 'card_event',
  reach: cardEventReach,
} as const;

/** Since when who lives in each of the scope's apartments does, in milliseconds since 1970; -Infinity where nobody else is known of. */
export async function findResidences(tx: Tx): Promise<Map<string, number>> {
  const rows = await findRows<{ id: string; since: number }>(tx)`
    select apartment_id as id, (extract(epoch from since) * 1000)::float8 as since from scope_residences()`;
  return new Map(rows.map(({ id, since }) => [id, since]));
}

/** What finds an event in its table. */
export interface CardEventKey {
  readonly orgId: string;
  readonly id: string;
  /** When it happened, in UTC, to the microsecond: `2026-03-01 10:00:00.123456`. */
  readonly occurredAt: string;
}

/** The events of `keys` that `scope` reaches, by id; those that are forgotten are left out. */
export async function findCardEvents(
  tx: Tx,
  scope: Scope,
  keys: readonly CardEventKey[],
): Promise<ReadonlyMap<string, CardEventRow>> {
  const column = (pick: (key: CardEventKey) => string) => sql`${keys.map(pick)}`;
  const rows = await findRows<CardEventRow>(tx)`
    select r.* from unnest(${column((key) => key.orgId)}::uuid[], ${column((key) => key.occurredAt)}::timestamp[],
      ${column((key) => key.id)}::int8[]) as k (org_id, at, id)
    join card_event r on r.org_id = k.org_id and r.occurred_at = k.at at time zone 'UTC' and r.id = k.id
    where ${inScope(cardEvents, scope)}`;
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * From when on all events are listed that a scope reaches; null where no month of its orgs lies outside the database (decision 97). Which orgs
 * these are, row-level security says: an org's months say nothing of anybody.
 */
export const findListedFrom = (tx: Tx): Promise<Date | null> => getValue<Date | null>(tx)`
  select (max(month) + interval '1 month') at time zone 'UTC' from cold_file`;

/**
 * The events of a record by its id, with what one must be allowed to read to be told by it: behind which entrance somebody lives is
 * part of who, as one event of an entrance, to the second, is the event of one household. Those of a container group happened at the
 * containers that stand in it now.
 */
export const eventsOf = {
  containerGroup: (id: RawBuilder<unknown>): Condition =>
    sql<SqlBool>`r.container_id in (select c.id from container c where c.container_group_id = ${id})`,
  entrance: (id: RawBuilder<unknown>): Condition =>
    restricted('cardEvent:readWho', sql<SqlBool>`r.entrance_id = ${id}`),
  apartment: (id: RawBuilder<unknown>): Condition =>
    restricted('cardEvent:readWho', sql<SqlBool>`r.apartment_id = ${id}`),
};

/** Whose events of one number of an entrance, `o`, an index has by their time. */
const ofNumber = sql<SqlBool>`r.org_id = o.org_id and r.entrance_number = o.number`;

/**
 * The parts of the table that hold the events of a filter: to find a page in the order of an org is to read all of its events where few are meant,
 * and all of the country's where they are another org's.
 *
 * @returns undefined where nothing is smaller than the orgs of the scope.
 */
export function partsOf(filter: CardEventFilter | null | undefined, scope: Scope): Orgs | undefined {
  const { entranceId, containerId, containerGroupId, apartmentId, cardId } = filter ?? {};
  const isOfMembers = scope.all || scope.orgIds.length > 0;
  if (isId(entranceId)) {
    const query = sql`select org_id, number from numbered_entrance where entrance_id = ${entranceId}::uuid`;
    return { query, matches: ofNumber, isBounded: false };
  }
  // Of its only org a member's page is planned with how large orgs are.
  if ((isId(containerId) || isId(containerGroupId)) && scope.orgIds.length !== 1) {
    const query = isId(containerId)
      ? sql`select distinct org_id as id from numbered_container where container_id = ${containerId}::uuid`
      : sql`select distinct org_id as id from container where container_group_id = ${containerGroupId}::uuid`;
    return { query, isBounded: false };
  }
  if (isOfMembers) {
    return undefined;
  }
  if (scope.managerIds.length > 0 && scope.apartmentIds.length === 0) {
    // Entrance by entrance, by the numbers that each has had; there may be many in one's care, of which a card is at one.
    return isId(apartmentId) || isId(cardId)
      ? { query: sql`select distinct org_id as id from ${numbersOf(scope.managerIds)}`, isBounded: false }
      : { query: sql`select org_id, number from ${numbersOf(scope.managerIds)}`, matches: ofNumber, isBounded: true };
  }
  return scope.managerIds.length === 0
    ? {
        query: sql`select org_id, id from apartment where id = any(${scope.apartmentIds}::uuid[])`,
        matches: sql<SqlBool>`r.org_id = o.org_id and r.apartment_id = o.id`,
        isBounded: false,
      }
    : undefined;
}

/**
 * The events of the containers of a filter, by the numbers that they have had. These are looked up before: of a number PostgreSQL knows how many events it
 * has had lately, and reads those of a lock that has been silent for months by their own index, and not all of the org's since.
 *
 * @returns none for a filter that names none.
 */
export async function atContainers(
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  filter: CardEventFilter | null | undefined,
): Promise<readonly Condition[]> {
  const { containerId, containerGroupId } = filter ?? {};
  const named = [
    ...(isId(containerId) ? [sql<SqlBool>`n.container_id = ${containerId}::uuid`] : []),
    ...(isId(containerGroupId)
      ? [
          sql<SqlBool>`n.container_id in (select c.id from container c where c.container_group_id = ${containerGroupId}::uuid)`,
        ]
      : []),
  ];
  if (named.length === 0) {
    return [];
  }
  const numbers = await read(
    (tx) => findValues<number>(tx)`select n.number from numbered_container n where ${allOf(named)}`,
  );
  return [sql<SqlBool>`r.container_number = any(${numbers}::integer[])`];
}

const isId = (id: string | null | undefined): id is string => typeof id === 'string' && isUuid(id);

export function cardEventConditions(filter: CardEventFilter | null | undefined): Condition[] {
  const conditions = idsAre([
    ['container_id', filter?.containerId],
    ['card_id', filter?.cardId, 'cardEvent:readWho'],
  ]);
  const records = {
    containerGroup: filter?.containerGroupId,
    entrance: filter?.entranceId,
    apartment: filter?.apartmentId,
  };
  for (const [name, id] of Object.entries(records)) {
    if (typeof id === 'string') {
      conditions.push(eventsOf[name as keyof typeof records](isUuid(id) ? sql`${id}::uuid` : sql`null::uuid`));
    }
  }
  if (filter?.kind) {
    conditions.push(sql<SqlBool>`r.kind = ${filter.kind}`);
    if (!lockEventKinds.some((kind) => kind === filter.kind)) {
      // Few, and at no container: by that an index finds them, where all that locks saw would be gone through for one.
      conditions.push(sql<SqlBool>`r.container_number is null`);
    }
  }
  if (typeof filter?.serialNumber === 'string') {
    // Locks see serials too that no card has, of any length.
    const asTyped = filter.serialNumber.replaceAll(/[\s:-]/g, '').toUpperCase();
    const serials = [asTyped, ...readSerial(filter.serialNumber).map(({ serialNumber }) => serialNumber)];
    conditions.push(restricted('cardEvent:readWho', sql`r.serial_number = any(${serials}::text[])`));
  }
  return [...conditions, ...inPeriod(sql`r.occurred_at`, filter)];
}
