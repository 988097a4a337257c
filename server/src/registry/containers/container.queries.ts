import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { container } from '@noa/domain/kinds/container.ts';
import { findRows, getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { inScope, type Condition, type Kind } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { addressLabel } from '../address.ts';
import { groupsJoinedTo, openToResidentsOf } from '../container-groups/container-group.queries.ts';
import { calledBy, kindOf, sortsOf } from '../declared/columns.ts';
import { declaredConditions, type FilterOf } from '../declared/conditions.ts';
import { addressWordsOf, flagged, hasWords, inRange, type Range, uniqueKeyIs } from '../filters.ts';

/** Container groups that residents in the care of these managers use. */
export const groupsOfManagers = (ids: readonly string[]) =>
  groupsJoinedTo(sql<SqlBool>`e.manager_id = any(${ids}::uuid[])`);

/** Whether a container of this group is opened by the residents of these apartments. */
export const isOfResidents = (group: RawBuilder<unknown>, ids: readonly string[]) => sql<SqlBool>`(
  ${group} in (${groupsJoinedTo(
    sql<SqlBool>`e.id in (select entrance_id from apartment where id = any(${ids}::uuid[]))`,
  )})
  or ${group} = any((${openToResidentsOf(ids)})::uuid[]))`;

/** The newest fill level, 0 to 100; -1 for a container that never reported. */
const fillLevel = sql`r.fill_level_key`;
const hasFillLevel = sql<SqlBool>`${fillLevel} >= 0`;

type Threshold = 'fill_warning_pct' | 'fill_error_pct' | 'silence_warning_hours';

/** What the container's org has decided. */
const threshold = (setting: Threshold) =>
  sql`(select o.${sql.ref(setting)} from org_settings o where o.org_id = r.org_id)`;

/** Whether it has reported to be as full as its org has decided, or fuller. */
const isAsFullAs = (setting: Threshold) => sql<SqlBool>`${hasFillLevel} and ${fillLevel} >= ${threshold(setting)}`;

/** When the container's lock was last seen, whatever it had to tell; null if it never was. */
const heardAt = sql`(
  select s.heard_at from container_status_summary s where s.org_id = r.org_id and s.container_id = r.id)`;

export const containers = {
  ...kindOf(container),
  reach: {
    managers: (ids) => sql<SqlBool>`r.container_group_id in (${groupsOfManagers(ids)})`,
    apartments: (ids) => isOfResidents(sql`r.container_group_id`, ids),
  },
  sorts: {
    ...sortsOf(container),
    // A container that never reported comes before one that reported to be empty.
    fill_level_pct: { by: fillLevel, type: 'float8' },
  },
  defaultSort: [{ field: 'serial_number', direction: 'asc' }],
  called: calledBy(container, sql`r.serial_number`),
  search: [
    {
      permission: 'container:read',
      matching: (q) => containerConditions({ q }),
      exactly: uniqueKeyIs('container', 'serial_number_key'),
      describe: (row: Row<'container'>) => addressLabel(row),
    },
  ],
  dependsOn: { container_group: 'container_group_id' },
} as const satisfies Kind<'container'>;

export interface ContainerFilter extends FilterOf<typeof container> {
  /** Containers that never reported are in no range. */
  fillLevelPct?: Range | null | undefined;
  /** Whether its fill deserves a warning or more, by the thresholds of its org. */
  nearlyFull?: boolean | null | undefined;
  /** Whether its fill is an error. */
  full?: boolean | null | undefined;
  /** Whether its lock, once seen, has been silent for longer than its org allows. */
  silent?: boolean | null | undefined;
  /** Whether its lock does not hold the newest version of its list. */
  unsynced?: boolean | null | undefined;
}

/**
 * The lock has not applied what its list is now, or what it holds is known to be wrong, or may be the list of a group that the container
 * left. A list that was always empty is no matter.
 */
export const isUnsynced = sql<SqlBool>`(exists (
  select from grant_list l
  left join container_sync s on s.org_id = r.org_id and s.container_id = r.id
  where l.org_id = r.org_id and l.container_group_id = r.container_group_id
    and (s.applied_version is distinct from l.version or s.restart))
  or exists (select from former_list f where f.org_id = r.org_id and f.container_id = r.id))`;

export function containerConditions(filter: ContainerFilter | null | undefined): Condition[] {
  return [
    ...(filter?.q ? [hasWords('container', sql`search_text(r.search)`, addressWordsOf(filter.q))] : []),
    ...declaredConditions(container, filter),
    ...(filter?.fillLevelPct ? [hasFillLevel, ...inRange(fillLevel, filter.fillLevelPct)] : []),
    ...flagged(filter?.nearlyFull, isAsFullAs('fill_warning_pct')),
    ...flagged(filter?.full, isAsFullAs('fill_error_pct')),
    ...flagged(
      filter?.silent,
      sql`${heardAt} < now() - make_interval(hours => ${threshold('silence_warning_hours')})`,
      'statusUpdate:read',
    ),
    ...flagged(filter?.unsynced, isUnsynced, 'sync:read'),
  ];
}

/** How full a container is, and from where on that matters. */
export interface Fill {
  readonly id: string;
  /** As last reported, 0 to 100; null when it never was. */
  readonly pct: number | null;
  /** When it was that full; null with `pct`. */
  readonly at: Date | null;
  /** So full or fuller deserves a warning, or is an error, as the container's org decides; null in a past without settings. */
  readonly warningPct: number | null;
  readonly errorPct: number | null;
}

/** The newest fill of each container of `ids` that `scope` reaches. */
export async function findFills(tx: Tx, scope: Scope, ids: readonly string[]): Promise<Map<string, Fill>> {
  const rows = await findRows<Fill>(tx)`
    select r.id, s.value::float8 as pct, s.occurred_at as at,
      o.fill_warning_pct as "warningPct", o.fill_error_pct as "errorPct"
    from container r
    left join org_settings o on o.org_id = r.org_id
    left join container_status s on s.org_id = r.org_id and s.container_id = r.id and s.kind = 'fill_level_pct'
      and s.value is not null
    where r.id = any(${ids}::uuid[]) and ${inScope(containers, scope)}`;
  return new Map(rows.map((fill) => [fill.id, fill]));
}

/**
 * Whether a controller is bound to the container: a lock has reported from it or asked for its list, and has not been silent for longer than its
 * org allows since. One that was scrapped is silent for good, and its container may go.
 */
export const isReporting = (tx: Tx, { org_id, id }: { org_id: string; id: string }) => getValue<boolean>(tx)`
  select exists (
    select from org_settings o
    left join container_status_summary s on s.org_id = o.org_id and s.container_id = ${id}
    left join container_sync k on k.org_id = o.org_id and k.container_id = ${id}
    where o.org_id = ${org_id}
      and greatest(s.heard_at, k.asked_at) >= now() - make_interval(hours => o.silence_error_hours)) as reporting`;
