import { setTimeout as delay } from 'node:timers/promises';
import { cancellable } from '../database/connection/cancel.ts';
import { execute, getValue } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { DatabaseUnavailable, unavailabilityOf } from '../database/connection/unavailable.ts';
import { FairQueue, type ReleaseSlot } from '../database/connection/fair-queue.ts';
import { startWork } from '../database/work-loop.ts';
import type { Context } from '../request/context.ts';
import { moveJob, type ImportJobRow, type JobChange } from './import-job.queries.ts';
import { failWhenBack, interrupted, keepShare } from './import-lease.ts';
import { forgetRows } from './kept-rows/kept-rows.ts';
import { FileRefusal } from './reading/file-format.ts';

/** Why a run ends early although nothing is wrong with it. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** The server stops, and with it what it works on. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** A run of a job. */
export interface Run {
  readonly jobId: string;
  readonly controller: AbortController;
  /** Settles when it has ended, well or not. */
  readonly ended: Promise<void>;
  /** Of the work that is done, from 0 to 1. */
  share: number;
}

/** Runs of this process; a job has one run at a time, in whichever process (its row says so). */
const running = new Set<Run>();

/** Connections that runs take of the pool at most; more runs wait, as whoever asks meanwhile needs some too. */
const slots = new FairQueue({ atOnce: 3, perCaller: 3, waiting: 1_000 });

/** Ends the run of a job at once, if it runs here; what it wrote is rolled back. Elsewhere it is ended by the job's row. */
export function stopRun(jobId: string): void {
  for (const run of running) {
    if (run.jobId === jobId) {
      run.controller.abort(new Cancelled());
    }
  }
}

/** Settles when no run of the job is going on here. */
export async function untilRunEnds(jobId: string): Promise<void> {
  await Promise.all([...running].filter((run) => run.jobId === jobId).map(({ ended }) => ended));
}

/**
 * Gives what runs here some time to end by itself and then ends it, as the server stops: such a job fails and says why, and may be
 * checked again at once, at another server.
 */
export async function stopRuns(timeoutMs: number): Promise<void> {
  const allEnded = Promise.all([...running].map(({ ended }) => ended));
  if (timeoutMs > 0 && running.size > 0) {
    const enough = new AbortController();
    const tooLong = delay(timeoutMs, undefined, { signal: enough.signal }).catch(() => undefined); // ended in time
    await Promise.race([allEnded, tooLong]);
    enough.abort();
  }
  running.forEach(({ controller }) => controller.abort(new Stopped()));
  await allEnded;
}

/** How often a run says how far it is, and looks whether it is still the job's. */
const looks = { firstMs: 500, idleMs: 500, failedMs: 2_000 } as const;

/**
 * Runs a job to its end, after the request that started it was answered. Never throws: what goes wrong is the job's failure.
 */
export async function runInBackground(
  asking: Context,
  job: ImportJobRow,
  work: (context: Context, job: ImportJobRow, run: Run) => Promise<void>,
): Promise<void> {
  const context = asking.detached();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const run: Run = { jobId: job.id, controller: new AbortController(), ended, share: 0 };
  running.add(run);
  const look = async () => {
    if (!(await keepShare(context.db, job, run.share))) {
      run.controller.abort(new Cancelled());
    }
  };
  const looking = startWork(look, looks, (cause) => context.reportInternal(cause));
  const { signal } = run.controller;
  let releaseSlot: ReleaseSlot | undefined;
  try {
    releaseSlot = await slots.take('imports', signal);
    await work(context, job, run);
  } catch (error) {
    await fail(context, job, signal.aborted ? signal.reason : error);
  } finally {
    releaseSlot?.();
    await looking.close();
    running.delete(run);
    end();
  }
}

async function fail(context: Context, job: ImportJobRow, error: unknown): Promise<void> {
  forgetRows(job.id);
  if (error instanceof Cancelled) {
    return; // whoever cancelled it has moved the job already
  }
  const work = job.state === 'undoing' ? 'undoing' : 'applying';
  const failure = failureOf(error, work);
  if (failure === internal[work]) {
    context.reportInternal(error);
  }
  try {
    // What could not be undone is as applied as before.
    const state = work === 'undoing' ? 'applied' : 'failed';
    await context.write('import:run', (tx) => moveJob(tx, job.id, [job.state], { state, failure }, job.run));
  } catch (cause) {
    failWhenBack(job); // the database is away
    if (!unavailabilityOf(cause)) {
      context.reportInternal(cause);
    }
  }
}

/** The server stops, or the database is gone in the middle: nothing is wrong with the import, and it may be begun again. */
const isInterruption = (error: unknown) =>
  error instanceof Stopped || unavailabilityOf(error) instanceof DatabaseUnavailable;

const internal = { applying: 'import.internal', undoing: 'import.undoInternal' } as const;

/** What a job says of a run that did not come to its end. */
function failureOf(error: unknown, work: keyof typeof internal): string {
  if (isInterruption(error)) {
    return interrupted[work];
  }
  return error instanceof FileRefusal ? error.reason : internal[work];
}

/**
 * Bytes that one step of a statement may hold in memory, at least: an import is joined by hashing, and what does not fit goes through files. Hash tables
 * may have twice as much (`hash_mem_multiplier`), which is enough for 200,000 rows.
 */
const workBytes = 16 * 1024 * 1024;

/** In a transaction whose statement is cancelled when the run is ended. */
export const inTransaction = (context: Context, { controller: { signal } }: Run, work: (tx: Tx) => Promise<void>) =>
  context.write('import:run', async (tx) => {
    const pid = await getValue<number>(tx)`select pg_backend_pid()`;
    await execute(tx)`
      select set_config('work_mem', greatest(${workBytes}, pg_size_bytes(current_setting('work_mem'))) / 1024 || 'kB', true)`;
    await cancellable(context.db, pid, signal, () => work(tx));
  });

/**
 * One at a time in an org: addresses are no key of the table, so two at once could each create the same block. Who waits does so
 * for as long as the one before takes, and can be cancelled meanwhile.
 */
export async function lockOrgForImport(tx: Tx, { org_id: orgId }: ImportJobRow): Promise<void> {
  await execute(tx)`set local lock_timeout = 0`;
  await execute(tx)`set local statement_timeout = 0`;
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`import ${orgId}`}, 0))`;
  await execute(tx)`set local lock_timeout to default`;
  await execute(tx)`set local statement_timeout to default`;
}

/** Says that a run has ended well, in its transaction. */
export async function finish(tx: Tx, job: ImportJobRow, change: JobChange): Promise<void> {
  if (!(await moveJob(tx, job.id, [job.state], change, job.run))) {
    throw new Cancelled(); // or taken for lost by another server, and all that was written goes with the transaction
  }
}
