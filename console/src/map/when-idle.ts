/** Milliseconds after which a map that is seen is loaded even where the browser is never idle, or does not tell. */
const waitMs = 2_000;

/** Calls back when the browser has nothing else to do. The answer takes it back. */
export function whenIdle(call: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call, waitMs);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(call, { timeout: waitMs });
  return () => cancelIdleCallback(asked);
}
