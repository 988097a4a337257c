import { sql } from 'kysely';
import { unusualHour } from '@noa/domain/alert.ts';
import { findRows, getRow } from '../../../database/statements.ts';
import type { Tx } from '../../../database/database.ts';
import { whoOfEach } from '../../../database/stored-events.ts';
import type { FiringIsland } from './firing.ts';

const { weeks, leastMore, leastApartments } = unusualHour;

/** What counts as an opening: somebody had the container open, whether anything was thrown in or not. */
const openings = sql`e.kind in ('access_granted', 'full_use', 'no_use', 'open_after_use')`;

/** Minutes after which the hours are counted again: clocks of all zones strike the hour at a quarter of UTC's. */
const countMinutes = 15;

/** Milliseconds that right clocks of servers may lie apart; what was noted further ahead counts for nothing. */
export const clocksApartMs = 60_000;

/** Where there were more openings than usual by ten at least, before a rule says by how much. */
export interface UnusualIsland extends FiringIsland {
  readonly openings: number;
  /** As many are usual, also where that is not to be told. */
  readonly usual: number;
}

/**
 * Whether it is time to count the hours: a quarter has begun since it was last done, or it never was by a right
 * clock. What an hour had changes only by what locks tell late, and what it costs to count it anew each minute would grow with orgs.
 */
export function isTimeToCount(last: Date | null, now: Date): boolean {
  const quarter = (moment: Date) => Math.floor(moment.getTime() / (countMinutes * 60_000));
  return last === null || quarter(now) > quarter(last) || last.getTime() - now.getTime() > clocksApartMs;
}

/** An hour that has ended, and the same of the same weekday in each of the weeks before, the newest first. */
interface Hours {
  readonly starts: readonly Date[];
  readonly ends: readonly Date[];
}

/**
 * Read first, and handed to the count as plain moments, which an index finds. By the org's clock: where that is put forward or back,
 * its seven o'clock is compared with its seven o'clock. The hour that comes twice when it is put back ends twice: each is looked at, and
 * compared with the one of that name.
 */
const findHours = (tx: Tx, orgId: string, now: Date): Promise<Hours> => getRow<Hours>(tx)`
  select array_agg(h.start order by week) as starts, array_agg(h.start + interval '1 hour' order by week) as ends
  from (
    select week, case week when 0 then last.start
      else ((last.start at time zone last.time_zone) - week * interval '7 days') at time zone last.time_zone end as start
    from (
      select o.time_zone, date_trunc('hour', ${now}::timestamptz, o.time_zone) - interval '1 hour' as start
      from org o where o.id = ${orgId}) last, generate_series(0, ${weeks}::int) week) h`;

/**
 * The islands where there were more openings within the last whole hour than is usual, by ten at least, for all rules of the org at once.
 * Usual is the second most of the same hour in the four weeks before, so that neither one loud week nor two in which the lock was
 * dead make it what it is not. An island is compared when it was in use before those weeks; where fewer than five apartments opened, nothing
 * is said. Looks at the events of five hours, however long the history is
 * and however many rules there are.
 */
export async function findUnusual(tx: Tx, orgId: string, now: Date): Promise<UnusualIsland[]> {
  const { starts, ends } = await findHours(tx, orgId, now);
  const oldest = starts.at(-1) ?? now;
  return findRows<UnusualIsland>(tx)`
    with seen as materialized (
      select h.week, e.* from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality h (start, "end", week)
      cross join lateral (
        select e.id, e.forget_on, e.container_number, e.entrance_number, e.anonymous from stored_event e
        where e.org_id = ${orgId} and e.occurred_at >= h.start and e.occurred_at < h."end" and ${openings}) e
    ), counted as (
      select coalesce(k.container_group_id, k.id) as island_id, k.container_group_id, e.week, count(*)::int as openings,
        -- An event that never said whose it was names an entrance only where five apartments or more hold a card (decision 89).
        greatest(count(distinct w.apartment_id), max(${leastApartments}::int) filter (
          where e.anonymous and e.entrance_number is not null and s.identity_days = 0)) as apartments,
        array_agg(distinct k.id) as container_ids
      from seen e ${whoOfEach}
      join numbered_container t on t.number = e.container_number
      join container k on k.org_id = ${orgId} and k.id = t.container_id
      join org_settings s on s.org_id = ${orgId}
      group by 1, 2, 3)
    select n.island_id as "islandId", n.container_group_id as "containerGroupId", n.container_ids as "containerIds", n.openings,
      coalesce(u.openings, 0) as usual, case when u.apartments >= ${leastApartments} then u.openings end as "usualOpenings"
    from counted n
    left join lateral (
      select c.openings, c.apartments from counted c
      where c.island_id = n.island_id and c.week > 1 order by c.openings desc, c.week offset 1 limit 1) u on true
    cross join lateral (
      select from numbered_container t join stored_event e on e.container_number = t.number and e.occurred_at < ${oldest}
      where t.org_id = ${orgId} and t.container_id = any(n.container_ids) limit 1) known
    where n.week = 1 and n.apartments >= ${leastApartments}
      and n.openings >= coalesce(u.openings, 0) + ${leastMore}::int`;
}

/** Those where a rule's condition holds. @param threshold - per cent of what is usual. */
export const unusualFrom = (islands: readonly UnusualIsland[], threshold: number): FiringIsland[] =>
  islands.filter(({ openings, usual }) => openings * 100 >= usual * threshold);
