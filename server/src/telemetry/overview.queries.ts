import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { inScope } from '../database/record.ts';
import type { Scope } from '../database/scope.ts';
import { orgs } from '../registry/orgs/org.queries.ts';
import { cardEventReach } from './card-event-list.ts';

/** What locks saw and the console did on one day, as each org counts its days. */
export interface EventDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly events: number;
  /** Failed attempts among them. */
  readonly refused: number;
}

/** Today so far, beside the same weekday a week ago up to the same time of day. */
export interface EventsToday {
  readonly events: number;
  readonly refused: number;
  readonly eventsWeekBefore: number;
  readonly refusedWeekBefore: number;
}

/** Orgs that the scope reaches, with the zone each counts its days in. */
const zones = (scope: Scope) => sql`select r.id, r.time_zone from org r where ${inScope(orgs, scope)}`;

/** Clocks are up to 14 hours apart, and a day may have 25: bounds that hold for every zone let whole months be left out. */
const since = (days: number) => sql`now() - make_interval(days => ${days}, hours => 40)`;

/**
 * The last `days` days, oldest first, with a row for each; read by time, so that the cost follows the events of these days and not
 * of all years.
 */
export async function listEventDays(tx: Tx, scope: Scope, days: number): Promise<EventDay[]> {
  const { rows } = await sql<EventDay>`
    with zone as (${zones(scope)}),
    last as (select max((now() at time zone z.time_zone)::date) as day from zone z),
    counted as (
      select (r.occurred_at at time zone z.time_zone)::date as day, count(*)::int as events,
        (count(*) filter (where r.failed_attempt))::int as refused
      from card_event r join zone z on z.id = r.org_id
      where r.occurred_at >= ${since(days)} and r.occurred_at <= now() and ${inScope({ reach: cardEventReach }, scope)}
      group by 1)
    select d.day::date::text as date, coalesce(c.events, 0) as events, coalesce(c.refused, 0) as refused
    from last, generate_series(last.day - ${days}::int + 1, last.day, interval '1 day') as d (day)
    left join counted c on c.day = d.day::date
    order by 1`.execute(tx);
  return rows;
}

/** Today's figures, each org's day by its own clock. */
export async function countEventsToday(tx: Tx, scope: Scope): Promise<EventsToday> {
  const reached = inScope({ reach: cardEventReach }, scope);
  const counted = sql`count(*)::int as events, (count(*) filter (where r.failed_attempt))::int as refused`;
  const midnight = sql`date_trunc('day', now() at time zone z.time_zone)`;
  const weekBefore = sql`((now() at time zone z.time_zone) - interval '7 days') at time zone z.time_zone`;
  const { rows } = await sql<EventsToday>`
    with zone as (${zones(scope)}),
    today as (
      select ${counted} from card_event r join zone z on z.id = r.org_id
      where r.occurred_at >= ${since(0)} and r.occurred_at <= now() and ${reached}
        and r.occurred_at >= ${midnight} at time zone z.time_zone),
    before as (
      select ${counted} from card_event r join zone z on z.id = r.org_id
      where r.occurred_at >= ${since(7)} and r.occurred_at <= now() - interval '6 days' and ${reached}
        and r.occurred_at >= (${midnight} - interval '7 days') at time zone z.time_zone
        and r.occurred_at <= ${weekBefore})
    select today.events, today.refused, before.events as "eventsWeekBefore", before.refused as "refusedWeekBefore"
    from today, before`.execute(tx);
  return rows[0] as EventsToday;
}
