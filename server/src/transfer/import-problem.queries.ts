import { sql } from 'kysely';
import { importLimits } from '@noa/domain/import.ts';
import type { Tx } from '../database/database.ts';
import { keysetPage, type Page, type PageArgs } from '../database/page.ts';

export interface ImportProblemRow {
  readonly position: number;
  readonly row_number: number;
  /** Target field. */
  readonly field: string | null;
  readonly value: string | null;
  readonly reason: string;
  readonly other_row: number | null;
}

const byPosition = [{ key: { by: sql`r.position`, type: 'int4' }, name: 'position', direction: 'asc' }] as const;

/** In the order of the file. */
export async function listProblems(tx: Tx, jobId: string, args: PageArgs): Promise<Page<ImportProblemRow>> {
  const page = keysetPage<ImportProblemRow>(args, byPosition);
  const { rows } = await sql<ImportProblemRow & { page_cursor: string[] }>`
    select r.position, r.row_number, r.field, r.value, r.reason, r.other_row, ${page.cursorColumns}
    from import_problem r where r.job_id = ${jobId} and ${page.where} ${page.orderAndLimit}`.execute(tx);
  return page.toPage(rows);
}

export async function countFoundProblems(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from found_problem`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Keeps what this transaction found (`buildings/staging.ts`), in the place of what was found before. */
export async function keepFoundProblems(tx: Tx, orgId: string, jobId: string): Promise<void> {
  await forgetProblems(tx, jobId);
  await sql`
    insert into import_problem (org_id, job_id, position, row_number, field, value, reason, other_row)
    select ${orgId}, ${jobId}, row_number() over (order by row_number, field, reason) as position, row_number, field, left(value, 200),
      reason, other_row
    from found_problem order by row_number, field, reason limit ${importLimits.problems}`.execute(tx);
}

export async function forgetProblems(tx: Tx, jobId: string): Promise<void> {
  await sql`delete from import_problem where job_id = ${jobId}`.execute(tx);
}
