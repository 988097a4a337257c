import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** What is closed at the end of a process. */
export type Closer = () => Promise<void>;

/** Milliseconds that each closer may take, all of them together, and then what still holds the process. */
export interface TimeLimits {
  readonly closing: number;
  /** All closers together. */
  readonly total: number;
  readonly ending: number;
}

const defaultTimeLimits: TimeLimits = { closing: 30_000, total: 34_000, ending: 5_000 };

/** Milliseconds that each closer has, however long the others took. */
const leastMs = 500;

/**
 * Closes what was opened, the last first, and lets the process end by itself once nothing holds it: `process.exit()` hangs
 * for good in Node 24 when a thread that compiles waits for a collection while the main thread joins it (nodejs/node 54918).
 * What fails or does not close in time is said in one line, and the rest is closed all the same. If something still holds
 * the process after that, the process kills itself by signal, which cannot hang.
 *
 * @param closers - those that are added while others close are called, too; none is left in it.
 * @param code - its exit code, unless it must kill itself.
 */
export async function endProcess(
  closers: Closer[],
  code: number,
  timeLimits: TimeLimits = defaultTimeLimits,
): Promise<void> {
  process.exitCode = code;
  const until = performance.now() + timeLimits.total;
  for (let close = closers.pop(); close; close = closers.pop()) {
    const left = Math.max(leastMs, Math.round(until - performance.now()));
    await closeInTime(close, Math.min(timeLimits.closing, left));
  }
  // Does not hold the process itself: it only comes to this if something else does.
  setTimeout(() => {
    const held = [...new Set(process.getActiveResourcesInfo())].join(', ');
    process.stderr.write(`Stopping: ${held} still open after ${timeLimits.ending} ms; the process kills itself\n`);
    process.kill(process.pid, 'SIGKILL');
  }, timeLimits.ending).unref();
}

async function closeInTime(close: Closer, timeoutMs: number): Promise<void> {
  const closed = new AbortController();
  const tooLate = delay(timeoutMs, undefined, { signal: closed.signal }).then(
    () => process.stderr.write(`Stopping: ${String(close)} took longer than ${timeoutMs} ms\n`),
    () => undefined, // closed in time
  );
  const closing = close().catch((error: unknown) => process.stderr.write(`Stopping: ${String(error)}\n`));
  await Promise.race([closing, tooLate]);
  closed.abort();
}

/** After an error that nobody awaited nothing is certain any more: whoever started us starts us again (`npm start`, systemd). */
export function endWhenBroken(logger: Logger): void {
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'Something failed that nobody waited for; the server ends and has to be started again');
    process.kill(process.pid, 'SIGKILL');
  });
}
