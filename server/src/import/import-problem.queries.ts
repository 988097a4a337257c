import { sql } from 'kysely';
import { importLimits } from '@noa/domain/imports/import.ts';
import { execute, getRow } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import type { RowList } from '../graphql/row-list.ts';

/** What is wrong with a row, in a target field; a warning is worth a look, but no reason to stop. `proposals` may be meant instead, best first. */
export type ImportProblemRow = Omit<Row<'import_problem'>, 'org_id' | 'job_id'>;

/** In the order of the file. */
export const problemsOf = (jobId: string): RowList<ImportProblemRow> => ({
  from: sql`import_problem`,
  columns: sql`r.position, r.row_number, r.field, r.value, r.reason, r.is_warning, r.other_row, r.proposals`,
  conditions: [sql`r.job_id = ${jobId}`],
  order: [{ key: { by: sql`r.position`, type: 'int4' }, name: 'position', direction: 'asc' }],
});

/** What this transaction found: reasons to stop, and remarks. */
export const countFoundProblems = (tx: Tx) => getRow<{ problems: number; warnings: number }>(tx)`
  select count(*) filter (where not is_warning)::int as problems, count(*) filter (where is_warning)::int as warnings
  from found_problem`;

/**
 * Keeps what this transaction found (`staging.ts`), in the place of what was found before. Where that is more than is kept, reasons to
 * stop come before remarks: rows are left out by them, and each must be told why.
 */
export async function keepFoundProblems(tx: Tx, orgId: string | null, jobId: string): Promise<void> {
  await forgetProblems(tx, jobId);
  await execute(tx)`
    insert into import_problem (org_id, job_id, position, row_number, field, value, reason, is_warning, other_row,
      proposals)
    select ${orgId}, ${jobId}, row_number() over (order by row_number, field, reason) as position, row_number, field,
      left(value, 200), reason, is_warning, other_row, proposals
    from found_problem order by is_warning, position limit ${importLimits.problems}`;
}

export const forgetProblems = (tx: Tx, jobId: string): Promise<void> =>
  execute(tx)`delete from import_problem where job_id = ${jobId}`;
