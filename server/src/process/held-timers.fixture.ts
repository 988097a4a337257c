/**
 * Loaded with `--import` in front of a server that is to end: should it still be there long after SIGTERM, it says where each timer was
 * started that holds it. What Node itself tells (`getActiveResourcesInfo`) is that there is one.
 */
import { createHook } from 'node:async_hooks';

/** Milliseconds after the signal: before the process kills itself (process-end.ts), and after whatever closes in time. */
const lookAfterMs = 4_500;

/** Lines of a stack that lead from a timer to who started it. */
const toldFrames = 8;

const live = new Map<number, { readonly timer: NodeJS.Timeout; readonly stack: string }>();

createHook({
  init(id, type, _trigger, resource) {
    if (type === 'Timeout') {
      live.set(id, { timer: resource as NodeJS.Timeout, stack: new Error('started').stack ?? '' });
    }
  },
  destroy(id) {
    live.delete(id);
  },
}).enable();

process.on('SIGTERM', () => {
  setTimeout(() => {
    for (const { timer, stack } of live.values()) {
      if (timer.hasRef()) {
        const frames = stack.split('\n').filter((line) => !line.includes('node:internal/'));
        process.stderr.write(`Held by a timer:\n${frames.slice(2, 2 + toldFrames).join('\n')}\n`);
      }
    }
  }, lookAfterMs).unref();
});
