import { setMaxListeners } from 'node:events';

/** Whoever runs a command wants no more of it. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

const controller = new AbortController();

/**
 * Aborted when a command of this process is to end. What is under way fails by it, and takes back on its way out what it has begun: a PostgreSQL
 * that was started outlives us, and so does what lies in a file.
 */
export const interruption: AbortSignal = controller.signal;
setMaxListeners(0, interruption); // each connection listens

/** By which a process is told to end: by Ctrl+C, by a supervisor, by a terminal that is closed. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Has `handle` called whenever the process is told to end. @returns takes that back. */
export function onEndingSignals(handle: (signal: NodeJS.Signals) => void): () => void {
  endingSignals.forEach((each) => process.on(each, handle));
  return () => endingSignals.forEach((each) => process.off(each, handle));
}

/** Milliseconds within which a signal is the same one: Ctrl+C reaches us from the terminal and from `npx noa`. */
const sameWithinMs = 1_000;

/**
 * Interrupts the command when its process is told to end; once more, and the process ends at once.
 *
 * @returns ends the process by the signal that it was told to end by; does nothing if there was none.
 */
export function listenToSignals(): () => void {
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;
  const endBy = (signal: NodeJS.Signals) => {
    ignore();
    process.kill(process.pid, signal);
  };
  const handle = (signal: NodeJS.Signals) => {
    if (!first) {
      first = { signal, at: performance.now() };
      controller.abort(new Interrupted('Interrupted'));
    } else if (performance.now() - first.at > sameWithinMs) {
      endBy(signal);
    }
  };
  const ignore = onEndingSignals(handle);
  return () => {
    if (first) {
      endBy(first.signal);
    }
  };
}
