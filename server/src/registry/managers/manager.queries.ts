import { sql, type SqlBool } from 'kysely';
import { recordSorts, type Condition, type Kind } from '../../database/record.ts';
import { hasWords, wordsOf, idsAre, recordConditions, type RecordFilter, uniqueKeyIs } from '../filters.ts';

export const managers = {
  name: 'manager',
  table: 'manager',
  reach: { managers: (ids) => sql<SqlBool>`r.id = any(${ids}::uuid[])` },
  sorts: { ...recordSorts, name: { by: sql`r.name_key`, type: 'text' } },
  fields: { name: 'name' },
  defaultSort: [{ field: 'name', direction: 'asc' }],
  called: { labels: sql`select r.id, r.name as label from manager r`, permission: 'manager:read' },
  search: [
    {
      permission: 'manager:read',
      matching: (q) => managerConditions({ q }),
      exactly: uniqueKeyIs('manager', 'name_key'),
    },
  ],
  dependsOn: { org: 'org_id' },
} as const satisfies Kind<'manager'>;

export interface ManagerFilter extends RecordFilter {
  q?: string | null | undefined;
  orgId?: string | null | undefined;
}

export function managerConditions(filter: ManagerFilter | null | undefined): Condition[] {
  const conditions = recordConditions(filter);
  if (filter?.q) {
    conditions.push(hasWords('manager', sql`search_text(r.name)`, wordsOf(filter.q)));
  }
  conditions.push(...idsAre([['org_id', filter?.orgId, 'org:read']]));
  return conditions;
}
