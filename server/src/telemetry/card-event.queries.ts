import { sql } from 'kysely';
import { opensByList } from '../access/access.queries.ts';
import type { Tx } from '../database/database.ts';
import type { IncomingReport } from './record-reports.ts';

/** A card event as it is written: checked, its time decided, its serial in the notation of cards. */
export interface IncomingEvent extends IncomingReport {
  readonly eventNumber: number;
  readonly kind: string;
  readonly serialNumber: string | null;
  readonly listVersion: string | null;
}

const column = <Value>(events: readonly IncomingEvent[], pick: (event: IncomingEvent) => Value) => events.map(pick);

/**
 * Stores the events that have not arrived before, with what each belongs to at this moment; to be called with the receipts
 * locked.
 *
 * @returns indexes of the events that were stored; the others had arrived before, or stand twice in the batch.
 */
export async function insertEvents(tx: Tx, events: readonly IncomingEvent[]): Promise<Set<number>> {
  const { rows } = await sql<{ index: number }>`
    with incoming as (
      select distinct on (container_id, boot_number, event_number) *
      from unnest(
        ${column(events, (e) => e.index)}::int[], ${column(events, (e) => e.containerId)}::uuid[],
        ${column(events, (e) => e.bootNumber)}::int[], ${column(events, (e) => e.eventNumber)}::int8[],
        ${column(events, (e) => e.kind)}::text[], ${column(events, (e) => e.occurredAt)}::timestamptz[],
        ${column(events, (e) => e.deviceAt)}::timestamptz[], ${column(events, (e) => e.clockCorrected)}::bool[],
        ${column(events, (e) => e.serialNumber)}::text[], ${column(events, (e) => e.listVersion)}::int8[])
        as i (index, container_id, boot_number, event_number, kind, occurred_at, device_at, clock_corrected,
          serial_number, list_version)
      order by container_id, boot_number, event_number, index),
    fresh as (
      select i.*, k.org_id from incoming i
      join container k on k.id = i.container_id
      join card_event_receipt r on r.org_id = k.org_id and r.container_id = k.id and r.boot_number = i.boot_number
      where not i.event_number <@ r.received),
    stored as (
      insert into card_event (org_id, kind, occurred_at, device_at, clock_corrected, boot_number, event_number,
        list_version, serial_number, container_id, container_group_id, waste_stream, card_id, apartment_id, entrance_id,
        tower_block_id, access_group_id, manager_id, litres, failed_attempt, unauthorised)
      select f.org_id, f.kind, f.occurred_at, f.device_at, f.clock_corrected, f.boot_number, f.event_number,
        f.list_version, f.serial_number, k.id, k.container_group_id, k.waste_stream, c.id, a.id, e.id,
        e.tower_block_id, e.access_group_id, e.manager_id,
        case when f.kind in ('full_use', 'open_after_use') then k.volume_control_litres else 0 end,
        f.kind in ('access_denied', 'duplicate_detected'),
        f.kind = 'access_denied' and (c.id is null or not ${opensByList})
      from fresh f
      join container k on k.org_id = f.org_id and k.id = f.container_id
      left join card c on c.org_id = f.org_id and c.serial_number = f.serial_number and c.status <> 'erased'
      left join apartment_card h on h.org_id = c.org_id and h.card_id = c.id and h.active
      left join apartment a on a.org_id = h.org_id and a.id = h.apartment_id
      left join entrance e on e.org_id = a.org_id and e.id = a.entrance_id
      returning 1),
    numbers as (
      select org_id, container_id, boot_number, range_agg(int8range(event_number, event_number, '[]')) as received
      from fresh group by 1, 2, 3),
    noted as (
      update card_event_receipt r set received = r.received + n.received from numbers n
      where r.org_id = n.org_id and r.container_id = n.container_id and r.boot_number = n.boot_number
      returning 1)
    select index from fresh, (select count(*) from stored) s, (select count(*) from noted) n`.execute(tx);
  return new Set(rows.map(({ index }) => index));
}
