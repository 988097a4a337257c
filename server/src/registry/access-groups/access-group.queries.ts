import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { recordSorts, type Condition, type Kind } from '../../database/record.ts';
import { containsAllWords, idIs, recordConditions, type RecordFilter } from '../filters.ts';

export const accessGroups = {
  name: 'accessGroup',
  table: 'access_group',
  reach: {
    managers: (ids) =>
      sql<SqlBool>`r.id in (select access_group_id from entrance where manager_id = any(${ids}::uuid[]))`,
  },
  sorts: {
    ...recordSorts,
    name: { by: sql`r.name_key`, type: 'text' },
    access_mode: { by: sql`r.access_mode`, type: 'text' },
  },
  fields: { name: 'name', accessMode: 'access_mode' },
  defaultSort: [{ field: 'name', direction: 'asc' }],
} as const satisfies Kind<'access_group'>;

export interface AccessGroupFilter extends RecordFilter {
  q?: string | null | undefined;
  orgId?: string | null | undefined;
  accessMode?: 'controlled' | 'open' | null | undefined;
}

export function accessGroupConditions(filter: AccessGroupFilter | null | undefined): Condition[] {
  const conditions = recordConditions(filter);
  if (filter?.q) {
    conditions.push(containsAllWords(sql`fold(r.name)`, filter.q));
  }
  if (filter?.orgId) {
    conditions.push(idIs('org_id', filter.orgId));
  }
  if (filter?.accessMode) {
    conditions.push(sql<SqlBool>`r.access_mode = ${filter.accessMode}`);
  }
  return conditions;
}

/** Makes `containerGroupIds` the whole set of container groups the access group is joined to; what stays is not touched. */
export async function joinContainerGroups(
  tx: Tx,
  { org_id, id }: { org_id: string; id: string },
  containerGroupIds: readonly string[],
): Promise<void> {
  await sql`
    delete from access_group_container_group
    where org_id = ${org_id} and access_group_id = ${id}
      and container_group_id <> all(${containerGroupIds}::uuid[])`.execute(tx);
  await sql`
    insert into access_group_container_group (org_id, access_group_id, container_group_id)
    select ${org_id}, ${id}, wanted from unnest(${containerGroupIds}::uuid[]) as wanted
    on conflict on constraint access_group_container_group_taken do nothing`.execute(tx);
}
