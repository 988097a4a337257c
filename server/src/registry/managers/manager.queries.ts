import { sql, type SqlBool } from 'kysely';
import { manager } from '@noa/domain/kinds/manager.ts';
import type { Condition, Kind } from '../../records/record.ts';
import { calledBy, kindOf } from '../declared/columns.ts';
import { declaredConditions, type FilterOf } from '../declared/conditions.ts';
import { hasWords, uniqueKeyIs, wordsOf } from '../filters.ts';

export const managers = {
  ...kindOf(manager),
  reach: { managers: (ids) => sql<SqlBool>`r.id = any(${ids}::uuid[])` },
  defaultSort: [{ field: 'name', direction: 'asc' }],
  called: calledBy(manager, sql`r.name`),
  search: [
    {
      permission: 'manager:read',
      matching: (q) => managerConditions({ q }),
      exactly: uniqueKeyIs('manager', 'name_key'),
    },
  ],
  dependsOn: { org: 'org_id' },
} as const satisfies Kind<'manager'>;

export type ManagerFilter = FilterOf<typeof manager>;

export const managerConditions = (filter: ManagerFilter | null | undefined): Condition[] => [
  ...(filter?.q ? [hasWords('manager', sql`search_text(r.name)`, wordsOf(filter.q))] : []),
  ...declaredConditions(manager, filter),
];
