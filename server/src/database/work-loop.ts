import { DatabaseUnavailable } from './connection/unavailable.ts';

/** How long to wait between two looks for work, in milliseconds. */
interface Pauses {
  /** After the start. */
  readonly firstMs: number;
  /** When there was nothing to do. */
  readonly idleMs: number;
  /** When it failed. */
  readonly failedMs: number;
}

/** Work that goes on for as long as the process lives. */
export interface Work {
  /** Ends after the step that is being made, or has that end early. */
  readonly close: () => Promise<void>;
}

/**
 * Makes step after step while there is something to do, and looks for more from time to time.
 *
 * @param step - makes one step, and gives true where there may be more to do right after it; `leaving` is aborted when the process ends, which
 *   a long one must not hold up.
 * @param reportFailure - told of each step that failed; the next is made all the same. Not of one that fails when it is left: whoever starts next makes it.
 */
export function startWork(
  step: (leaving: AbortSignal) => Promise<unknown>,
  { firstMs, idleMs, failedMs }: Pauses,
  reportFailure: (cause: unknown) => void,
): Work {
  const leaving = new AbortController();
  const { signal } = leaving;
  let wake = (): void => undefined;

  async function pause(ms: number): Promise<void> {
    if (signal.aborted) {
      return;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref(); // a process that ends does not wait for its next look
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    await pause(firstMs);
    while (!signal.aborted) {
      try {
        if ((await step(signal)) !== true) {
          await pause(idleMs);
        }
      } catch (cause) {
        if (!signal.aborted) {
          reportFailure(cause);
          await pause(failedMs);
        }
      }
    }
  }

  const running = run();
  return {
    close: async () => {
      leaving.abort();
      wake();
      await running;
    },
  };
}

/**
 * Does one thing after another, whatever became of those before: what fails for one org holds up no other. Where the database does not
 * answer it ends at once.
 *
 * @param leaving - looked at before each of them.
 * @throws what failed, once the last was tried; an `AggregateError` where several did.
 */
export async function eachByItself(steps: Iterable<() => Promise<unknown>>, leaving?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    if (leaving?.aborted) {
      break;
    }
    try {
      await step();
    } catch (cause) {
      if (cause instanceof DatabaseUnavailable) {
        throw cause;
      }
      failures.push(cause);
    }
  }
  if (failures.length > 0) {
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, `${failures.length} steps failed`);
  }
}
