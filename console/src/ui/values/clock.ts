import { useSyncExternalStore } from 'react';

/** Milliseconds between two looks at the clock: relative times are no finer than minutes. */
const tickMs = 30_000;

let now = Date.now();
let timer: number | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = window.setInterval(tick, tickMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Milliseconds since the epoch, to the half minute; one clock for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
