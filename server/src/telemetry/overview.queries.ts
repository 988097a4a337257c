import { sql } from 'kysely';
import { findRows, getRow } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { inScope } from '../records/record.ts';
import type { Scope } from '../database/scope.ts';
import { orgs } from '../registry/orgs/org.queries.ts';
import { cardEventReach } from './card-events/card-event-list.ts';
import type { EventDay, EventsToday } from './overview.schema.ts';

/** The days of the orgs that share a zone. */
interface Calendar {
  readonly org_ids: readonly string[];
  /** Each day as YYYY-MM-DD, today the last. */
  readonly dates: readonly string[];
  /** When each of them began. */
  readonly midnights: readonly Date[];
  readonly now: Date;
  /** As long after that day's midnight as now is after today's. */
  readonly week_before: Date;
}

/**
 * The last `days` days, by the clocks of the orgs that the scope reaches. Read first, and handed to the counts as plain moments:
 * an index finds those, while a moment worked out for each event reads the whole month.
 */
async function listCalendars(tx: Tx, scope: Scope, days: number): Promise<Calendar[]> {
  const day = sql`((now() at time zone r.time_zone)::date - ago)`;
  const each = sql`generate_series(${days}::int - 1, 0, -1) as ago`;
  return findRows<Calendar>(tx)`
    select array_agg(r.id) as org_ids, array(select ${day}::text from ${each}) as dates,
      array(select ${day}::timestamp at time zone r.time_zone from ${each}) as midnights, now() as now,
      (now() at time zone r.time_zone - interval '7 days') at time zone r.time_zone as week_before
    from org r where ${inScope(orgs, scope)}
    group by r.time_zone`;
}

const counted = sql`count(*)::int as events, (count(*) filter (where r.failed_attempt))::int as refused`;

const recent = (scope: Scope, orgIds: readonly string[], from: Date, to: Date) =>
  sql`card_event r
    where r.org_id = any(${orgIds}::uuid[]) and r.occurred_at >= ${from} and r.occurred_at <= ${to}
      and ${inScope({ reach: cardEventReach }, scope)}`;

/** The last `days` days, oldest first, with a row for each. */
export async function listEventDays(tx: Tx, scope: Scope, days: number): Promise<EventDay[]> {
  const byDate = new Map<string, { events: number; refused: number }>();
  for (const { org_ids, dates, midnights, now } of await listCalendars(tx, scope, days)) {
    const rows = await findRows<{ day: number; events: number; refused: number }>(tx)`
      select width_bucket(r.occurred_at, ${midnights}::timestamptz[]) as day, ${counted}
      from ${recent(scope, org_ids, midnights[0] ?? now, now)}
      group by 1`;
    const found = new Map(rows.map(({ day, ...counts }) => [day, counts]));
    for (const [index, date] of dates.entries()) {
      const before = byDate.get(date) ?? { events: 0, refused: 0 };
      const { events = 0, refused = 0 } = found.get(index + 1) ?? {};
      byDate.set(date, { events: before.events + events, refused: before.refused + refused });
    }
  }
  // Where clocks are hours apart, one org's today may be another's tomorrow.
  return [...byDate]
    .map(([date, counts]) => ({ date, ...counts }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .slice(-days);
}

/** Today's figures, each org's day by its own clock. */
export async function countEventsToday(tx: Tx, scope: Scope): Promise<EventsToday> {
  const sum = { events: 0, refused: 0, eventsWeekBefore: 0, refusedWeekBefore: 0 };
  for (const { org_ids, midnights, now, week_before } of await listCalendars(tx, scope, 8)) {
    const today = await countBetween(tx, scope, org_ids, midnights.at(-1) ?? now, now);
    const before = await countBetween(tx, scope, org_ids, midnights[0] ?? week_before, week_before);
    sum.events += today.events;
    sum.refused += today.refused;
    sum.eventsWeekBefore += before.events;
    sum.refusedWeekBefore += before.refused;
  }
  return sum;
}

async function countBetween(tx: Tx, scope: Scope, orgIds: readonly string[], from: Date, to: Date) {
  return getRow<{ events: number; refused: number }>(tx)`
    select ${counted} from ${recent(scope, orgIds, from, to)}`;
}
