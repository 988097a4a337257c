import { Readable } from 'node:stream';
import type pg from 'pg';

/** Bytes of a piece; no row is longer. */
const pieceSize = 1024 * 1024;

/** Pieces that may wait for whoever takes them. */
const mostWaiting = 4;

/**
 * What `COPY … TO STDOUT` sends, in pieces of whole rows, at the pace of whoever takes them; `client.query` runs it. PostgreSQL
 * sends row by row: each is copied to its place once, and nothing else is done for it. A piece is good until the next is asked for. Who
 * leaves before the end must close the connection: the rest is still to come.
 */
export class CopiedRows extends Readable implements pg.Submittable {
  readonly #text: string;
  #connection: pg.Connection | undefined;
  /**
   * Filled in turns, as new ones for gigabytes of rows would keep the collector of garbage busy. Beside those that wait, one is read, one
   * is filled, and one may become full of what had come when the connection was told to pause.
   */
  readonly #pieces = Array.from({ length: mostWaiting + 3 }, () => Buffer.allocUnsafeSlow(pieceSize));
  #current = 0;
  #filled = 0;

  constructor(text: string) {
    super({ objectMode: true, highWaterMark: mostWaiting });
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#filled + chunk.length > pieceSize) {
      this.#passOn();
    }
    this.#filled += chunk.copy(this.#pieces[this.#current] as Buffer, this.#filled);
  }

  #passOn(): void {
    if (!this.push(this.#pieces[this.#current]?.subarray(0, this.#filled))) {
      this.#connection?.stream.pause();
    }
    this.#current = (this.#current + 1) % this.#pieces.length;
    this.#filled = 0;
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  handleCommandComplete(): void {
    this.#passOn();
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(failure: Error): void {
    this.destroy(failure);
  }
}
