import { Readable } from 'node:stream';

/**
 * A stream of what is made while it is read: nothing is made ahead of whoever reads, but one piece. When they leave, `signal`
 * tells it at once, so that a query which runs just then does not run on for nobody.
 *
 * @param make - gives the pieces.
 */
export function fileStream(make: (signal: AbortSignal) => AsyncGenerator<string | Uint8Array>): Readable {
  const leaving = new AbortController();
  const pieces = make(leaving.signal);
  return new Readable({
    highWaterMark: 0,
    read() {
      nextOf(pieces).then(
        (piece) => this.push(piece),
        (cause: Error) => this.destroy(cause),
      );
    },
    destroy(error, done) {
      leaving.abort();
      // Whoever leaves half way has nobody to tell an error to, and what comes of the piece that was being made is nobody's business.
      const told = error?.name === 'AbortError' ? null : error;
      pieces.return(undefined).then(
        () => done(told),
        () => done(told),
      );
    },
  });
}

/** Null at the end. An empty piece, which a stream would take for nothing at all, is left out. */
async function nextOf(pieces: AsyncGenerator<string | Uint8Array>): Promise<string | Uint8Array | null> {
  for (;;) {
    const { value, done } = await pieces.next();
    if (done === true) {
      return null;
    }
    if (value.length > 0) {
      return value;
    }
  }
}
