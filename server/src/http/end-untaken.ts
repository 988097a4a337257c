import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * Ends a file of which nothing is taken, though whoever asked for it stays connected: what makes it is held until it ends, and others wait for
 * that. A file of which there is nothing to be taken yet does not end.
 */
export function endUntaken(stream: Readable, response: ServerResponse, withinMs: number): void {
  response.setTimeout(withinMs, () => {
    if (response.writableLength > 0) {
      stream.destroy(new Error('Nobody takes the file any more'));
    }
  });
}
