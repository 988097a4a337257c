import { sql } from 'kysely';
import type { WasteStream } from '@noa/domain/vocabulary.ts';
import { execute, findRow, findRows, hasRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { Scope } from '../../database/scope.ts';
import { inScope } from '../../records/record.ts';
import { streetLabel } from '../../registry/address.ts';
import type { IncidentRow } from './incident.queries.ts';

/** Somebody who is told of an incident by a channel, and how far that is. */
export type DeliveryRow = Omit<Row<'alert_delivery'>, 'look_at' | 'created_at' | Receivers> &
  Readonly<Record<Receivers, readonly string[]>>;
type Receivers = 'pending' | 'accepted' | 'refused';

const columns = sql.raw<DeliveryRow>(
  `r.org_id, r.id, r.incident_id, r.occasion, r.channel, r.state, r.attempts, r.pending, r.accepted, r.refused, r.body, r.failure,
   r.status, r.finished_at`,
);

export interface NewDelivery extends Pick<DeliveryRow, 'occasion' | 'channel' | 'body'> {
  readonly incident: IncidentRow;
  readonly to: readonly string[];
}

/** Has somebody told, once: what was written down for an incident before stays as it is. */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) {
    return;
  }
  const rows = deliveries.map(({ incident, occasion, channel, to, body }) => ({
    org: incident.org_id,
    incident: incident.id,
    occasion,
    channel,
    to,
    body,
  }));
  await execute(tx)`
    insert into alert_delivery (org_id, incident_id, occasion, channel, pending, body, look_at)
    select d.org, d.incident, d.occasion, d.channel, array(select json_array_elements_text(d."to")), d.body, ${now}
    from json_to_recordset(${JSON.stringify(rows)})
      as d (org uuid, incident uuid, occasion text, channel text, "to" json, body text)
    on conflict (org_id, incident_id, occasion, channel) do nothing`;
}

/** The deliveries of each of some incidents, as they came about; of one occasion the mail before the call. */
export async function findDeliveries(
  tx: Tx,
  scope: Scope,
  incidentIds: readonly string[],
): Promise<Map<string, DeliveryRow[]>> {
  const rows = await findRows<DeliveryRow>(tx)`
    select ${columns} from alert_delivery r
    where r.incident_id = any(${[...incidentIds]}::uuid[]) and ${inScope({ reach: {} }, scope)}
    order by r.created_at, r.channel`;
  return Map.groupBy(rows, ({ incident_id }) => incident_id);
}

/**
 * Takes the delivery that has waited for longest, or whose worker is gone; one of an incident in a planned silence waits for its end, and
 * a webhook while its receiver is called of another one: a receiver that hangs keeps one worker, and those of nobody else.
 *
 * @param until - when whoever takes it must be gone if nothing was heard.
 */
export async function takeDelivery(tx: Tx, now: Date, until: Date): Promise<DeliveryRow | undefined> {
  // One takes at a time, or two would call the same receiver.
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended('noa.telling', 0))`;
  return findRow<DeliveryRow>(tx)`
    with called as materialized (
      select a.webhook_url from alert_delivery d
      join incident i on i.org_id = d.org_id and i.id = d.incident_id
      join alert_rule a on a.org_id = i.org_id and a.id = i.rule_id
      where d.look_at > ${now} and d.state = 'sending' and d.channel = 'webhook')
    update alert_delivery r set state = 'sending', attempts = r.attempts + 1, look_at = ${until}
    where r.id = (
      select d.id from alert_delivery d
      join incident i on i.org_id = d.org_id and i.id = d.incident_id
      join alert_rule a on a.org_id = i.org_id and a.id = i.rule_id
      where d.look_at <= ${now} and coalesce(i.silenced_until <= ${now}, true)
        and (d.channel = 'mail' or not exists (select from called c where c.webhook_url = a.webhook_url))
      order by d.look_at limit 1 for update of d skip locked)
    returning ${columns}`;
}

/** Whether a delivery is still the one that was taken: nobody has taken it over. */
export const isStillOurs = (tx: Tx, { id, attempts }: DeliveryRow): Promise<boolean> => hasRow(tx)`
  select from alert_delivery where id = ${id} and attempts = ${attempts} and state = 'sending'`;

/** How an attempt ended. */
export interface DeliveryOutcome extends Pick<DeliveryRow, 'pending' | 'accepted' | 'refused' | 'failure' | 'status'> {
  readonly state: 'waiting' | 'sent' | 'failed';
  /** Of one that waits. */
  readonly retryAt: Date | null;
}

export async function endDelivery(tx: Tx, { id, attempts }: DeliveryRow, o: DeliveryOutcome, now: Date): Promise<void> {
  await execute(tx)`
    update alert_delivery set state = ${o.state}, look_at = ${o.retryAt}, pending = ${[...o.pending]}::text[],
      accepted = accepted || ${[...o.accepted]}::text[], refused = refused || ${[...o.refused]}::text[],
      failure = ${o.failure}, status = ${o.status}, finished_at = ${o.state === 'waiting' ? null : now}
    where id = ${id} and attempts = ${attempts} and state = 'sending'`;
}

/** What telling needs beside the delivery itself. */
export interface Told {
  readonly orgName: string;
  readonly timeZone: string;
  readonly enabled: boolean;
  /** Whether its rule is; one that is paused tells nobody. */
  readonly active: boolean;
  /** Whom its rule tells on this occasion, as it is now. */
  readonly recipients: readonly string[];
  readonly locale: 'ro' | 'en';
  readonly webhookUrl: string | null;
  readonly secret: Buffer | null;
  readonly ruleId: string;
  /** What the container group is called, or the container; null once it is gone. */
  readonly label: string | null;
  /** Serial numbers of the containers concerned. */
  readonly containers: readonly string[];
  /** The waste stream of each of them. */
  readonly streams: readonly WasteStream[];
  readonly incident: IncidentRow;
}

/** @returns undefined when the incident went with its rule. */
export async function findTold(tx: Tx, { incident_id, occasion }: DeliveryRow): Promise<Told | undefined> {
  const row = await findRow<Omit<Told, 'incident'> & { incident: IncidentRow & { opened_at: string } }>(tx)`
    select o.name as "orgName", o.time_zone as "timeZone", o.enabled, a.active, a.locale,
      case ${occasion} when 'opened' then a.recipients else a.escalate_to end as recipients, a.webhook_url as "webhookUrl",
      a.webhook_secret_cipher as secret, a.id as "ruleId", row_to_json(i) as incident,
      nullif(concat_ws(', ', g.item_number, nullif(${streetLabel('g')}, '')), '') as label,
      array(select k.serial_number from container k where k.org_id = i.org_id and k.id = any(i.container_ids) order by 1) as containers,
      array(select k.waste_stream::text from container k where k.org_id = i.org_id and k.id = any(i.container_ids)
        order by k.serial_number) as streams
    from incident i
    join alert_rule a on a.org_id = i.org_id and a.id = i.rule_id
    join org o on o.id = i.org_id
    left join container_group g on g.org_id = i.org_id and g.id = i.container_group_id
    where i.id = ${incident_id}`;
  return row && { ...row, incident: { ...row.incident, opened_at: new Date(row.incident.opened_at) } };
}
