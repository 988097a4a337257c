import { sql } from 'kysely';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import { useKinds } from '@noa/domain/vocabulary.ts';
import { isListed } from '../../access/access.queries.ts';
import { boolArray, int4Array, int8Array, textArray, timestampArray, uuidArray } from '../../database/binary-array.ts';
import { execute, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { storeEvents, whoOfEach } from '../../database/stored-events.ts';
import { prepared } from '../../database/connection/prepared.ts';
import type { OpenMonth } from '../month-use/month-keys.ts';
import { isOfKeptTime, type SeenContainer } from '../receiving/receipt.queries.ts';
import type { IncomingMessage } from '../receiving/record-messages.ts';

/** A card event as it is written: checked, its time decided, its serial in the notation of cards. */
export interface IncomingEvent extends IncomingMessage {
  readonly kind: string;
  readonly serialNumber: string | null;
  readonly listVersion: string | null;
  readonly litres: number;
  /** Where it happened. */
  readonly container: SeenContainer;
}

/**
 * The events as rows of a query, and what all events of a container share, once for each: `ordinal` says which of these an event
 * belongs to.
 */
function rowsOf(events: readonly IncomingEvent[]) {
  const ordinals = new Map<SeenContainer, { readonly ordinal: number; readonly containerId: string }>();
  const ordinalOf = events.map(({ container, containerId }) => {
    let known = ordinals.get(container);
    if (!known) {
      known = { ordinal: ordinals.size + 1, containerId };
      ordinals.set(container, known);
    }
    return known.ordinal;
  });
  const containers = [...ordinals.keys()];
  return {
    events: sql`unnest(${int4Array(ordinalOf)}::int4[], ${int4Array(events.map((e) => e.bootNumber))}::int4[],
      ${int4Array(events.map((e) => e.number))}::int4[], ${textArray(events.map((e) => e.kind))}::text[],
      ${timestampArray(events.map((e) => e.occurredAt))}::timestamptz[],
      ${timestampArray(events.map((e) => e.deviceAt))}::timestamptz[],
      ${boolArray(events.map((e) => e.clockCorrected))}::bool[], ${boolArray(events.map((e) => e.anonymous))}::bool[],
      ${textArray(events.map((e) => e.serialNumber))}::text[], ${int8Array(events.map((e) => e.listVersion))}::int8[],
      ${int4Array(events.map((e) => e.litres))}::int4[])
      with ordinality as i (ordinal, boot_number, event_number, kind, occurred_at, device_at, clock_corrected, anonymous,
        serial_number, list_version, litres, at)`,
    containers: sql`unnest(${uuidArray(containers.map((c) => c.orgId))}::uuid[],
      ${uuidArray([...ordinals.values()].map((known) => known.containerId))}::uuid[],
      ${uuidArray(containers.map((c) => c.containerGroupId))}::uuid[],
      ${textArray(containers.map((c) => c.wasteStream))}::text[],
      ${boolArray(containers.map((c) => c.opensToAll))}::bool[], ${int4Array(containers.map((c) => c.identityDays))}::int4[])
      with ordinality as p (org_id, container_id, container_group_id, waste_stream, opens_to_all, identity_days, ordinal)`,
  };
}

/** The months in which uses are counted, as rows of a query. */
const monthRows = (months: readonly OpenMonth[]) => sql`unnest(${uuidArray(months.map((m) => m.orgId))}::uuid[],
  ${textArray(months.map((m) => m.month))}::text[]::date[], ${timestampArray(months.map((m) => m.starts))}::timestamptz[],
  ${timestampArray(months.map((m) => m.ends))}::timestamptz[], ${months.map((m) => m.inner)}::bytea[],
  ${months.map((m) => m.outer)}::bytea[]) as m (org_id, month, starts, ends, inner_pad, outer_pad)`;

const eventColumns = `org_id, kind, occurred_at, device_at, clock_corrected, boot_number, event_number, list_version, container_id,
  container_group_id, waste_stream, entrance_id, tower_block_id, access_group_id, manager_id, litres, failed_attempt, unauthorised`;

/** A column of a row `k`, unless its entrance is among those that an event must not name. */
const unlessSmall = (column: string) => sql.raw(`case when s.id is null then k.${column} end as ${column}`);

/**
 * Stores events that have not arrived before, with what each belongs to at this moment; to be called with their receipts
 * noted. Records are found by their ids alone: with the org beside it, small tables are read by any index that begins with
 * the org.
 *
 * Whose they were is used here, for the decision and for the month's count of apartments, and stored only where the org keeps it. Where it
 * keeps none, an event does not say either behind which entrance it was, if fewer than five apartments there hold a card: that would be who.
 *
 * Pseudonyms are inserted in one order: two batches may wait for each other, and never in a circle.
 *
 * @param months - in which uses are counted, of all orgs of the events.
 */
export async function insertEvents(
  tx: Tx,
  events: readonly IncomingEvent[],
  months: readonly OpenMonth[],
): Promise<void> {
  const rows = rowsOf(events);
  const before = sql`received as (
      select k.*, c.id as card_id, a.id as apartment_id, e.id as entrance_id, e.tower_block_id, e.access_group_id, e.manager_id,
        k.kind = 'access_denied' and (c.id is null or not (k.opens_to_all or ${isListed})) as unauthorised
      from (select * from ${rows.events} join ${rows.containers} using (ordinal)) k
      left join card c on c.org_id = k.org_id and c.serial_number = k.serial_number and c.status <> 'erased'
      left join apartment_card h on h.org_id = c.org_id and h.card_id = c.id and h.active
      left join apartment a on a.id = h.apartment_id
      left join entrance e on e.id = a.entrance_id
    ), used as (
      select distinct m.org_id, m.month, month_pseudonym_of(m.inner_pad, m.outer_pad, k.apartment_id) as pseudonym
      from received k join ${monthRows(months)} on m.org_id = k.org_id and k.occurred_at >= m.starts and k.occurred_at < m.ends
      where k.apartment_id is not null and k.kind = any(${useKinds}::text[])
    ), noted as (
      insert into month_pseudonym (org_id, month, pseudonym)
      select u.org_id, u.month, u.pseudonym from used u join month_key using (org_id, month)
      order by u.org_id, u.month, u.pseudonym
      on conflict do nothing
    ), small as (
      select n.entrance_id as id from (
        select distinct entrance_id from received where identity_days = 0 and entrance_id is not null) n
      left join apartment a on a.entrance_id = n.entrance_id
      left join apartment_card h on h.org_id = a.org_id and h.apartment_id = a.id and h.active
      group by 1 having count(distinct h.apartment_id) < ${reportLimits.smallestGroup}
    ),`;
  await execute(tx)`${prepared}${storeEvents(
    eventColumns,
    sql`
      select org_id, kind, occurred_at, device_at, clock_corrected, boot_number, event_number, list_version, serial_number,
        container_id, container_group_id, waste_stream, card_id, apartment_id, ${unlessSmall('entrance_id')}, ${unlessSmall('tower_block_id')},
        ${unlessSmall('access_group_id')}, ${unlessSmall('manager_id')}, litres,
        kind in ('access_denied', 'duplicate_detected') as failed_attempt, unauthorised, null::text as actor, null::text as reason,
        anonymous, identity_goes_on(occurred_at, identity_days) as forget_on
      from received k left join small s on s.id = k.entrance_id`,
    before,
  )}`;
}

/**
 * Puts aside those of `events`, all of whose numbers have arrived, that say something else than the event that is kept. Who
 * is not compared where it is no longer kept. An event that is forgotten or lies outside the database contradicts none of its time, and each of a time of
 * which all are here: a lock whose board was exchanged counts from 1 again.
 *
 * @returns their indexes.
 */
export async function quarantineEvents(tx: Tx, events: readonly IncomingEvent[]): Promise<Set<number>> {
  const sent = rowsOf(events);
  const rows = await findRows<{ at: number }>(tx)`
    with contradicting as (
      select i.*, p.org_id, p.container_id, coalesce(e.kept_anonymous, false) as kept_anonymous from ${sent.events}
      join ${sent.containers} using (ordinal)
      left join find_events_by_number(${uuidArray(events.map((e) => e.orgId))}::uuid[], ${uuidArray(events.map((e) => e.containerId))}::uuid[],
        ${int4Array(events.map((e) => e.bootNumber))}::int4[], ${int4Array(events.map((e) => e.number))}::int4[]) k on k.place = i.at
      left join lateral (
        select true as is_kept, e.kind::text as kind, coalesce(e.device_at, e.occurred_at) as device_at, e.list_version, w.serial_number,
          e.anonymous or (e.forget_on is not null and w.event_id is null) as kept_anonymous
        from stored_event e ${whoOfEach}
        where e.org_id = k.org_id and e.occurred_at = k.occurred_at and e.id = k.id offset 0) e on true
      where case when e.is_kept then (e.kind, e.device_at, e.list_version) is distinct from (i.kind, i.device_at, i.list_version)
          or (not e.kept_anonymous and not i.anonymous and e.serial_number is distinct from i.serial_number)
        else ${isOfKeptTime(sql`p`)} end),
    put as (
      insert into card_event_set_aside (org_id, container_id, boot_number, event_number, kind, device_at, serial_number,
        list_version)
      select distinct on (container_id, boot_number, event_number, kind, device_at, serial_number, list_version)
        org_id, container_id, boot_number, event_number, kind, device_at,
        case when not anonymous and not kept_anonymous then serial_number end, list_version
      from contradicting
      on conflict do nothing)
    select at::int from contradicting`;
  return new Set(rows.flatMap(({ at }) => events[at - 1]?.index ?? []));
}
