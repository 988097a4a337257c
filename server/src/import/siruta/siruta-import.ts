import { sql } from 'kysely';
import { execute } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { ImportTarget, ImportWork } from '../import-work.ts';
import { findRepeatedRows } from '../repeated-rows.ts';
import { keepWritten } from '../undo/written.ts';
import { settleStaging } from '../staging.ts';
import { stagedColumns } from './siruta-rows.ts';

const nodeColumns = ['kind', 'name', 'official_name', 'parent_id', 'siruta'];

/**
 * The nomenclature of counties, UATs and localities. A node is known by its code; what the file does not speak of (streets, a
 * village that was struck off) stays: addresses may point to it.
 */
export const sirutaImport: ImportWork = {
  columns: stagedColumns,
  staging: 'siruta',
  planned: {
    gisNodes: {
      table: 'planned_gis_node',
      of: 'gis_node',
      columns: nodeColumns,
    },
  },
  measured: 'gisNodes',
  makePlan,
  findClashes: async (tx) => {
    await findRepeated(tx);
    await findLostParents(tx);
    await forgetKnownCodes(tx);
  },
  writePlan: async (tx, target, _changes, onWritten) => {
    onWritten(0);
    await createNodes(tx, target);
    onWritten(0.5);
    await updateNodes(tx, target);
    onWritten(1);
  },
};

async function makePlan(tx: Tx): Promise<void> {
  await settleStaging(tx, 'staged');
  await execute(tx)`
    insert into planned_gis_node (row_number, siruta, kind, name, official_name, id, parent_id, change)
    with stated as (
      select distinct on (siruta) * from staged order by siruta, row_number
    )
    select s.row_number, s.siruta, s.kind, s.name, s.official_name,
      coalesce(g.id, s.siruta::text) as id, coalesce(p.id, s.parent::text) as parent_id,
      case
        when g.id is null then 'create'
        when (g.kind, g.name, g.official_name, g.parent_id, g.siruta) is distinct from
          (s.kind, s.name, s.official_name, coalesce(p.id, s.parent::text), s.siruta) then 'update'
        else 'same'
      end as change
    from stated s
    -- Whoever planted a tree before without codes used them as ids.
    left join lateral (
      select * from gis_node n where n.siruta = s.siruta or (n.siruta is null and n.id = s.siruta::text) limit 1) g on true
    left join lateral (
      select id from gis_node n where n.siruta = s.parent or (n.siruta is null and n.id = s.parent::text) limit 1) p on true
  `;
  await settleStaging(tx, 'planned_gis_node');
}

/** Codes that the file gives twice. */
const findRepeated = (tx: Tx): Promise<void> =>
  findRepeatedRows(tx, 'siruta', sql`select row_number, siruta::text as value, siruta as key from staged`);

/**
 * UATs that lie in no county, localities that lie in no UAT: neither of this file nor of those that are there. Joined, as looking up
 * each would be left to the planner: where an index seems dear to it (`random_page_cost` as it is set), it reads the file for each.
 */
const findLostParents = (tx: Tx): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason)
  select s.row_number, 'parent', s.parent::text,
    case when coalesce(p.kind, n.kind) is null then 'import.unknownParent' else 'import.wrongParent' end
  from staged s
  join planned_gis_node planned on planned.row_number = s.row_number
  left join planned_gis_node p on p.id = planned.parent_id
  left join gis_node n on n.id = planned.parent_id
  where s.kind <> 'county'
    and coalesce(p.kind, n.kind) is distinct from (case s.kind when 'uat' then 'county' else 'uat' end)`;

/** A code that is registered was looked at when it came: what is odd about it is remarked once. */
const forgetKnownCodes = (tx: Tx): Promise<void> => execute(tx)`
  delete from found_problem f using planned_gis_node p
  where f.is_warning and f.field = 'siruta' and p.row_number = f.row_number and p.change <> 'create'`;

/** In one statement: a foreign key is checked at its end, when parents and children are all there. */
async function createNodes(tx: Tx, target: ImportTarget): Promise<void> {
  await keepWritten(tx, target, { table: 'gis_node', change: 'create' })`
    insert into gis_node as t (id, kind, name, official_name, parent_id, siruta)
    select id, kind, name, official_name, parent_id, siruta
    from planned_gis_node where change = 'create' order by row_number`;
}

async function updateNodes(tx: Tx, target: ImportTarget): Promise<void> {
  await keepWritten(tx, target, { table: 'gis_node', change: 'update', columns: nodeColumns })`
    update gis_node t set kind = p.kind, name = p.name, official_name = p.official_name, parent_id = p.parent_id,
      siruta = p.siruta
    from planned_gis_node p where p.change = 'update' and t.id = p.id`;
}
