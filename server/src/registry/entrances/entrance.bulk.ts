import { sql } from 'kysely';
import { updateRecords } from '../../records/record.ts';
import type { BulkChange } from '../bulk-change.ts';
import { entrances } from './entrance.queries.ts';

/** Gives entrances another access group, or another manager, or none; of their own org, which the writer must reach. */
export function moveEntrances(column: 'access_group_id' | 'manager_id', target: string | null): BulkChange {
  const table = sql.table(column === 'manager_id' ? 'manager' : 'access_group');
  return {
    kind: entrances,
    isDone: sql`r.${sql.ref(column)} is not distinct from ${target}::uuid`,
    // It may go while the job runs, and the foreign key would fail everybody's step for it.
    refusal: sql`case when ${target}::uuid is not null
      and not exists (select from ${table} g where g.org_id = r.org_id and g.id = ${target}::uuid) then 'bulk.noTarget' end`,
    write: (tx, ids) => updateRecords(tx, entrances, ids, { [column]: target }),
  };
}
