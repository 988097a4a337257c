import { sql } from 'kysely';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import { cardEventKinds, useKinds } from '@noa/domain/vocabulary.ts';
import { isListed } from '../../access/access.queries.ts';
import { boolArray, int4Array, int8Array, textArray, timestampArray, uuidArray } from '../../database/binary-array.ts';
import { execute, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { numbersOf, storeEvents, whoOfEach } from '../../database/stored-events.ts';
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

/** Kinds go over by their positions in a list that is told once: an enum's word is looked up in PostgreSQL's catalogue for each row. */
const kindPositions: ReadonlyMap<string, number> = new Map(cardEventKinds.map((kind, index) => [kind, index + 1]));
const kindsText = `{${cardEventKinds.join(',')}}`;

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
    events: sql`(select i.*, (${kindsText}::card_event_kind[])[kind_position] as kind from unnest(${int4Array(ordinalOf)}::int4[], ${int4Array(events.map((e) => e.bootNumber))}::int4[],
      ${int4Array(events.map((e) => e.number))}::int4[], ${int4Array(events.map((e) => kindPositions.get(e.kind) ?? 0))}::int4[],
      ${timestampArray(events.map((e) => e.occurredAt))}::timestamptz[],
      ${timestampArray(events.map((e) => e.deviceAt))}::timestamptz[],
      ${boolArray(events.map((e) => e.clockCorrected))}::bool[], ${boolArray(events.map((e) => e.anonymous))}::bool[],
      ${textArray(events.map((e) => e.serialNumber))}::text[], ${int8Array(events.map((e) => e.listVersion))}::int8[],
      ${int4Array(events.map((e) => e.litres))}::int4[])
      with ordinality as i (ordinal, boot_number, event_number, kind_position, occurred_at, device_at, clock_corrected, anonymous,
        serial_number, list_version, litres, at)) i`,
    containers: (alias: 'g' | 'p') => sql`unnest(${uuidArray(containers.map((c) => c.orgId))}::uuid[],
      ${uuidArray([...ordinals.values()].map((known) => known.containerId))}::uuid[],
      ${uuidArray(containers.map((c) => c.containerGroupId))}::uuid[],
      ${textArray(containers.map((c) => c.wasteStream))}::text[],
      ${boolArray(containers.map((c) => c.opensToAll))}::bool[], ${int4Array(containers.map((c) => c.identityDays))}::int4[])
      with ordinality as ${sql.raw(alias)} (org_id, container_id, container_group_id, waste_stream, opens_to_all, identity_days, ordinal)`,
  };
}

/** The months in which uses are counted, as rows of a query. */
const monthRows = (months: readonly OpenMonth[]) => sql`unnest(${uuidArray(months.map((m) => m.orgId))}::uuid[],
  ${textArray(months.map((m) => m.month))}::text[]::date[], ${timestampArray(months.map((m) => m.starts))}::timestamptz[],
  ${timestampArray(months.map((m) => m.ends))}::timestamptz[], ${months.map((m) => m.inner)}::bytea[],
  ${months.map((m) => m.outer)}::bytea[]) with ordinality as m (org_id, month, starts, ends, inner_pad, outer_pad, ordinal)`;

const eventColumns = `org_id, kind, occurred_at, device_at, boot_number, event_number, list_version, container_number, entrance_number, litres,
  failed_attempt, unauthorised`;

const containerNumber = numbersOf('container_number');
const entranceNumber = numbersOf('entrance_number');

/**
 * Stores events that have not arrived before, with what each belongs to at this moment; to be called with their receipts
 * noted. Records are found by their ids alone: with the org beside it, small tables are read by any index that begins with
 * the org. What many events of a batch have in common, their container and their entrance, is asked for once.
 *
 * Whose they were is used here, for the decision and for the month's count of apartments, and stored only where the org keeps it. Where it
 * keeps none, an event does not say either behind which entrance it was, if fewer than five apartments there hold a card: that would be who.
 *
 * Pseudonyms are made once for each apartment, and inserted in one order: two batches may wait for each other, and never in a circle.
 *
 * @param months - in which uses are counted, of all orgs of the events.
 */
export async function insertEvents(
  tx: Tx,
  events: readonly IncomingEvent[],
  months: readonly OpenMonth[],
): Promise<void> {
  const rows = rowsOf(events);
  const before = sql`seen as materialized (
      select g.ordinal, g.org_id, g.container_group_id, g.opens_to_all, g.identity_days, ${containerNumber.value}
      from ${rows.containers('g')} ${containerNumber.join}
    ), received as materialized (
      select p.org_id, p.container_number, p.identity_days, i.kind, i.occurred_at, i.device_at, i.boot_number, i.event_number, i.list_version, i.litres,
        i.anonymous, i.serial_number, c.id as card_id, a.id as apartment_id, a.entrance_id,
        i.kind = 'access_denied' and (c.id is null or not (p.opens_to_all or ${isListed})) as unauthorised
      from ${rows.events} join seen p using (ordinal)
      left join card c on c.org_id = p.org_id and c.serial_number = i.serial_number and c.status <> 'erased'
      left join apartment_card h on h.org_id = c.org_id and h.card_id = c.id and h.active
      left join apartment a on a.id = h.apartment_id
    ), counted as materialized (
      select * from ${monthRows(months)}
    ), used as (
      select m.org_id, m.month, month_pseudonym_of(m.inner_pad, m.outer_pad, u.apartment_id) as pseudonym
      from (
        select distinct m.ordinal, k.apartment_id
        from received k join counted m on m.org_id = k.org_id and k.occurred_at >= m.starts and k.occurred_at < m.ends
        where k.apartment_id is not null and k.kind = any(${useKinds}::card_event_kind[])) u
      join counted m using (ordinal)
    ), noted as (
      insert into month_pseudonym (org_id, month, pseudonym)
      select u.org_id, u.month, u.pseudonym from used u join month_key using (org_id, month)
      order by u.org_id, u.month, u.pseudonym
      on conflict do nothing
    ), behind as materialized (
      select g.org_id, g.entrance_id, g.manager_id, ${entranceNumber.value}
      from (
        select r.org_id, e.id as entrance_id, e.tower_block_id, e.access_group_id, e.manager_id
        from (select distinct org_id, entrance_id, identity_days = 0 as is_nobody_kept from received where entrance_id is not null) r
        join entrance e on e.id = r.entrance_id
        where not r.is_nobody_kept or (select count(*) from (
          select from apartment a where a.entrance_id = e.id and exists (
            select from apartment_card h where h.org_id = a.org_id and h.apartment_id = a.id and h.active)
          limit ${reportLimits.smallestGroup}) held) = ${reportLimits.smallestGroup}) g
      ${entranceNumber.join}
    ),`;
  await execute(tx)`${prepared}${storeEvents(
    eventColumns,
    sql`
      select k.org_id, kind, occurred_at, device_at, boot_number, event_number, list_version, serial_number, container_number, card_id, apartment_id,
        b.entrance_number, b.manager_id, litres, kind in ('access_denied', 'duplicate_detected') as failed_attempt, unauthorised, null::text as actor,
        null::text as reason, anonymous, identity_goes_on(occurred_at, identity_days) as forget_on
      from received k left join behind b on b.org_id = k.org_id and b.entrance_id = k.entrance_id`,
    before,
  )}`;
}

/**
 * Puts aside those of `events`, all of whose numbers have arrived, that say something else than the event that is kept. Who
 * is not compared where it is no longer kept. An event that is forgotten or lies outside the database contradicts none of its time, and each of a time of
 * which all are here: a lock whose board was exchanged counts from 1 again.
 *
 * @returns those that do.
 */
export async function quarantineEvents(tx: Tx, events: readonly IncomingEvent[]): Promise<Set<IncomingEvent>> {
  const sent = rowsOf(events);
  const rows = await findRows<{ at: number }>(tx)`
    with contradicting as (
      select i.*, p.org_id, p.container_id, coalesce(e.kept_anonymous, false) as kept_anonymous from ${sent.events}
      join ${sent.containers('p')} using (ordinal)
      left join find_events_by_number(${uuidArray(events.map((e) => e.orgId))}::uuid[], ${uuidArray(events.map((e) => e.containerId))}::uuid[],
        ${int4Array(events.map((e) => e.bootNumber))}::int4[], ${int4Array(events.map((e) => e.number))}::int4[]) k on k.place = i.at
      left join lateral (
        select true as is_kept, e.kind, coalesce(e.device_at, e.occurred_at) as device_at, e.list_version, w.serial_number,
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
        org_id, container_id, boot_number, event_number, kind::text, device_at,
        case when not anonymous and not kept_anonymous then serial_number end, list_version
      from contradicting
      on conflict do nothing)
    select at::int from contradicting`;
  return new Set(rows.flatMap(({ at }) => events[at - 1] ?? []));
}
