import { sql, type RawBuilder } from 'kysely';
import { lockEventKinds } from '@noa/domain/vocabulary.ts';
import { findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { allOf, inScope, type Condition } from '../../records/record.ts';
import { apartmentCards } from '../../registry/apartment-cards/apartment-card.queries.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import { cardEvents } from '../card-events/card-event-list.ts';
import { repeatsEmptying } from '../status-updates/status-update.queries.ts';
import type { TimelineDay } from './timeline.schema.ts';

/** Tables of the records that have a timeline. */
export type TimelineTable = 'container_group' | 'entrance' | 'apartment';

/** The last days up to a moment, each as the record's org counts its days; the moment's own day is the last. */
export interface TimelinePeriod {
  readonly days: number;
  readonly to: Date;
}

/** What locks and the console told of a record on one day. */
type EventCounts = Omit<TimelineDay, 'handovers' | 'emptyings'>;

const dayMs = 86_400_000;

/** No later than the first of the days begins, in whichever zone: a day may have 25 hours. */
const beginningOf = ({ days, to }: TimelinePeriod) => new Date(to.getTime() - (days + 1) * dayMs);

/** The records `k` that are asked for, with the zone `z.time_zone` of their org and its day `z.today`. */
const recordsOf = (table: TimelineTable, ids: readonly string[], { to }: TimelinePeriod) => sql`
  ${sql.table(table)} k join lateral (
    select o.time_zone, (${to}::timestamptz at time zone o.time_zone)::date as today from org o where o.id = k.org_id) z
  on k.id = any(${ids}::uuid[])`;

/** How many days before its org's today a moment lay. */
const agoOf = (at: RawBuilder<unknown>) => sql`z.today - (${at} at time zone z.time_zone)::date`;

/** The day of a moment as its org counts it: YYYY-MM-DD. */
const dateOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone z.time_zone)::date::text`;

/** When a day of an org begins. */
const midnight = (date: RawBuilder<unknown>) => sql`(${date})::timestamp at time zone z.time_zone`;

/**
 * The events of each record of `ids`, by its id: a row for each day, oldest first.
 *
 * @param conditions - which events `r` are those of a record `k`, within what these need (`within`).
 */
export async function countEvents(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  { table, period, conditions }: { table: TimelineTable; period: TimelinePeriod; conditions: readonly Condition[] },
): Promise<Map<string, EventCounts[]>> {
  const tellsUse = table === 'apartment' ? sql`s.identity_days > 0` : sql`true`;
  const rows = await findRows<EventCounts & { id: string }>(tx)`
    with counted as (
      select k.id, ${agoOf(sql`e.occurred_at`)} as ago,
        count(*) filter (where e.kind = any(${lockEventKinds}::text[]) and not e.failed_attempt) as openings,
        count(*) filter (where e.failed_attempt) as refusals,
        count(*) filter (where e.kind <> all(${lockEventKinds}::text[])) as actions
      from ${recordsOf(table, ids, period)}
      cross join lateral (
        select r.occurred_at, r.kind, r.failed_attempt from card_event r
        where r.org_id = k.org_id and r.occurred_at between ${beginningOf(period)} and ${period.to}
          ${table === 'apartment' ? sql`and r.who_occurred_at between ${beginningOf(period)} and ${period.to}` : sql``}
          and ${allOf([inScope(cardEvents, scope), ...conditions])}) e
      group by k.id, ago)
    select k.id, (z.today - day)::text as date, ${midnight(sql`z.today - day`)} as "from", ${midnight(sql`z.today - day + 1`)} as "to",
      case when ${tellsUse} then coalesce(c.openings, 0)::int end as openings,
      case when ${tellsUse} then coalesce(c.refusals, 0)::int end as refusals,
      coalesce(c.actions, 0)::int as "cardActions"
    from ${recordsOf(table, ids, period)}
    cross join generate_series(${period.days}::int - 1, 0, -1) as day
    left join counted c on c.id = k.id and c.ago = day
    left join org_settings s on s.org_id = k.org_id
    order by k.id, day desc`;
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byId].map(([id, days]) => [id, days.map(({ id: _id, ...day }) => day)]));
}

/** Counts by the id of the record, and by the day. */
export type DayCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

interface DayCount {
  readonly id: string;
  readonly date: string;
  readonly count: number;
}

const byDay = (rows: readonly DayCount[]): DayCounts =>
  new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, days]) => [
      id,
      new Map(days.map(({ date, count }) => [date, count])),
    ]),
  );

/** How many cards were handed out to the apartments of each record, or taken back. */
export async function countHandovers(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  { table, period }: { table: 'entrance' | 'apartment'; period: TimelinePeriod },
): Promise<DayCounts> {
  const isOfRecord = table === 'entrance' ? sql`a.entrance_id = k.id` : sql`a.id = k.id`;
  // One by one: planned together, the hand-outs of the whole org would be looked up in it. Nothing but its end ever changes of a hand-out: the version in which it is no longer active began then.
  const rows = await findRows<DayCount>(tx)`
    select k.id, ${dateOf(sql`h.at`)} as date, count(*)::int as count
    from ${recordsOf(table, ids, period)}
    cross join lateral (select a.org_id, a.id from apartment a where a.org_id = k.org_id and ${isOfRecord} offset 0) a
    cross join lateral (
      select r.created_at, r.active, r.valid_from from apartment_card r
      where r.org_id = a.org_id and r.apartment_id = a.id and ${inScope(apartmentCards, scope)} offset 0) r
    cross join lateral (values (r.created_at), (case when not r.active then r.valid_from end)) h (at)
    where h.at between ${beginningOf(period)} and ${period.to}
    group by 1, 2`;
  return byDay(rows);
}

/** How often containers of each container group were emptied: of those that stand in it now. */
export async function countEmptyings(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  period: TimelinePeriod,
): Promise<DayCounts> {
  const rows = await findRows<DayCount>(tx)`
    select k.id, ${dateOf(sql`u.occurred_at`)} as date, count(*)::int as count
    from ${recordsOf('container_group', ids, period)}
    join container r on r.org_id = k.org_id and r.container_group_id = k.id
    join status_update u on u.org_id = r.org_id and u.container_id = r.id and u.kind = 'emptying_detected'
      and u.occurred_at between ${beginningOf(period)} and ${period.to}
    where ${inScope(containers, scope)} and not ${repeatsEmptying}
    group by 1, 2`;
  return byDay(rows);
}
