import { validationFailed } from '@noa/domain/errors.ts';
import type { Context } from '../../request/context.ts';
import { execute, findRow, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { joiningMany } from '../../database/connection/planning.ts';
import { findLabels } from '../../registry/labels.ts';
import type { LabelledTable } from '../../registry/kinds.ts';
import { moveJob, type ImportJobRow, type ImportUndo, type KeptRecord } from '../import-job.queries.ts';
import { runInBackground, finish, inTransaction, lockOrgForImport, type Run } from '../import-run.ts';
import { demand, findReached, getJob } from '../import.service.ts';
import { renewParted } from '../joins/joined-import.ts';
import { findAddresses, isMembership } from '../members/undo-members.ts';
import { settleStaging } from '../staging.ts';
import { listWritten, undoChange, type WrittenChange } from './undo-changes.ts';

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

/** Records that an undo kept and names; all are counted. */
const named = 200;

/** Takes back what an import wrote, all or nothing; records that were changed since, or that others hang on, stay and are named. */
async function undoFile(context: Context, job: ImportJobRow, run: Run): Promise<void> {
  await inTransaction(context, run, async (tx) => {
    await lockOrgForImport(tx, job);
    const undo = await joiningMany(tx, () => undoWritten(tx, job, run));
    await execute(tx)`set constraints all immediate`; // not while the job's row is locked
    await finish(tx, job, { state: 'undone', undo });
  });
}

async function undoWritten(tx: Tx, job: ImportJobRow, run: Run): Promise<ImportUndo> {
  await execute(tx)`
    select create_staged_table('planned_undo', '{position,kind,change,id,row_id,reason}', '{integer,text,text,text,bigint,text}')`;
  const changes = await listWritten(tx, job.id);
  for (const [index, written] of changes.entries()) {
    run.controller.signal.throwIfAborted();
    await undoChange(tx, job, written);
    run.share = (index + 1) / changes.length;
  }
  await settleStaging(tx, 'planned_undo');
  await renewParted(tx);
  return countUndone(tx);
}

async function countUndone(tx: Tx): Promise<ImportUndo> {
  const row = await findRow<{ removed: number; restored: number; kept: number }>(tx)`
    select count(*) filter (where reason is null and change = 'create')::int as removed,
      count(*) filter (where reason is null and change = 'update')::int as restored,
      count(*) filter (where reason is not null)::int as kept
    from planned_undo`;
  return { ...(row ?? { removed: 0, restored: 0, kept: 0 }), records: await nameKept(tx) };
}

/** The first of those that stay, by what people call them; a hand-out by its card, a membership by the person's address. */
async function nameKept(tx: Tx): Promise<KeptRecord[]> {
  const rows = await findRows<{ kind: WrittenChange['kind']; id: string; reason: KeptRecord['reason'] }>(tx)`
    select case kind when 'apartment_card' then 'card' else kind end as kind,
      case kind when 'apartment_card' then (select h.card_id::text from apartment_card h where h.id = u.id::uuid) else id end as id,
      reason
    from planned_undo u where reason is not null order by position desc, id limit ${named}`;
  const records: KeptRecord[] = [];
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    const ids = ofKind.map(({ id }) => id);
    const labels = isMembership(kind) ? await findAddresses(tx, ids) : await findLabels(tx, kind as LabelledTable, ids);
    records.push(...ofKind.map(({ id, reason }) => ({ kind, id, reason, label: labels.get(id) ?? '' })));
  }
  return records;
}
