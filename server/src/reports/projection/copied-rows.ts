import type pg from 'pg';

/** Bytes of a piece, about. */
const pieceSize = 1024 * 1024;

/** Pieces that may wait for whoever takes them. */
const mostWaiting = 4;

/**
 * What `COPY … TO STDOUT` sends, in pieces of whole rows, at the pace of whoever takes them; `client.query` runs it. PostgreSQL
 * sends row by row: each is copied to its place once, and nothing else is done for it.
 */
export class CopiedRows implements pg.Submittable, AsyncIterable<Buffer> {
  readonly #text: string;
  #connection: pg.Connection | undefined;
  #piece: Buffer = Buffer.allocUnsafe(pieceSize);
  /** Pieces that were taken and are done with: new ones for gigabytes of rows would keep the collector of garbage busy. */
  readonly #free: Buffer[] = [];
  #filled = 0;
  #waiting: { readonly whole: Buffer; readonly filled: number }[] = [];
  #end: { readonly failure?: Error } | undefined;
  #wake: () => void = () => undefined;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#filled + chunk.length > this.#piece.length) {
      this.#passOn();
      const free = chunk.length > pieceSize ? undefined : this.#free.pop();
      this.#piece = free ?? Buffer.allocUnsafe(Math.max(pieceSize, chunk.length));
      if (this.#waiting.length >= mostWaiting) {
        this.#connection?.stream.pause();
      }
    }
    this.#filled += chunk.copy(this.#piece, this.#filled);
  }

  #passOn(): void {
    if (this.#filled > 0) {
      this.#waiting.push({ whole: this.#piece, filled: this.#filled });
      this.#filled = 0;
      this.#wake();
    }
  }

  handleCommandComplete(): void {
    this.#passOn();
  }

  handleReadyForQuery(): void {
    this.#end ??= {};
    this.#wake();
  }

  handleError(failure: Error): void {
    this.#end ??= { failure };
    this.#wake();
  }

  /**
   * A piece is good until the next is asked for. Who leaves before the end must close the connection: the rest is still to come.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = this.#waiting.shift();
      if (piece) {
        this.#connection?.stream.resume();
        yield piece.whole.subarray(0, piece.filled);
        if (piece.whole.length === pieceSize) {
          this.#free.push(piece.whole);
        }
      } else if (this.#end?.failure) {
        throw this.#end.failure;
      } else if (this.#end) {
        return;
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }
}
