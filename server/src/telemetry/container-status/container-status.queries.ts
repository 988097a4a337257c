import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { StatusLevel } from '@noa/domain/vocabulary.ts';
import { uuidArray } from '../../database/binary-array.ts';
import { execute, findRows, getRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { prepared } from '../../database/connection/prepared.ts';
import { allOf, inScope, searchCondition, type Condition } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import type {
  BoundingBox,
  ContainerStatusCounts,
  ContainerStatusPoint,
  StatusReading,
} from './container-status.schema.ts';

/**
 * Locks what is told of the status of these containers, in one order for all callers: what is written after it is written by
 * one transaction at a time.
 *
 * @param lastSeen - their locks were seen just now; false notes nothing.
 */
export const noteLastSeen = (tx: Tx, containerIds: readonly string[], lastSeen: boolean): Promise<void> => execute(tx)`
  ${prepared}
  insert into container_status_summary as s (org_id, container_id, heard_at)
  select k.org_id, k.id, ${lastSeen ? sql`now()` : sql`null::timestamptz`} from container k
  where k.id = any(${uuidArray(containerIds)}::uuid[])
  order by 1, 2
  on conflict (org_id, container_id) do update set heard_at = coalesce(excluded.heard_at, s.heard_at)`;

/** A container with its summary `s` and its org's settings `o`. */
const withSummary = sql`container r
  join org_settings o on o.org_id = r.org_id
  left join container_status_summary s on s.org_id = r.org_id and s.container_id = r.id`;

/** What was said before this moment has grown old. */
export const freshSince = sql`(now() - make_interval(hours => o.silence_warning_hours))`;

const isSilent = sql<SqlBool>`coalesce(s.heard_at < ${freshSince}, false)`;

/** The worst that is known at this moment, the lock's silence included; null when nothing is. */
const level = sql<StatusLevel | null>`case
  when s.error_at >= ${freshSince} or s.heard_at < now() - make_interval(hours => o.silence_error_hours) then 'error'
  when s.warning_at >= ${freshSince} or s.heard_at < ${freshSince} then 'warning'
  when s.info_at >= ${freshSince} then 'info'
  when s.ok_at >= ${freshSince} then 'ok' end`;

/**
 * Since when the container has been told to be at its level without a break: the longest of what makes it so, by the start of a run
 * of readings or the last sign of its lock; null where nothing is wrong.
 */
const since = sql<Date | null>`case when ${level} in ('error', 'warning') then least(
  (select min(c.since) from container_status c
    where c.org_id = r.org_id and c.container_id = r.id and c.level = ${level} and c.occurred_at >= ${freshSince}),
  case when s.heard_at < now() - make_interval(hours =>
      case ${level} when 'error' then o.silence_error_hours else o.silence_warning_hours end) then s.heard_at end) end`;

/** What nothing is known of, null, may be anything: it comes before what is well. */
export const worstFirst: readonly (StatusLevel | null)[] = ['error', 'warning', null, 'info', 'ok'];

export interface ContainerStatus {
  readonly container: Row<'container'>;
  /** The worst of what is not stale and of the lock's silence; null when nothing is known. */
  readonly level: StatusLevel | null;
  /** Since when it is at its level; null where nothing is wrong. */
  readonly since: Date | null;
  readonly heardAt: Date | null;
  readonly isSilent: boolean;
  readonly readings: readonly StatusReading[];
  readonly wantedVersion: string | null;
  readonly appliedVersion: string | null;
}

interface StatusRow extends Omit<ContainerStatus, 'container' | 'since' | 'readings'> {
  readonly levelSince: Date | null;
  readonly readings: readonly (Omit<StatusReading, 'at' | 'since'> & {
    readonly at: string;
    readonly since: string | null;
  })[];
}

/** The status of each container of `ids` that `scope` reaches, in any order; absent ones are left out. */
export async function findContainerStatuses(tx: Tx, scope: Scope, ids: readonly string[]): Promise<ContainerStatus[]> {
  const rows = await findRows<StatusRow & Row<'container'>>(tx)`
    select r.*, ${level} as "level", ${since} as "levelSince", s.heard_at as "heardAt", ${isSilent} as "isSilent",
      coalesce(l.version, 0)::text as "wantedVersion", y.applied_version::text as "appliedVersion",
      coalesce((
        select json_agg(json_build_object('kind', c.kind, 'level', c.level, 'value', c.value, 'at', c.occurred_at,
          'since', c.since, 'isStale', c.occurred_at < ${freshSince}) order by c.kind)
        from container_status c where c.org_id = r.org_id and c.container_id = r.id), '[]') as readings
    from ${withSummary}
    left join grant_list l on l.org_id = r.org_id and l.container_group_id = r.container_group_id
    left join container_sync y on y.org_id = r.org_id and y.container_id = r.id
    where r.id = any(${ids}::uuid[]) and ${inScope(containers, scope)}`;
  return rows.map(
    ({
      level: worst,
      levelSince,
      heardAt,
      isSilent: silent,
      wantedVersion,
      appliedVersion,
      readings,
      ...container
    }) => ({
      container,
      level: worst,
      since: levelSince,
      heardAt,
      isSilent: silent,
      wantedVersion,
      appliedVersion,
      readings: readings.map((reading) => ({
        ...reading,
        at: new Date(reading.at),
        since: reading.since === null ? null : new Date(reading.since),
      })),
    }),
  );
}

/** How many containers are in which state. */
export async function countContainerStatuses(
  tx: Tx,
  scope: Scope,
  conditions: readonly Condition[],
): Promise<ContainerStatusCounts> {
  const of = (state: RawBuilder<SqlBool>) => sql<number>`(count(*) filter (where ${state}))::int`;
  return getRow<ContainerStatusCounts>(tx)`
    select count(*)::int as total, ${of(sql`l.level = 'error'`)} as error, ${of(sql`l.level = 'warning'`)} as warning,
      ${of(sql`l.level = 'info'`)} as info, ${of(sql`l.level = 'ok'`)} as ok, ${of(sql`l.level is null`)} as unknown,
      ${of(sql`l.silent`)} as silent
    from (
      select ${level} as level, ${isSilent} as silent from ${withSummary}
      where ${allOf([inScope(containers, scope), ...conditions])}) l`;
}

/** The containers that have a place, in any order; `limit` of them at most. */
export const listContainerStatusPoints = (
  tx: Tx,
  scope: Scope,
  conditions: readonly Condition[],
  limit: number,
): Promise<ContainerStatusPoint[]> => findRows<ContainerStatusPoint>(tx)`
  select r.id, r.serial_number as label, coalesce(r.lat, g.lat) as latitude, coalesce(r.lng, g.lng) as longitude,
    ${level} as level, ${isSilent} as "isSilent", r.waste_stream as "wasteStream",
    nullif(r.fill_level_key, -1) as "fillLevelPct"
  from ${withSummary}
  left join container_group g on g.org_id = r.org_id and g.id = r.container_group_id
  where coalesce(r.lat, g.lat) is not null and ${allOf([inScope(containers, scope), ...conditions])}
  limit ${limit}`;

/** Holds for containers, `r`, that stand within the box: by their own place, or by that of their group. */
export function standsWithin({ west, south, east, north }: BoundingBox): Condition {
  const within = (of: 'r' | 'g') => {
    const [lat, lng] = [sql.ref(`${of}.lat`), sql.ref(`${of}.lng`)];
    const between =
      west <= east ? sql`${lng} between ${west} and ${east}` : sql`(${lng} >= ${west} or ${lng} <= ${east})`;
    return sql`${lat} between ${south} and ${north} and ${between}`;
  };
  return sql<SqlBool>`(${within('r')} or (r.lat is null and r.container_group_id in (
    select g.id from container_group g where ${within('g')})))`;
}

/** Asks of the container `r` what its summary tells. */
const ofSummary = (told: RawBuilder<unknown>) =>
  sql<SqlBool>`(select ${told} from org_settings o
    left join container_status_summary s on s.org_id = r.org_id and s.container_id = r.id
    where o.org_id = r.org_id)`;

/**
 * The same, for what holds of few, with a way to find them.
 *
 * @param signs - each may be a sign of it, and has an index; without any, all summaries of the scope are looked through once.
 */
const limitedBySummary = (told: RawBuilder<unknown>, signs: readonly RawBuilder<unknown>[]): Condition =>
  searchCondition(ofSummary(told), (most) =>
    signs.length === 0
      ? sql`
          select r.id from org_settings o cross join lateral (
            select r.id from container r
            left join container_status_summary s on s.org_id = r.org_id and s.container_id = r.id
            where r.org_id = o.org_id and ${told} limit ${most}) r limit ${most}`
      : sql`select id from (${sql.join(
          signs.map(
            // Org by org, or all summaries of the installation would be read for one org's few.
            (sign) => sql`
              select s.id from org_settings o cross join lateral (
                select s.container_id as id from container_status_summary s
                where s.org_id = o.org_id and ${sign} limit ${most}) s`,
          ),
          sql` union `,
        )}) as found limit ${most}`,
  );

/** How bad it is with a container, `r`, as a number. */
export const severity = ofSummary(
  sql`case ${level} ${sql.join(
    worstFirst.map((each, index) => sql`when ${each ?? 'unknown'} then ${worstFirst.length - index}::int`),
    sql` `,
  )} else ${worstFirst.length - worstFirst.indexOf(null)}::int end`,
);

/** Since when a container, `r`, is at its level; what has nothing wrong comes last. */
export const levelSince = ofSummary(sql`coalesce(${since}, '9999-12-31 00:00+00'::timestamptz)`);

const silentSign = sql`s.heard_at < ${freshSince}`;

/** Where what the worst levels come from is found by an index; for the others there is none. */
const signsOf: Partial<Record<StatusLevel, readonly RawBuilder<unknown>[]>> = {
  error: [sql`s.error_at >= ${freshSince}`, sql`s.heard_at < now() - make_interval(hours => o.silence_error_hours)`],
  warning: [sql`s.warning_at >= ${freshSince}`, silentSign],
};

/** Holds for containers, `r`, whose level is the given one at this moment; null: of which nothing is known. */
export const hasLevel = (wanted: StatusLevel | null): Condition =>
  wanted
    ? limitedBySummary(sql`${level} = ${wanted}`, signsOf[wanted] ?? [])
    : limitedBySummary(sql`${level} is null`, []);

/** Holds for containers, `r`, of which something is known, as of most. */
export const hasSomeLevel = ofSummary(sql`${level} is not null`);

/** Holds for containers, `r`, whose lock is silent, or is not. */
export const hasSilence = (wanted: boolean): Condition =>
  wanted ? limitedBySummary(isSilent, [silentSign]) : ofSummary(sql`not ${isSilent}`);
