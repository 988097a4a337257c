import type { Db } from '../database/database.ts';
import { startWork, type Work } from '../database/work-loop.ts';
import { runStep } from './bulk-run.ts';

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
