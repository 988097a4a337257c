import { sql, type SqlBool } from 'kysely';
import { statusUpdateKinds, type StatusLevel } from '@noa/domain/vocabulary.ts';
import type { Scope } from '../../database/scope.ts';
import { allOf, inScope, searchCondition, type Condition, type SearchCondition } from '../../records/record.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import { freshSince } from './container-status.queries.ts';

/** Levels at which something is wrong, with the hours of a lock's silence that come to it. */
const silenceHours = {
  error: sql`o.silence_error_hours`,
  warning: sql`o.silence_warning_hours`,
} as const;

export const isWrong = (level: StatusLevel | null | undefined): level is keyof typeof silenceHours =>
  level === 'error' || level === 'warning';

/** Rows that may speak of one container: one of each kind of reading. */
const readingsEach = statusUpdateKinds.length;

/**
 * Holds for all containers, `r`, and finds those that have been at a level for longest: where thousands are, an index gives the first
 * of them, by what makes them so. Who has been so for as long as the last of them is among them.
 *
 * @param conditions - what else the list asks of them, its level included.
 * @param count - how many are found at least, as far as there are so many.
 */
export function longestAt(
  level: keyof typeof silenceHours,
  scope: Scope,
  conditions: readonly Condition[],
  count: number,
): SearchCondition {
  // One by one, in the order of the index: planned as a join, all containers would be read for each row.
  const container = (of: string) => sql`lateral (
    select r.id from container r where r.org_id = ${sql.ref(`${of}.org_id`)} and r.id = ${sql.ref(`${of}.container_id`)}
      and ${allOf([inScope(containers, scope), ...conditions])} offset 0) r`;
  const first = (rows: number) => sql`fetch first ${sql.lit(rows)} rows with ties`;
  return searchCondition(
    sql<SqlBool>`true`,
    (most) => sql`
      select distinct id from (
        select t.id, t.at from org_settings o cross join lateral (
          (select r.id, c.since as at from container_status c
            cross join ${container('c')}
            where c.org_id = o.org_id and c.level = ${sql.lit(level)} and c.since is not null
              and c.occurred_at >= ${freshSince}
            order by c.since ${first(count * readingsEach)})
          union all
          (select r.id, s.heard_at from container_status_summary s
            cross join ${container('s')}
            where s.org_id = o.org_id and s.heard_at < now() - make_interval(hours => ${silenceHours[level]})
            order by s.heard_at ${first(count)})) t
        order by t.at ${first(count * (readingsEach + 1))}) as found
      limit ${most}`,
  );
}
