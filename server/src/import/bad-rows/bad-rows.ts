import { sql, type RawBuilder } from 'kysely';
import { findValues } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { DataKeys } from '../../database/keys/sealing.ts';
import type { Context } from '../../request/context.ts';
import { findContent, type ImportJobRow } from '../import-job.queries.ts';
import { surplusOf, type FileRow } from '../reading/file-format.ts';
import { pickRows } from '../reading/file-thread.ts';
import { aadOfFile, openFile, sealFile } from '../reading/file-vault.ts';

/**
 * The rows with problems, and those that they disagree with: without these, a row that is sent back as it is would disagree with none,
 * and go in.
 *
 * @param problems - those of one job.
 */
const numbersOfBadRows = (tx: Tx, problems: RawBuilder<unknown>): Promise<number[]> => findValues<number>(tx)`
  select distinct n.row_number from ${problems} p
  cross join lateral (values (p.row_number), (p.other_row)) as n (row_number)
  where not p.is_warning and n.row_number is not null order by n.row_number`;

/** All that this transaction found (`staging.ts`), also beyond what is kept to be shown. */
const found = sql`found_problem`;
const keptOf = (jobId: string) => sql`(select * from import_problem where job_id = ${jobId})`;

/** With the file's own columns, each row as long as its header: what follows from an address is found out again. */
async function pickBadRows(
  { id, org_id: orgId, format }: ImportJobRow,
  sealed: Uint8Array,
  numbers: readonly number[],
  keys: DataKeys,
): Promise<readonly FileRow[]> {
  const own = format.header.slice(0, format.address?.first);
  const rows = await pickRows(sealed, format, numbers, { keys, aad: aadOfFile({ orgId, id }) });
  return rows.map(({ number, cells }) => {
    const surplus = surplusOf(format, cells);
    return { number, cells: own.map((_, column) => cells[column] ?? ''), ...(surplus && { surplus }) };
  });
}

/**
 * The same, as this transaction found them, sealed in the place of the file, which is forgotten once its good rows are applied.
 *
 * @returns null when there are none.
 */
export async function sealBadRows(tx: Tx, job: ImportJobRow, keys: DataKeys): Promise<Buffer | null> {
  const [content, numbers] = [await findContent(tx, job.id), await numbersOfBadRows(tx, found)];
  if (!content || numbers.length === 0) {
    return null;
  }
  const rows = await pickBadRows(job, content, numbers, keys);
  return sealFile(Buffer.from(JSON.stringify(rows)), keys, aadOfFile({ orgId: job.org_id, id: job.id }));
}

/**
 * The rows with problems as they came, each good one that they disagree with among them, for whoever brought the file and nobody else: what it says of people stands in them in the clear.
 *
 * @returns null for others, and for a job that is neither checked nor applied; none when no row is bad.
 */
export async function findBadRows(context: Context, job: ImportJobRow): Promise<readonly FileRow[] | null> {
  const isReady = job.state === 'checked' || job.state === 'applied';
  if (!isReady || job.created_by !== context.viewer.actor) {
    return null;
  }
  const { content, numbers, keys } = await context.read('import:run', async (tx) => ({
    content: await findContent(tx, job.id),
    numbers: await numbersOfBadRows(tx, keptOf(job.id)),
    keys: await context.keys.forReading(tx),
  }));
  if (!content || numbers.length === 0) {
    return [];
  }
  return job.state === 'checked'
    ? pickBadRows(job, content, numbers, keys)
    : (JSON.parse(openFile(content, keys, aadOfFile({ orgId: job.org_id, id: job.id })).toString()) as FileRow[]);
}
