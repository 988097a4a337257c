import { sql } from 'kysely';
import type { Condition } from './record.ts';

/**
 * Whether a row is of an org that owns one of these managers, or apartments: of these orgs is all that they reach. Indexes begin with the org, and
 * without it the rows of all orgs are read for those of one. It is not joined, so that PostgreSQL takes the org for as large as others are
 * (`asAverageOrg`).
 *
 * @param row - its name in SQL.
 */
export function isOfOwnersOf(table: 'manager' | 'apartment', ids: readonly string[], row = 'r'): Condition {
  const owners = sql`(select org_id from ${sql.table(table)} where id = any(${ids}::uuid[]))`;
  return sql`${sql.ref(`${row}.org_id`)} = ${ids.length === 1 ? owners : sql`any(array${owners})`}`;
}
