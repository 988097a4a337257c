import { sql, type SqlBool } from 'kysely';
import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import { findMap, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { inScope, isUuid, restricted, type Condition, type Kind } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { accessGroups, joinedTo } from '../access-groups/access-group.queries.ts';
import { addressLabel } from '../address.ts';
import { calledBy, kindOf } from '../declared/columns.ts';
import { declaredConditions, type FilterOf } from '../declared/conditions.ts';
import { addressWordsOf, hasWords, uniqueKeyIs } from '../filters.ts';

/** Ids of the container groups that an access group of these entrances is joined to. */
export const groupsJoinedTo = (entrances: Condition) => sql`
  select j.container_group_id from access_group_container_group j
  join entrance e on e.org_id = j.org_id and e.access_group_id = j.access_group_id
  where ${entrances}`;

const openToEntrances = (entrances: Condition) => sql<SqlBool>`r.id in (${groupsJoinedTo(entrances)})`;

/** Ids of the container groups that let in any card of the orgs these apartments belong to, or anybody. */
export const openToResidentsOf = (apartmentIds: readonly string[]) => sql`
  select open_container_groups(array(select org_id from apartment where id = any(${apartmentIds}::uuid[])))`;

export const containerGroups = {
  ...kindOf(containerGroup),
  reach: {
    managers: (ids) => openToEntrances(sql<SqlBool>`e.manager_id = any(${ids}::uuid[])`),
    apartments: (ids) => sql<SqlBool>`(
      ${openToEntrances(sql<SqlBool>`e.id in (select entrance_id from apartment where id = any(${ids}::uuid[]))`)}
      or r.id = any((${openToResidentsOf(ids)})::uuid[]))`,
  },
  defaultSort: [{ field: 'item_number', direction: 'asc' }],
  called: calledBy(containerGroup, sql`concat_ws(' ', r.item_number, nullif(r.name, ''))`),
  search: [
    {
      permission: 'containerGroup:read',
      matching: (q) => containerGroupConditions({ q }),
      exactly: uniqueKeyIs('container_group', 'item_number_key'),
      describe: (row: Row<'container_group'>) => addressLabel(row),
    },
  ],
  dependsOn: { org: 'org_id' },
} as const satisfies Kind<'container_group'>;

export interface ContainerGroupFilter extends FilterOf<typeof containerGroup> {
  accessGroupId?: string | null | undefined;
  apartmentId?: string | null | undefined;
}

export function containerGroupConditions(filter: ContainerGroupFilter | null | undefined): Condition[] {
  const { q, accessGroupId, apartmentId } = filter ?? {};
  return [
    ...(q ? [hasWords('container_group', sql`search_text(r.search)`, addressWordsOf(q))] : []),
    ...declaredConditions(containerGroup, filter),
    ...(typeof accessGroupId === 'string'
      ? [restricted('accessGroup:read', joinedTo('container_group_id', 'access_group_id', accessGroupId))]
      : []),
    ...(typeof apartmentId === 'string' ? [restricted('apartment:read', openTo(apartmentId))] : []),
  ];
}

/**
 * Container groups that let in the cards of an apartment (domain.md, "Who opens what"). They are found once, and not asked of each group: those
 * that are open to all of an org are its access groups and their platforms.
 */
const openTo = (apartmentId: string): Condition =>
  isUuid(apartmentId)
    ? sql<SqlBool>`(
        r.id in (
          select j.container_group_id from apartment a
          join entrance e on e.org_id = a.org_id and e.id = a.entrance_id
          join access_group_container_group j on j.org_id = a.org_id and j.access_group_id = e.access_group_id
          where a.id = ${apartmentId})
        or r.id = any((select open_container_groups(array(select org_id from apartment where id = ${apartmentId})))::uuid[]))`
    : sql<SqlBool>`false`;

/** Access groups that are listed for one container group at most; more would be a mistake in the data. */
const maxAccessGroups = 200;

/** The access groups joined to each container group of `ids`, by name, as far as `scope` reaches. */
export async function listJoinedAccessGroups(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Row<'access_group'>[]>> {
  const rows = await findRows<Row<'access_group'> & { container_group_id: string }>(tx)`
    select wanted.id as container_group_id, joined.*
    from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select r.* from access_group_container_group j
      join access_group r on r.org_id = j.org_id and r.id = j.access_group_id
      where j.container_group_id = wanted.id and ${inScope(accessGroups, scope)}
      order by r.name_key, r.id limit ${maxAccessGroups}) joined`;
  return Map.groupBy(rows, (row) => row.container_group_id);
}

/** Containers standing in each container group of `ids`, as far as `scope` reaches. */
export const countContainersIn = (tx: Tx, scope: Scope, ids: readonly string[]) => findMap<number>(tx)`
  select r.id, count(c.id)::int
  from container_group r left join container c on c.org_id = r.org_id and c.container_group_id = r.id
  where r.id = any(${ids}::uuid[]) and ${inScope(containerGroups, scope)}
  group by r.id`;

/** Container groups that each access group of `ids` is joined to, as far as `scope` reaches. */
export const countJoinedContainerGroups = (tx: Tx, scope: Scope, ids: readonly string[]) => findMap<number>(tx)`
  select j.access_group_id, count(*)::int
  from access_group_container_group j join container_group r on r.org_id = j.org_id and r.id = j.container_group_id
  where j.access_group_id = any(${ids}::uuid[]) and ${inScope(containerGroups, scope)}
  group by 1`;
