/** Milliseconds after which a map that is seen is loaded even where the browser is never idle, or does not tell. */
const waitMs = 2_000;

/**
 * Calls back when the browser has nothing else to do, and is on a network: a map whose code cannot come would take the whole screen with
 * it. The answer takes it back.
 */
export function whenIdle(call: () => void): () => void {
  if (navigator.onLine) {
    return onceIdle(call);
  }
  const whenBack = new AbortController();
  addEventListener('online', call, { once: true, signal: whenBack.signal });
  return () => whenBack.abort();
}

function onceIdle(onIdle: () => void): () => void {
  let forget: (() => void) | undefined;
  // The network may have gone while the browser was busy.
  const call = () => {
    if (navigator.onLine) {
      onIdle();
    } else {
      forget = whenIdle(onIdle);
    }
  };
  const takeBack = waitForIdle(call);
  return () => {
    takeBack();
    forget?.();
  };
}

function waitForIdle(call: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call, waitMs);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(call, { timeout: waitMs });
  return () => cancelIdleCallback(asked);
}
