import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { joiningMany } from '../database/planning.ts';
import type { DataKeys } from '../database/sealing.ts';
import type { Context } from '../graphql/context.ts';
import {
  findContent,
  moveJob,
  type ImportCounts,
  type ImportJobRow,
  type ImportTimings,
} from './import-job.queries.ts';
import { countFoundProblems, keepFoundProblems } from './import-problem.queries.ts';
import { tellProgress, trackProgress } from './import-progress.ts';
import { countPlan, total, type ImportTarget } from './import-work.ts';
import { importWorks } from './import-works.ts';
import { FileRefusal } from './reading/file-refusal.ts';
import { placeOfFile } from './reading/file-vault.ts';
import { stageFile } from './reading/file-thread.ts';
import { addProblems, addStaged, createStaging } from './staging.ts';

/** Why a run ends early although nothing is wrong with it. */
class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** A run of a job. */
interface Run {
  readonly controller: AbortController;
  /** Settles when it has ended, well or not. */
  readonly ended: Promise<void>;
}

/** Runs of this process; a job runs in one process only (its state says so). */
const running = new Map<string, Run>();

/** Ends the run of a job, if it runs here; what it wrote is rolled back. */
export const stopRun = (jobId: string): void => running.get(jobId)?.controller.abort(new Cancelled());

/** Settles when no run of the job is going on here. */
export const untilRunEnds = (jobId: string): Promise<void> => running.get(jobId)?.ended ?? Promise.resolve();

/** Share of applying that reading and comparing take; writing takes the rest. */
const readingShare = 0.3;

/**
 * Runs a job to its end, after the request that started it was answered. Never throws: what goes wrong is the job's failure.
 */
export async function runInBackground(
  context: Context,
  job: ImportJobRow,
  work: (context: Context, job: ImportJobRow, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  running.set(job.id, { controller, ended });
  const forgetProgress = trackProgress(job.id, job.format.rows);
  try {
    await work(context, job, controller.signal);
  } catch (error) {
    await fail(context, job, error);
  } finally {
    running.delete(job.id);
    forgetProgress();
    end();
  }
}

async function fail(context: Context, job: ImportJobRow, error: unknown): Promise<void> {
  if (error instanceof Cancelled) {
    return; // whoever cancelled it has moved the job already
  }
  const failure = error instanceof FileRefusal ? error.reason : 'import.internal';
  if (!(error instanceof FileRefusal)) {
    context.reportInternal(error);
  }
  try {
    await context.write('import:run', (tx) => moveJob(tx, job.id, [job.state], { state: 'failed', failure }));
  } catch (cause) {
    context.reportInternal(cause); // the database is away: the next start ends the job (failInterruptedImports)
  }
}

/** The dry run: what applying would do, and every problem. Writes nothing but its findings. */
export async function checkFile(context: Context, job: ImportJobRow, signal: AbortSignal): Promise<void> {
  await context.write('import:run', async (tx) => {
    const target = targetOf(job, await context.keys.forWriting(tx));
    const counts = await joiningMany(tx, () =>
      prepare(tx, { job, target, signal }, (share) => tellProgress(job.id, share)),
    );
    await keepFoundProblems(tx, job.org_id, job.id);
    await finish(tx, job, { state: 'checked', counts });
  });
}

/** Does what the dry run said, all or nothing. */
export async function applyFile(context: Context, job: ImportJobRow, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  await context.write('import:run', async (tx) => {
    // One at a time in an org: addresses are no key of the table, so two at once could each create the same block.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${job.org_id}`}, 0))`.execute(tx);
    const target = targetOf(job, await context.keys.forWriting(tx));
    const counts = await joiningMany(tx, () => prepareAndWrite(tx, { job, target, signal }));
    await finish(tx, job, { state: 'applied', counts, timings: timingsOf(job, counts, performance.now() - began) });
  });
}

async function prepareAndWrite(tx: Tx, run: Preparing): Promise<ImportCounts> {
  const { job, target, signal } = run;
  const counts = await prepare(tx, run, (share) => tellProgress(job.id, share * readingShare));
  if (counts.problems > 0) {
    throw new FileRefusal('import.changedMeanwhile');
  }
  await importWorks[job.kind].writePlan(tx, target, counts.changes, (share) => {
    signal.throwIfAborted();
    tellProgress(job.id, readingShare + share * (1 - readingShare));
  });
  return counts;
}

/** @param keys - of the transaction: nothing is sealed with another while it lasts. */
const targetOf = ({ id, org_id: orgId, mapping }: ImportJobRow, keys: DataKeys): ImportTarget => ({
  orgId,
  mapping,
  keys,
  place: placeOfFile({ orgId, id }),
});

function timingsOf({ kind }: ImportJobRow, { rows, changes }: ImportCounts, elapsed: number): ImportTimings {
  const { measured } = importWorks[kind];
  const records = total(changes[measured]);
  const milliseconds = Math.max(1, Math.round(elapsed));
  return {
    rows,
    milliseconds,
    [measured]: records,
    [`${measured}PerSecond`]: Math.round((records * 1_000) / milliseconds),
  };
}

async function finish(tx: Tx, job: ImportJobRow, change: Parameters<typeof moveJob>[3]): Promise<void> {
  if (!(await moveJob(tx, job.id, [job.state], change))) {
    throw new Cancelled(); // and all that was written goes with the transaction
  }
}

interface Preparing {
  readonly job: ImportJobRow;
  readonly target: ImportTarget;
  readonly signal: AbortSignal;
}

/** Reads the file and sets it against the registry. */
async function prepare(
  tx: Tx,
  { job, target, signal }: Preparing,
  onRead: (share: number) => void,
): Promise<ImportCounts> {
  const { id, kind, format, mapping } = job;
  const work = importWorks[kind];
  const sealed = await findContent(tx, id);
  if (!sealed) {
    throw new Cancelled();
  }
  let rows = 0;
  await createStaging(tx, kind);
  await stageFile({
    sealed,
    kind,
    format,
    mapping,
    keys: target.keys,
    place: target.place,
    signal,
    onBatch: async ({ staged, problems, rowsDone }) => {
      await addStaged(tx, work.columns, staged);
      await addProblems(tx, problems);
      rows = rowsDone;
      onRead(rowsDone / format.rows);
    },
  });
  await work.makePlan(tx, target);
  await work.findClashes(tx, target);
  signal.throwIfAborted();
  return { changes: await countPlan(tx, work), rows, ...(await countFoundProblems(tx)) };
}
