import { sql, type SqlBool } from 'kysely';
import type { StatusLevel, StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import type { Condition, Reach } from '../../records/record.ts';
import { groupsOfManagers, isOfResidents } from '../../registry/containers/container.queries.ts';
import { idsAre, inPeriod } from '../../registry/filters.ts';

/** Updates are their org's, and those of the containers that the residents of a manager's entrances use; a resident's are of their fill. */
const reach: Reach = {
  managers: (ids) => sql<SqlBool>`r.container_id in (
    select k.id from container k where k.container_group_id in (${groupsOfManagers(ids)}))`,
  apartments: (ids) => sql<SqlBool>`(r.kind = 'fill_level_pct' and r.container_id in (
    select k.id from container k where ${isOfResidents(sql`k.container_group_id`, ids)}))`,
};

export const statusUpdates = { table: 'status_update', reach } as const;

export interface StatusUpdateFilter {
  readonly containerId?: string | null | undefined;
  readonly kind?: StatusUpdateKind | null | undefined;
  readonly level?: StatusLevel | null | undefined;
  readonly from?: Date | null | undefined;
  readonly to?: Date | null | undefined;
}

export function statusUpdateConditions(filter: StatusUpdateFilter | null | undefined): Condition[] {
  return [
    ...idsAre([['container_id', filter?.containerId]]),
    ...(filter?.kind ? [sql<SqlBool>`r.kind = ${filter.kind}`] : []),
    ...(filter?.level ? [sql<SqlBool>`r.level = ${filter.level}`] : []),
    ...inPeriod(sql`r.occurred_at`, filter),
  ];
}
