import { sql } from 'kysely';
import { opensByList } from '../access/access.queries.ts';
import type { Tx } from '../database/database.ts';
import { plainArray, prepared } from '../database/prepared.ts';
import type { IncomingReport } from './record-reports.ts';

/** A card event as it is written: checked, its time decided, its serial in the notation of cards. */
export interface IncomingEvent extends IncomingReport {
  readonly eventNumber: number;
  readonly kind: string;
  readonly serialNumber: string | null;
  readonly listVersion: string | null;
}

/** The events as rows `i` of a query. All their texts have been checked: none needs quotes. */
function rowsOf(events: readonly IncomingEvent[]) {
  const column = (pick: (event: IncomingEvent) => string | number | boolean | null) => plainArray(events.map(pick));
  return sql`unnest(
    ${column((e) => e.index)}::int[], ${column((e) => e.orgId)}::uuid[], ${column((e) => e.containerId)}::uuid[],
    ${column((e) => e.bootNumber)}::int[], ${column((e) => e.eventNumber)}::int8[], ${column((e) => e.kind)}::text[],
    ${column((e) => e.occurredAt.toISOString())}::timestamptz[], ${column((e) => e.deviceAt.toISOString())}::timestamptz[],
    ${column((e) => e.clockCorrected)}::bool[], ${column((e) => e.anonymous)}::bool[],
    ${column((e) => e.serialNumber)}::text[], ${column((e) => e.listVersion)}::int8[])
    as i (index, org_id, container_id, boot_number, event_number, kind, occurred_at, device_at, clock_corrected, anonymous,
      serial_number, list_version)`;
}

/**
 * Stores the events that have not arrived before, with what each belongs to at this moment; to be called with the receipts
 * locked. Records are found by their ids alone: with the org beside it, small tables are read by any index that begins with
 * the org.
 *
 * @returns indexes of the events that were stored; the others had arrived before, or stand twice in the batch.
 */
export async function insertEvents(tx: Tx, events: readonly IncomingEvent[]): Promise<Set<number>> {
  const { rows } = await sql<{ index: number }>`${prepared}
    with incoming as (
      select distinct on (container_id, boot_number, event_number) * from ${rowsOf(events)}
      order by container_id, boot_number, event_number, index),
    fresh as (
      select i.* from incoming i
      join card_event_receipt r
        on r.org_id = i.org_id and r.container_id = i.container_id and r.boot_number = i.boot_number
      where not i.event_number <@ r.received),
    stored as (
      insert into card_event (org_id, kind, occurred_at, device_at, clock_corrected, boot_number, event_number,
        list_version, serial_number, container_id, container_group_id, waste_stream, card_id, apartment_id, entrance_id,
        tower_block_id, access_group_id, manager_id, litres, failed_attempt, unauthorised, anonymous)
      select f.org_id, f.kind, f.occurred_at, f.device_at, f.clock_corrected, f.boot_number, f.event_number,
        f.list_version, case when not f.anonymous then f.serial_number end, k.id, k.container_group_id, k.waste_stream,
        case when not f.anonymous then c.id end, case when not f.anonymous then a.id end, e.id,
        e.tower_block_id, e.access_group_id, e.manager_id,
        case when f.kind in ('full_use', 'open_after_use') then k.volume_control_litres else 0 end,
        f.kind in ('access_denied', 'duplicate_detected'),
        f.kind = 'access_denied' and (c.id is null or not ${opensByList}), f.anonymous
      from fresh f
      join container k on k.id = f.container_id
      left join card c on c.org_id = f.org_id and c.serial_number = f.serial_number and c.status <> 'erased'
      left join apartment_card h on h.org_id = c.org_id and h.card_id = c.id and h.active
      left join apartment a on a.id = h.apartment_id
      left join entrance e on e.id = a.entrance_id),
    numbers as (
      select org_id, container_id, boot_number, range_agg(int8range(event_number, event_number, '[]')) as received
      from fresh group by 1, 2, 3),
    noted as (
      update card_event_receipt r set received = r.received + n.received from numbers n
      where r.org_id = n.org_id and r.container_id = n.container_id and r.boot_number = n.boot_number)
    select index from fresh`.execute(tx);
  return new Set(rows.map(({ index }) => index));
}

/**
 * Puts aside those of `events`, all of whose numbers have arrived, that say something else than the event that is kept. Who
 * is not compared where it is no longer kept; an event that is forgotten altogether contradicts nothing.
 *
 * @returns their indexes.
 */
export async function setAsideEvents(tx: Tx, events: readonly IncomingEvent[]): Promise<Set<number>> {
  const { rows } = await sql<{ index: number }>`
    with contradicting as (
      select i.*, e.anonymous as kept_anonymous from ${rowsOf(events)}
      join card_event e on e.org_id = i.org_id and e.container_id = i.container_id and e.boot_number = i.boot_number
        and e.event_number = i.event_number
      where (e.kind, e.device_at, e.list_version) is distinct from (i.kind, i.device_at, i.list_version)
        or (not e.anonymous and not i.anonymous and e.serial_number is distinct from i.serial_number)),
    put as (
      insert into card_event_set_aside (org_id, container_id, boot_number, event_number, kind, device_at, serial_number,
        list_version)
      select distinct on (container_id, boot_number, event_number, kind, device_at, serial_number, list_version)
        org_id, container_id, boot_number, event_number, kind, device_at,
        case when not anonymous and not kept_anonymous then serial_number end, list_version
      from contradicting
      on conflict do nothing)
    select index from contradicting`.execute(tx);
  return new Set(rows.map(({ index }) => index));
}
