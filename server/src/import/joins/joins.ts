import { sql } from 'kysely';
import { maxContainerGroups } from '@noa/domain/kinds/access-group-input.ts';
import type { Tx } from '../../database/database.ts';
import type { DeclaredKind } from '../declared/declared-kind.ts';
import type { ImportTarget } from '../import-work.ts';
import { namedRecords, type Reference } from '../missing-names.ts';
import type { Columns } from '../reading/column-batch.ts';
import { settleStaging } from '../staging.ts';
import { keepWritten } from '../undo/written.ts';

export const plannedJoins: Columns = [
  ['row_number', 'integer'],
  ['id', 'uuid'],
  ['access_group_id', 'uuid'],
  ['container_group_id', 'uuid'],
  ['change', 'text'],
];

/** Sets the joins that rows name against those that there are, once their records and those that they name are planned. */
export async function planJoins(
  tx: Tx,
  orgId: string,
  { table, stated }: DeclaredKind,
  reference: Reference,
): Promise<void> {
  const [own, named] = [sql.ref(`${table}_id`), sql.ref(`${reference.table}_id`)];
  await sql`
    insert into planned_join (row_number, id, access_group_id, container_group_id, change)
    with named as (
      select min(s.row_number) as row_number, p.id as ${own}, n.id as ${named}
      from staged s
      join ${sql.table(`planned_${table}`)} p on sort_key(p.${sql.ref(stated)}) = sort_key(s.${sql.ref(stated)})
      join ${namedRecords(orgId, reference)} n on n.name = s.${sql.ref(reference.staged)}
      group by p.id, n.id
    )
    select n.row_number, coalesce(j.id, new_id()), n.access_group_id, n.container_group_id,
      case when j.id is null then 'create' else 'same' end
    from named n
    left join access_group_container_group j on j.org_id = ${orgId} and j.access_group_id = n.access_group_id
      and j.container_group_id = n.container_group_id`.execute(tx);
  await settleStaging(tx, 'planned_join', ['access_group_id']);
}

/** Rows by which an access group would be joined to more than it may be. */
export async function findTooMany(tx: Tx, orgId: string, field: string): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason)
    select distinct p.row_number, ${field}, s.joined, 'form.tooMany'
    from planned_join p join staged s on s.row_number = p.row_number
    where p.change = 'create' and p.access_group_id in (
      select n.access_group_id from planned_join n where n.change = 'create' group by n.access_group_id
      having count(*) + (
        select count(*) from access_group_container_group j
        where j.org_id = ${orgId} and j.access_group_id = n.access_group_id) > ${maxContainerGroups})`.execute(tx);
}

/**
 * Joins what is planned. A change of what an access group is joined to is a change of the group itself: one that the list does not change
 * otherwise has a new version too, so that history tells of it and whoever holds an older one finds out.
 */
export async function writeJoins(tx: Tx, orgId: string, target: ImportTarget): Promise<void> {
  await sql`
    update access_group g set name = g.name
    where g.org_id = ${orgId} and g.id in (select access_group_id from planned_join where change = 'create')
      and not exists (select from planned_access_group p where p.id = g.id and p.change <> 'same')`.execute(tx);
  await keepWritten(tx, target, {
    table: 'access_group_container_group',
    change: 'create',
    statement: sql`insert into access_group_container_group as t (org_id, id, access_group_id, container_group_id)
      select ${orgId}, id, access_group_id, container_group_id from planned_join where change = 'create'
      order by row_number, id
      on conflict on constraint access_group_container_group_taken do nothing`,
  });
}

/** Joins that an undone import had made are parted by now: access groups that stay have a new version that says so. */
export async function renewParted(tx: Tx): Promise<void> {
  await sql`
    update access_group g set name = g.name
    from (
      select distinct h.org_id, h.access_group_id
      from planned_undo u
      join access_group_container_group_history h on h.id = u.id::uuid and h.row_id = u.row_id
      where u.kind = 'access_group_container_group' and u.reason is null
    ) as parted
    where g.org_id = parted.org_id and g.id = parted.access_group_id
      and not exists (select from planned_undo u where u.kind = 'access_group' and u.id = g.id::text and u.reason is null)`.execute(
    tx,
  );
}
