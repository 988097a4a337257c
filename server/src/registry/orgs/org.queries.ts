import { sql, type SqlBool } from 'kysely';
import { recordSorts, type Condition, type Kind } from '../../database/record.ts';
import type { Row } from '../../database/tables.ts';
import { hasWords, wordsOf, recordConditions, type RecordFilter } from '../filters.ts';

export const orgs = {
  name: 'org',
  table: 'org',
  reach: {
    orgs: (ids) => sql<SqlBool>`r.id = any(${ids}::uuid[])`,
    managers: (ids) => sql<SqlBool>`r.id in (select org_id from manager where id = any(${ids}::uuid[]))`,
    apartments: (ids) => sql<SqlBool>`r.id in (select org_id from apartment where id = any(${ids}::uuid[]))`,
  },
  sorts: {
    ...recordSorts,
    name: { by: sql`r.name_key`, type: 'text' },
    addr: { by: sql`sort_key(r.addr)`, type: 'text' },
    enabled: { by: sql`r.enabled::int`, type: 'int4' },
  },
  fields: { name: 'name', addr: 'addr', enabled: 'enabled', timeZone: 'time_zone' },
  defaultSort: [{ field: 'name', direction: 'asc' }],
  called: { labels: sql`select r.id, r.name as label from org r`, permission: 'org:read' },
  search: [
    {
      permission: 'org:read',
      matching: (q) => orgConditions({ q }),
      exactly: (text) => sql<SqlBool>`r.name_key = sort_key(${text})`,
      describe: ({ addr }: Row<'org'>) => addr || null,
    },
  ],
} as const satisfies Kind<'org'>;

export interface OrgFilter extends RecordFilter {
  /** Words of the name and address, case and diacritics apart; all must occur. */
  q?: string | null | undefined;
  enabled?: boolean | null | undefined;
}

export function orgConditions(filter: OrgFilter | null | undefined): Condition[] {
  const conditions = recordConditions(filter);
  if (filter?.q) {
    conditions.push(hasWords('org', sql`search_text(r.name || ' ' || r.addr)`, wordsOf(filter.q)));
  }
  if (typeof filter?.enabled === 'boolean') {
    conditions.push(sql<SqlBool>`r.enabled = ${filter.enabled}`);
  }
  return conditions;
}
