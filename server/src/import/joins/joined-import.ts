import { sql } from 'kysely';
import type { JoinColumn } from '@noa/domain/imports/import-joins.ts';
import { maxContainerGroups } from '@noa/domain/kinds/access-group-input.ts';
import { execute } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { declaredImport } from '../declared/declared-import.ts';
import { namedBy, type DeclaredKind } from '../declared/declared-kind.ts';
import { orgOf, type ImportTarget, type ImportWork } from '../import-work.ts';
import {
  findUnknownNames,
  planMissing,
  plansOfMissing,
  tablesOfMissing,
  writeMissing,
  namedRecords,
  type Reference,
} from '../missing-names.ts';
import { columnsIn, type Columns } from '../reading/column-batch.ts';
import { settleStaging } from '../staging.ts';
import { keepWritten } from '../undo/written.ts';

/** Rows that say otherwise of a record what a row above says of it; it has a row for each of those that it is joined to. */
async function findContradictions(tx: Tx, { own, stated, declared }: DeclaredKind): Promise<void> {
  for (const { name, column } of own.filter((each) => each.name !== declared.naturalKey)) {
    const said = sql.ref(column);
    await execute(tx)`
      insert into found_problem (row_number, field, value, reason, other_row)
      select distinct row_number, ${name}, value::text, 'import.contradicts', first_row from (
        select row_number, ${said} as value, first_value(row_number) over of_record as first_row,
          first_value(${said}) over of_record as first_value
        from staged where ${said} is not null
        window of_record as (partition by sort_key(${sql.ref(stated)}) order by row_number)
      ) as r
      where value <> first_value
        and not exists (select from found_problem f where f.row_number = r.row_number and f.reason = 'import.repeated')`;
  }
}

/**
 * Records as they are declared, and what each is joined to: whole in one cell, or a row for each. A list joins and parts nothing: what it
 * does not name stays joined.
 */
export function joinedImport(kind: DeclaredKind, join: JoinColumn): ImportWork {
  const declared = declaredImport(kind);
  const reference = namedBy(join.of.name, { field: join.field, staged: 'joined' });
  const columns: Columns = [...declared.columns, ['joined', 'text']];
  return {
    ...declared,
    columns,
    tables: {
      ...declared.tables,
      staged: [['row_number', 'integer'], ...columns],
      ...tablesOfMissing([reference]),
      planned_join: plannedJoins,
    },
    planned: {
      ...plansOfMissing([reference]),
      ...declared.planned,
      accessGroupContainerGroups: {
        table: 'planned_join',
        of: 'access_group_container_group',
        columns: [],
        by: join.field,
      },
    },
    async makePlan(tx, target) {
      await declared.makePlan(tx, target);
      await planMissing(tx, target, [reference]);
      await planJoins(tx, orgOf(target), kind, reference);
    },
    async findClashes(tx, target) {
      await declared.findClashes(tx, target);
      await findContradictions(tx, kind);
      await findUnknownNames(tx, orgOf(target), [reference]);
      await findTooMany(tx, orgOf(target), join.field);
    },
    async writePlan(tx, target, changes, onWritten) {
      await writeMissing(tx, target, [reference]);
      await declared.writePlan(tx, target, changes, (share) => onWritten(share / 2));
      await writeJoins(tx, orgOf(target), target);
      onWritten(1);
    },
  };
}

const plannedJoins = columnsIn(
  'row_number integer, id uuid, access_group_id uuid, container_group_id uuid, change text',
);

/** Sets the joins that rows name against those that there are, once their records and those that they name are planned. */
async function planJoins(tx: Tx, orgId: string, { table, stated }: DeclaredKind, reference: Reference): Promise<void> {
  const [own, named] = [sql.ref(`${table}_id`), sql.ref(`${reference.table}_id`)];
  await execute(tx)`
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
      and j.container_group_id = n.container_group_id`;
  await settleStaging(tx, 'planned_join', ['access_group_id']);
}

/** Rows by which an access group would be joined to more than it may be. */
const findTooMany = (tx: Tx, orgId: string, field: string): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason)
  select distinct p.row_number, ${field}, s.joined, 'form.tooMany'
  from planned_join p join staged s on s.row_number = p.row_number
  where p.change = 'create' and p.access_group_id in (
    select n.access_group_id from planned_join n where n.change = 'create' group by n.access_group_id
    having count(*) + (
      select count(*) from access_group_container_group j
      where j.org_id = ${orgId} and j.access_group_id = n.access_group_id) > ${maxContainerGroups})`;

/**
 * Joins what is planned. A change of what an access group is joined to is a change of the group itself: one that the list does not change
 * otherwise has a new version too, so that history tells of it and whoever holds an older one finds out.
 */
async function writeJoins(tx: Tx, orgId: string, target: ImportTarget): Promise<void> {
  await execute(tx)`
    update access_group g set name = g.name
    where g.org_id = ${orgId} and g.id in (select access_group_id from planned_join where change = 'create')
      and not exists (select from planned_access_group p where p.id = g.id and p.change <> 'same')`;
  await keepWritten(tx, target, { table: 'access_group_container_group', change: 'create' })`
    insert into access_group_container_group as t (org_id, id, access_group_id, container_group_id)
    select ${orgId}, id, access_group_id, container_group_id from planned_join where change = 'create'
    order by row_number, id
    on conflict on constraint access_group_container_group_taken do nothing`;
}

/** Joins that an undone import had made are parted by now: access groups that stay have a new version that says so. */
export const renewParted = (tx: Tx): Promise<void> => execute(tx)`
  update access_group g set name = g.name
  from (
    select distinct h.org_id, h.access_group_id
    from planned_undo u
    join access_group_container_group_history h on h.id = u.id::uuid and h.row_id = u.row_id
    where u.kind = 'access_group_container_group' and u.reason is null
  ) as parted
  where g.org_id = parted.org_id and g.id = parted.access_group_id
    and not exists (select from planned_undo u where u.kind = 'access_group' and u.id = g.id::text and u.reason is null)`;
