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
  /** Ends after the step that is being made. */
  readonly close: () => Promise<void>;
}

/**
 * Makes step after step while there is something to do, and looks for more from time to time.
 *
 * @param step - makes one step, and gives whether there may be more to do right after it; `isClosed` tells a long one when to
 *   end early.
 * @param reportFailure - told of each step that failed; the next is made all the same.
 */
export function startWork(
  step: (isClosed: () => boolean) => Promise<boolean>,
  { firstMs, idleMs, failedMs }: Pauses,
  reportFailure: (cause: unknown) => void,
): Work {
  let closed = false;
  let wake = (): void => undefined;

  async function pause(ms: number): Promise<void> {
    if (closed) {
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
    while (!closed) {
      try {
        if (!(await step(() => closed))) {
          await pause(idleMs);
        }
      } catch (cause) {
        reportFailure(cause);
        await pause(failedMs);
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

/**
 * Does one thing after another, whatever became of those before: what fails for one org holds up no other. Where the database does not
 * answer it ends at once.
 *
 * @param isClosed - asked before each of them.
 * @throws what failed, once the last was tried; an `AggregateError` where several did.
 */
export async function eachByItself(steps: Iterable<() => Promise<unknown>>, isClosed: () => boolean): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    if (isClosed()) {
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
