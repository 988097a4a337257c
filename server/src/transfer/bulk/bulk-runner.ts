import type { Db } from '../../database/database.ts';
import { runStep } from './bulk-run.ts';

/** Milliseconds between two looks for a job, while there is none. */
const pollMs = 500;
/** Milliseconds to leave a database alone that has just failed. */
const failedMs = 2_000;

export interface BulkRunner {
  /** Ends after the step that is being made; what is left of its job waits for the next start. */
  readonly close: () => Promise<void>;
}

/**
 * Works on bulk jobs for as long as the process lives, jobs taking turns step by step. Several processes may: a job is
 * worked on by one at a time.
 *
 * @param reportFailure - told of each step that failed; the job was put off already.
 */
export function startBulkRunner(db: Db, reportFailure: (cause: unknown) => void): BulkRunner {
  let closed = false;
  let wake = (): void => undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    while (!closed) {
      try {
        if (!(await runStep(db)) && !closed) {
          await pause(pollMs);
        }
      } catch (cause) {
        reportFailure(cause);
        if (!closed) {
          await pause(failedMs);
        }
      }
    }
  }

  const running = run();
  return {
    close: async () => {
      closed = true;
      wake();
      await running;
    },
  };
}
