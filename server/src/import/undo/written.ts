import { sql, type RawBuilder } from 'kysely';
import { execute } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { ImportTarget } from '../import-work.ts';

/** What a statement of an import does. */
interface Writing {
  /** The table that it writes, as `t` in the statement. */
  readonly table: string;
  readonly change: 'create' | 'update';
  /** The columns that an update writes. */
  readonly columns?: readonly string[];
  /** By what its rows and their versions are known, where they have no numbers of their own: `t` is its row. */
  readonly known?: { readonly id: RawBuilder<unknown>; readonly version: RawBuilder<unknown> };
}

const byNumber = { id: sql`t.id::text`, version: sql`t.row_id` };

/**
 * Executes a statement of an import, an insert or update that calls its table `t` and returns nothing, and keeps which versions it made, so
 * that the import can be undone: ``keepWritten(tx, target, { … })`insert …` ``.
 */
export const keepWritten =
  (
    tx: Tx,
    { orgId, jobId }: Pick<ImportTarget, 'orgId' | 'jobId'>,
    { table, change, columns = [], known = byNumber }: Writing,
  ) =>
  (...statement: Parameters<typeof sql>): Promise<void> =>
    execute(tx)`
    with written as (${sql(...statement)} returning ${known.id} as id, ${known.version} as row_id)
    insert into import_change (org_id, job_id, position, kind, change, columns, ids, row_ids)
    select ${orgId}, ${jobId}, (select coalesce(max(position), 0) + 1 from import_change where job_id = ${jobId}),
      ${table}, ${change}, ${columns}, array_agg(id), array_agg(row_id)
    from written having count(*) > 0`;

/** Forgets what imports wrote that cannot be undone any more, and the bad rows of their files. */
export async function forgetWritten(tx: Tx): Promise<void> {
  await execute(tx)`
    delete from import_change c using import_job j where j.id = c.job_id and j.undo_until < now()`;
  await execute(tx)`
    update import_job set content = null where state = 'applied' and undo_until < now() and content is not null`;
}
