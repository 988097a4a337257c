/** Milliseconds after which a map that is seen is loaded even where the browser is never idle, or does not tell. */
const waitMs = 2_000;

/**
 * Calls back when the browser has nothing else to do, and is on a network: a map whose code cannot come would take the whole screen with
 * it. The answer takes it back.
 */
export function whenIdle(call: () => void): () => void {
  const waits = new AbortController();
  const takeBack = onceIdle(() => {
    if (navigator.onLine) {
      call();
    } else {
      addEventListener('online', call, { once: true, signal: waits.signal });
    }
  });
  return () => {
    takeBack();
    waits.abort();
  };
}

function onceIdle(call: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call, waitMs);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(call, { timeout: waitMs });
  return () => cancelIdleCallback(asked);
}
