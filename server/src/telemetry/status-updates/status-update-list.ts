import { sql, type SqlBool } from 'kysely';
import type { Scope } from '../../database/scope.ts';
import type { Orgs } from '../../records/record-list.ts';
import { isOfOwnersOf } from '../../records/owners.ts';
import type { Condition, Reach } from '../../records/record.ts';
import { groupsOfManagers, isOfResidents } from '../../registry/containers/container.queries.ts';
import { idsAre, inPeriod } from '../../registry/filters.ts';
import type { ReportTable } from '../receiving/message-list.ts';
import type { StatusUpdateFilter } from './status-update.schema.ts';

const containersOfManagers = (ids: readonly string[]) => sql`
  select k.org_id, k.id from container k
  where ${isOfOwnersOf('manager', ids, 'k')} and k.container_group_id in (${groupsOfManagers(ids)})`;

const containersOfResidents = (ids: readonly string[]) => sql`
  select k.org_id, k.id from container k
  where ${isOfOwnersOf('apartment', ids, 'k')} and ${isOfResidents(sql`k.container_group_id`, ids)}`;

/** Updates are their org's, and those of the containers that the residents of a manager's entrances use; a resident's are of their fill. */
const reach: Reach = {
  managers: (ids) => sql<SqlBool>`r.container_id in (
    select k.id from (${containersOfManagers(ids)}) k)`,
  apartments: (ids) => sql<SqlBool>`(r.kind = 'fill_level_pct' and r.container_id in (
    select k.id from (${containersOfResidents(ids)}) k))`,
};

/**
 * Container by container, where a scope is of managers or of residents alone: an index has the updates of each by their time. In the order of an org
 * they are those of all months, to be sorted for each page.
 */
const partsOf = ({ all, orgIds, managerIds, apartmentIds }: Scope): Orgs | undefined => {
  const containers = [
    ...(managerIds.length > 0 ? [containersOfManagers(managerIds)] : []),
    ...(apartmentIds.length > 0 ? [containersOfResidents(apartmentIds)] : []),
  ];
  return all || orgIds.length > 0 || containers.length === 0
    ? undefined
    : {
        query: sql.join(containers, sql` union `),
        matches: sql<SqlBool>`r.org_id = o.org_id and r.container_id = o.id`,
        isBounded: true,
      };
};

export const statusUpdates: ReportTable<'status_update'> = { table: 'status_update', reach, partsOf };

export function statusUpdateConditions(filter: StatusUpdateFilter | null | undefined): Condition[] {
  return [
    ...idsAre([['container_id', filter?.containerId]]),
    ...(filter?.kind ? [sql<SqlBool>`r.kind = ${filter.kind}`] : []),
    ...(filter?.level ? [sql<SqlBool>`r.level = ${filter.level}`] : []),
    ...inPeriod(sql`r.occurred_at`, filter),
  ];
}
