import { sql, type RawBuilder } from 'kysely';
import { allOf, inScope } from '../../records/record.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import { repeatsEmptying } from '../../telemetry/status-updates/status-update.queries.ts';
import type { FactsAsked } from './facts.ts';

/**
 * What containers told of their fill in the period: each emptying, once whoever told of it too, and how long they were over 80 %.
 *
 * - *Fill at emptying*: the last reading before it, if there was one since the emptying before; otherwise it is not known.
 * - *Over 80 %*: from a reading of 80 % or more to the next reading, as far as that is within the period. Without a next
 *   reading it lasts, to the end of the container: it is as full as it was last said to be.
 *
 * A container stands where it stood at the end of the period, or at its own end. Days are those of its org.
 */
export const emptyingFacts = (asked: FactsAsked) => sql`
  with placed as materialized (
    select distinct on (r.id) r.org_id, r.id as container_id, r.container_group_id, r.waste_stream, r.valid_to as ends, z.time_zone
    from container_version r
    join public.org z on z.id = r.org_id
    where r.valid_from < ${asked.to} and r.valid_to > ${asked.from}
      and ${allOf(asked.scopes.map((scope) => inScope(containers, scope)))}
    order by r.id, r.row_id desc),
  -- Each reading with its container: how many are placed cannot be guessed, and what is joined to them later is joined one by one.
  told as (
    select p.*, s.*
    from placed p
    cross join (values ('fill_level_pct'), ('emptying_detected')) as k (kind)
    cross join lateral (
      select ${columns} from status_update u
      where u.org_id = p.org_id and u.container_id = p.container_id and u.kind = k.kind and u.occurred_at < ${asked.from}
      order by u.occurred_at desc, u.id desc limit 1) s
    union all
    select p.*, ${columns}
    from status_update u
    join placed p on p.org_id = u.org_id and p.container_id = u.container_id
    where u.kind in ('fill_level_pct', 'emptying_detected')
      and u.occurred_at >= ${asked.from} and u.occurred_at < ${asked.to}),
  followed as (
    select *,
      lead(occurred_at) over (partition by container_id, kind order by occurred_at, id) as next_at,
      -- At the same moment the emptying comes first: what was said then is said of the empty container.
      count(*) filter (where kind = 'emptying_detected') over (
        partition by container_id order by occurred_at, kind, id rows between unbounded preceding and 1 preceding) as round
    from told),
  rounds as (
    select *, first_value(fill_pct) over (
      partition by container_id, round order by fill_pct is null, occurred_at desc, id desc) as last_pct
    from followed)
  select f.*, (extract(year from f.date) * 100 + extract(month from f.date))::int as month, extract(year from f.date)::int as year,
    (extract(isoyear from f.date) * 100 + extract(week from f.date))::int as week
  from (
    select ${place}, true as is_emptying, last_pct as fill_pct, 0::numeric as seconds_over, occurred_at as at,
      (occurred_at at time zone time_zone)::date as date
    from rounds where kind = 'emptying_detected' and not is_repeated and occurred_at >= ${asked.from}
    union all
    select ${place}, false, null::numeric, extract(epoch from d.until - d.since), d.since, d.date
    from (
      select *, greatest(occurred_at, ${asked.from}) as since, least(coalesce(next_at, ${asked.to}::timestamptz), ends) as until
      from followed where fill_pct >= 80) o
    cross join lateral (${asked.byDay ? dayByDay : atOnce}) d
    where d.until > d.since) f`;

/** The container of a reading, with where it stands. */
const place = sql`org_id, container_group_id, container_id, waste_stream`;

const columns = sql`u.kind, u.occurred_at, u.id, ${repeatsEmptying} as is_repeated,
  case when u.kind = 'fill_level_pct' then u.value::numeric end as fill_pct`;

const atOnce: RawBuilder<unknown> = sql`select o.since, o.until, null::date as date`;

/** Each day's part of the time from `since` to `until`, in the zone of the org. */
const dayByDay: RawBuilder<unknown> = sql`
  select greatest(o.since, day at time zone o.time_zone) as since,
    least(o.until, (day + interval '1 day') at time zone o.time_zone) as until, day::date as date
  from generate_series(date_trunc('day', o.since at time zone o.time_zone), o.until at time zone o.time_zone,
    interval '1 day') as day`;
