import { validationFailed } from '@noa/domain/errors.ts';
import type { Context } from '../../request/context.ts';
import type { ImportJobRow } from '../import-job.queries.ts';
import { getJob, moveWaiting } from '../import.service.ts';
import { decideMatches, type DecidedMatches, type MatchDecision } from './import-match.queries.ts';

/** Rows that one call may name. */
const mostRows = 1_000;

/**
 * Says of proposals whether they are what the list means. The dry run of before no longer holds: it is to be started again
 * (`mapImport`) before the file is applied.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `rows` where no proposal is meant; `Conflict` while the import runs, and once it
 * has ended.
 */
export async function decideImportMatches(
  context: Context,
  id: string,
  { rows, street, decision }: DecidedMatches & { readonly decision?: MatchDecision | null | undefined },
): Promise<ImportJobRow> {
  const job = await getJob(context, id);
  if ((!rows && !street) || (rows && rows.length > mostRows)) {
    throw validationFailed({ rows: rows ? 'form.tooLong' : 'form.required' }, 'Rows or a street are to be decided');
  }
  return context.write('import:run', async (tx) => {
    const moved = await moveWaiting(tx, job, { state: 'uploaded' });
    if ((await decideMatches(tx, id, { rows, street }, decision ?? null)) === 0) {
      throw validationFailed({ rows: 'form.notFound' }, 'None of these is a proposal');
    }
    return moved;
  });
}
