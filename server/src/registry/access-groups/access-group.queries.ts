import { sql, type SqlBool } from 'kysely';
import { accessGroup } from '@noa/domain/kinds/access-group.ts';
import { countWritten, findValues } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { isUuid, restricted, type Condition, type Kind } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import { calledBy, kindOf } from '../declared/columns.ts';
import { declaredConditions, type FilterOf } from '../declared/conditions.ts';
import { hasWords, uniqueKeyIs, wordsOf } from '../filters.ts';

export const accessGroups = {
  ...kindOf(accessGroup),
  reach: {
    managers: (ids) =>
      sql<SqlBool>`r.id in (select access_group_id from entrance where manager_id = any(${ids}::uuid[]))`,
  },
  joined: {
    containerGroupIds: (version) => sql`
      select j.container_group_id from access_group_container_group_version j
      where j.org_id = ${sql.ref(`${version}.org_id`)} and j.access_group_id = ${sql.ref(`${version}.id`)}
        and j.valid_from <= ${sql.ref(`${version}.valid_from`)} and ${sql.ref(`${version}.valid_from`)} < j.valid_to`,
  },
  defaultSort: [{ field: 'name', direction: 'asc' }],
  called: calledBy(accessGroup, sql`r.name`),
  search: [
    {
      permission: 'accessGroup:read',
      matching: (q) => accessGroupConditions({ q }),
      exactly: uniqueKeyIs('access_group', 'name_key'),
    },
  ],
  dependsOn: { org: 'org_id' },
} as const satisfies Kind<'access_group'>;

export interface AccessGroupFilter extends FilterOf<typeof accessGroup> {
  /** Those joined to it. */
  containerGroupId?: string | null | undefined;
}

export const accessGroupConditions = (filter: AccessGroupFilter | null | undefined): Condition[] => [
  ...(filter?.q ? [hasWords('access_group', sql`search_text(r.name)`, wordsOf(filter.q))] : []),
  ...declaredConditions(accessGroup, filter),
  ...(typeof filter?.containerGroupId === 'string'
    ? [restricted('containerGroup:read', joinedTo('access_group_id', 'container_group_id', filter.containerGroupId))]
    : []),
];

type Side = 'access_group_id' | 'container_group_id';

/** Records of one side that are joined to the one of the other with this id. */
export const joinedTo = (own: Side, other: Side, id: string): Condition =>
  isUuid(id)
    ? sql<SqlBool>`exists (
        select from access_group_container_group j
        where j.org_id = r.org_id and ${sql.ref(`j.${own}`)} = r.id and ${sql.ref(`j.${other}`)} = ${id})`
    : sql<SqlBool>`false`;

type Owned = Pick<Row<'access_group'>, 'org_id' | 'id'>;

/** The container groups that the access group is joined to. */
export const listJoinedIds = (tx: Tx, { org_id, id }: Owned): Promise<string[]> => findValues<string>(tx)`
  select container_group_id from access_group_container_group where org_id = ${org_id} and access_group_id = ${id}`;

/**
 * Makes `containerGroupIds` the whole set of container groups the access group is joined to; what stays is not touched.
 *
 * @returns whether that changed anything.
 */
export async function setContainerGroups(
  tx: Tx,
  { org_id, id }: Owned,
  containerGroupIds: readonly string[],
): Promise<boolean> {
  const left = await countWritten(tx)`
    delete from access_group_container_group
    where org_id = ${org_id} and access_group_id = ${id}
      and container_group_id <> all(${containerGroupIds}::uuid[])`;
  const joined = await countWritten(tx)`
    insert into access_group_container_group (org_id, access_group_id, container_group_id)
    select ${org_id}, ${id}, wanted from unnest(${containerGroupIds}::uuid[]) as wanted
    on conflict on constraint access_group_container_group_taken do nothing`;
  return left + joined > 0;
}
