import { sql, type SqlBool } from 'kysely';
import { allOf, inScope } from '../../records/record.ts';
import { containers, isUnsynced } from '../../registry/containers/container.queries.ts';
import { saidByLock } from '../../telemetry/status-updates/status-update.queries.ts';
import type { FactsAsked } from './facts.ts';

/**
 * Every container that is there at the end of the period with its state then, and what was left open after use in it.
 *
 * - *Silent*: its lock, once seen, has been silent for longer than its org allows. Of a past moment it is known by what
 *   was kept: no status update was received, and no card event happened, in the hours before.
 * - *Low battery*: the newest that its lock said of its battery is a warning or an error, by the thresholds of when it came.
 * - *List behind*: its lock does not hold the newest version of its list. Of a past moment it is known that a list was newer
 *   as far as its entries have not changed again since: it may have been behind for what nobody can tell any more.
 */
export const fleetFacts = (asked: FactsAsked) => sql`
  select r.org_id, r.container_group_id, r.id as container_id, r.waste_stream, true as is_container, 0::int8 as opened,
    ${asked.isPast ? wasSilent(asked) : isSilent} as is_silent,
    ${asked.isPast ? wasLow(asked) : isLow} as is_low,
    ${asked.isPast ? wasBehind(asked) : isUnsynced} as is_behind, r.serial_number_key
  from container r
  join org_settings o on o.org_id = r.org_id
  where ${allOf(asked.scopes.map((scope) => inScope(containers, scope)))}
  union all
  ${openedFacts(asked)}`;

const openedFacts = ({ opened }: FactsAsked) => sql`
  select u.org_id, u.container_group_id, u.container_id, u.waste_stream, false, u.opened, false, false, false, ''
  from unnest(${opened.map(({ orgId }) => orgId)}::uuid[], ${opened.map((each) => each.containerGroupId)}::uuid[],
      ${opened.map(({ containerId }) => containerId)}::uuid[], ${opened.map(({ wasteStream }) => wasteStream)}::text[],
      ${opened.map(({ count }) => count)}::int8[]) as u (org_id, container_group_id, container_id, waste_stream, opened)`;

const isSilent = sql<SqlBool>`coalesce((
  select s.heard_at < now() - make_interval(hours => o.silence_warning_hours) from container_status_summary s
  where s.org_id = r.org_id and s.container_id = r.id), false)`;

/** What a lock says itself: technicians tell of it as well. */
const byLock = saidByLock('u');

function wasSilent({ at, lastSeen }: FactsAsked) {
  const before = sql`(${at}::timestamptz - make_interval(hours => o.silence_warning_hours))`;
  return sql<SqlBool>`(
    not exists (
      select from status_update u
      where u.org_id = r.org_id and u.container_id = r.id and ${byLock}
        and u.occurred_at >= ${before} and u.occurred_at <= ${at}::timestamptz + interval '5 minutes'
        and u.received_at >= ${before} and u.received_at <= ${at})
    and not exists (
      select from unnest(${lastSeen.map(({ containerId }) => containerId)}::uuid[], ${lastSeen.map((each) => each.at)}::timestamptz[])
        as h (container_id, at)
      where h.container_id = r.id and h.at >= ${before})
    and (
      exists (
        select from status_update u
        where u.org_id = r.org_id and u.container_id = r.id and ${byLock} and u.occurred_at <= ${at} and u.received_at <= ${at})
      or exists (
        select from card_event e where e.org_id = r.org_id and e.container_id = r.id and e.occurred_at <= ${at})
      or exists (
        select from cold_file f where f.org_id = r.org_id and r.id = any (f.container_ids)
          and f.month + interval '1 month' <= ${at}::timestamptz at time zone 'UTC')))`;
}

const isLow = sql<SqlBool>`exists (
  select from public.container_status s
  where s.org_id = r.org_id and s.container_id = r.id and s.kind in ('battery_life_pct', 'battery_life_status')
    and s.level in ('warning', 'error'))`;

const wasLow = ({ at }: FactsAsked) => sql<SqlBool>`exists (
  select from (values ('battery_life_pct'), ('battery_life_status')) as k (kind)
  cross join lateral (
    select u.level from status_update u
    where u.org_id = r.org_id and u.container_id = r.id and u.kind = k.kind and u.occurred_at <= ${at}
    order by u.occurred_at desc, u.id desc limit 1) s
  where s.level in ('warning', 'error'))`;

/** Versions of all lists are drawn from one sequence; a lock that comes to another group begins anew. */
const wasBehind = ({ at }: FactsAsked) => sql<SqlBool>`exists (
  select from grant_list l
  where l.org_id = r.org_id and l.container_group_id = r.container_group_id
    and case when l.changed_at <= ${at} then l.version else (
      select max(g.version) from card_grant g
      where g.org_id = l.org_id and g.container_group_id = l.container_group_id and g.changed_at <= ${at}) end
    > coalesce((
      select u.value::int8 from status_update u
      where u.org_id = r.org_id and u.container_id = r.id and u.kind = 'sync' and u.level = 'ok'
        and u.acknowledged and u.occurred_at <= ${at}
        and u.occurred_at >= coalesce((
          select max(v.valid_to) from container_version v
          where v.id = r.id and v.container_group_id <> r.container_group_id and v.valid_to <= ${at}), '-infinity')
      order by u.occurred_at desc, u.id desc limit 1), 0))`;
