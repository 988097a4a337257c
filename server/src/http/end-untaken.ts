import type { ServerResponse } from 'node:http';

/**
 * Ends an answer of which nothing is taken, though whoever asked for it stays connected: what makes it, or waits in memory of it, is held until
 * it ends, and others wait for that. One of which there is nothing to be taken yet does not end.
 */
export function endUntaken(response: ServerResponse, withinMs: number): void {
  response.setTimeout(withinMs, () => {
    if (response.writableLength > 0) {
      response.destroy();
    }
  });
}
