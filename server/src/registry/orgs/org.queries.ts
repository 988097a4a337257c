import { sql, type SqlBool } from 'kysely';
import { org } from '@noa/domain/kinds/org.ts';
import type { Condition, Kind } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import { calledBy, kindOf, sortsOf } from '../declared/columns.ts';
import { declaredConditions, type FilterOf } from '../declared/conditions.ts';
import { hasWords, wordsOf } from '../filters.ts';

export const orgs = {
  ...kindOf(org),
  reach: {
    orgs: (ids) => sql<SqlBool>`r.id = any(${ids}::uuid[])`,
    managers: (ids) => sql<SqlBool>`r.id in (select org_id from manager where id = any(${ids}::uuid[]))`,
    apartments: (ids) => sql<SqlBool>`r.id in (select org_id from apartment where id = any(${ids}::uuid[]))`,
  },
  sorts: { ...sortsOf(org), addr: { by: sql`sort_key(r.addr) collate "C"`, type: 'text' } },
  defaultSort: [{ field: 'name', direction: 'asc' }],
  called: calledBy(org, sql`r.name`),
  search: [
    {
      permission: 'org:read',
      matching: (q) => orgConditions({ q }),
      exactly: (text) => sql<SqlBool>`r.name_key = sort_key(${text})`,
      describe: ({ addr }: Row<'org'>) => addr || null,
    },
  ],
} as const satisfies Kind<'org'>;

export type OrgFilter = FilterOf<typeof org>;

export const orgConditions = (filter: OrgFilter | null | undefined): Condition[] => [
  ...(filter?.q ? [hasWords('org', sql`search_text(r.name || ' ' || r.addr)`, wordsOf(filter.q))] : []),
  ...declaredConditions(org, filter),
];
