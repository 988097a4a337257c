import { useSyncExternalStore } from 'react';
import { Listeners } from '../../listeners.ts';

/** Milliseconds between two looks at the clock: relative times are no finer than minutes. */
const tickMs = 30_000;

let now = Date.now();
let timer: number | undefined;
const listeners = new Listeners();

function tick(): void {
  now = Date.now();
  listeners.tell();
}

function subscribe(listener: () => void): () => void {
  const remove = listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = window.setInterval(tick, tickMs);
  }
  return () => {
    remove();
    if (listeners.isEmpty) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Milliseconds since the epoch, to the half minute; one clock for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
