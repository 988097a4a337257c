import { write, writeSync } from 'node:fs';

const standardOutput = 1;

/** Bytes that wait to be written at most: what is logged while nothing can be, as of a disk that is full, is lost beyond that. */
const mostWaiting = 1024 * 1024;

/** Milliseconds after which who reads may have made room. */
const retryMs = 100;

/**
 * Where the log goes. Whatever becomes of it, the server goes on: pino's own destination ends the process where nothing can be written, and holds it
 * up for ever on the way. What could not be written is tried again with the next line.
 */
export class StandardOutput {
  #waiting: Buffer[] = [];
  #bytes = 0;
  #isWriting = false;

  /** @param line - with its end. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#bytes + bytes.length <= mostWaiting) {
      this.#waiting.push(bytes);
      this.#bytes += bytes.length;
    }
    // Not at once: what is on its way can be waited for by nobody who ends the process.
    queueMicrotask(() => this.#writeNext());
  }

  /** Writes what waits, as far as that goes; pino asks for it when the process is about to end. */
  flushSync(): void {
    try {
      while (this.#bytes > 0) {
        const piece = this.#take();
        this.#keep(piece.subarray(writeSync(standardOutput, piece)));
      }
    } catch {
      // nobody is left to be told
    }
  }

  #writeNext(): void {
    if (this.#isWriting || this.#bytes === 0) {
      return;
    }
    this.#isWriting = true;
    const piece = this.#take();
    write(standardOutput, piece, (error, written) => {
      this.#isWriting = false;
      if (error?.code === 'EPIPE') {
        return; // who read it has gone
      }
      this.#keep(piece.subarray(error ? 0 : written));
      if (!error) {
        this.#writeNext();
      } else if (error.code === 'EAGAIN') {
        setTimeout(() => this.#writeNext(), retryMs).unref();
      }
    });
  }

  #take(): Buffer {
    const piece = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#bytes = 0;
    return piece;
  }

  /** Before what has come meanwhile. */
  #keep(piece: Buffer): void {
    if (piece.length > 0) {
      this.#waiting.unshift(piece);
      this.#bytes += piece.length;
    }
  }
}
