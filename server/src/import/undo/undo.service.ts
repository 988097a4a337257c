import { validationFailed } from '@noa/domain/errors.ts';
import type { Context } from '../../request/context.ts';
import { moveJob, type ImportJobRow } from '../import-job.queries.ts';
import { runInBackground } from '../import-run.ts';
import { demand, findReached, getJob } from '../import.service.ts';
import { undoFile } from './undo-run.ts';

/**
 * Takes back what an import wrote: what it created goes, what it changed has its former values. Records that were changed since stay, and
 * those that others hang on; the job names them. Asked again for a job that is being undone or was, it gives that job.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `id` (`import.tooLateToUndo`) once the time for it is over; `Conflict` for a
 * job that is not applied.
 */
export async function undoImport(context: Context, id: string): Promise<ImportJobRow> {
  const job = await getJob(context, id);
  demand(context, job.kind);
  if (job.state === 'undoing' || job.state === 'undone') {
    return job;
  }
  if (job.state === 'applied' && (job.undo_until === null || job.undo_until < new Date())) {
    throw validationFailed({ id: 'import.tooLateToUndo' }, 'What the import wrote is not kept any more');
  }
  const undoing = await context.write('import:run', (tx) =>
    moveJob(tx, id, ['applied'], { state: 'undoing', failure: null }),
  );
  if (!undoing) {
    return findReached(context, id, ['undoing', 'undone']);
  }
  void runInBackground(context, undoing, undoFile);
  return undoing;
}
