import { bulkActions } from '@noa/domain/bulk.ts';
import type { Db, Tx } from '../database/database.ts';
import { everything, reachesOrg, type Scope } from '../database/scope.ts';
import { setAccount, write } from '../database/transaction.ts';
import { resolveAccount } from '../identity/resolve-viewer.ts';
import { startWork, type Work } from '../database/work-loop.ts';
import { judgeNext, keepOutcomes, type Outcome } from './bulk-item.queries.ts';
import {
  countStep,
  failJob,
  findRunnable,
  postponeJob,
  takeJob,
  type BulkJobRow,
  type StepCounts,
} from './bulk-job.queries.ts';
import { changeOf } from './changes.ts';

/** Records of one step: few enough that nobody waits long for one of them. */
const recordsAStep = 500;

/**
 * Makes one step of the job whose turn it is: its next records are changed, their outcomes written down and the job counted
 * on in one transaction. So whatever ends this process, a record is changed and counted, or neither; the next step goes on
 * behind the last one that was committed.
 *
 * @returns false when no job waits.
 * @throws what failed, after the job was put off for it.
 */
export async function runStep(db: Db, records = recordsAStep): Promise<boolean> {
  const job = await write(db, everything, 'system', findRunnable);
  if (!job) {
    return false;
  }
  try {
    const starter = await findStarter(db, job);
    if (!starter) {
      await write(db, everything, 'system', (tx) => failJob(tx, job.id, 'bulk.failures.starter'));
      return true;
    }
    await write(db, starter.scope, starter.actor, async (tx) => {
      await setAccount(tx, job.starter_id);
      const taken = await takeJob(tx, job.id);
      if (taken) {
        await changeNext(tx, taken, starter.scope, records);
      }
    });
  } catch (cause) {
    await write(db, everything, 'system', (tx) => postponeJob(tx, job.id));
    throw cause;
  }
  return true;
}

/**
 * In whose name and how far a step may reach: as far as the starter could now, by those of the roles the job was asked for with that their last token
 * had too.
 *
 * @returns undefined where they could do nothing of it any more: they were blocked, have left the org, or lost the role.
 */
async function findStarter(db: Db, job: BulkJobRow): Promise<{ scope: Scope; actor: string } | undefined> {
  const viewer = await resolveAccount(db, job.starter_id, job.starter_roles);
  const { permission } = bulkActions[job.action];
  if (!viewer?.may(permission)) {
    return undefined;
  }
  const scope = viewer.scope(permission);
  const looksAfterSome = viewer.managers.some(({ id, orgId }) => orgId === job.org_id && scope.managerIds.includes(id));
  return reachesOrg(scope, job.org_id) || looksAfterSome ? { scope, actor: viewer.actor } : undefined;
}

async function changeNext(tx: Tx, job: BulkJobRow, scope: Scope, records: number): Promise<void> {
  const change = changeOf({ action: job.action, values: job.action_values, reason: job.reason });
  const judged = await judgeNext(tx, job, change, scope, records);
  const outcomes = judged.map(({ position, reason, is_done }): Outcome => {
    const outcome = reason !== null ? 'refused' : is_done ? 'unchanged' : 'changed';
    return { position, outcome, reason };
  });
  const changing = judged.flatMap(({ record_id }, index) =>
    outcomes[index]?.outcome === 'changed' ? [record_id] : [],
  );
  if (changing.length > 0) {
    await change.write(tx, changing);
  }
  await keepOutcomes(tx, job, outcomes);
  await countStep(tx, job.id, countOutcomes(outcomes));
}

function countOutcomes(outcomes: readonly Outcome[]): StepCounts {
  const count = (wanted: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  return { changed: count('changed'), unchanged: count('unchanged'), refused: count('refused') };
}

/** A database that has just failed is left alone for longer than one without a job. */
const pauses = { firstMs: 0, idleMs: 500, failedMs: 2_000 } as const;

/**
 * Works on bulk jobs for as long as the process lives, jobs taking turns step by step. Several processes may: a job is
 * worked on by one at a time. What is left of a job when it is closed waits for the next start.
 *
 * @param reportFailure - told of each step that failed; the job was put off already.
 */
export const startBulkRunner = (db: Db, reportFailure: (cause: unknown) => void): Work =>
  startWork(() => runStep(db), pauses, reportFailure);
