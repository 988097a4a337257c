import { endProcess, type Closer } from './process-end.ts';

/** Ends a start whose process is to end: nothing more is opened, and there is nothing to say of it. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Where a part of the server puts what it has opened. */
export interface Closers {
  /**
   * Keeps what closes something, to be called at the end: the last opened first.
   *
   * @throws {Stopped} if the process is to end. What was handed over is closed then, too.
   */
  push(...closers: readonly Closer[]): void;
}

/** From the start of a server to its end, which may come before the start is done. */
export class Lifetime implements Closers {
  readonly #closers: Closer[] = [];
  #isEnding = false;

  get isEnding(): boolean {
    return this.#isEnding;
  }

  push(...closers: readonly Closer[]): void {
    this.#closers.push(...closers);
    this.goOn();
  }

  /**
   * Between two steps of a start.
   *
   * @throws {Stopped} if the process is to end.
   */
  readonly goOn = (): void => {
    if (this.#isEnding) {
      throw new Stopped('The server is told to stop');
    }
  };

  /**
   * Closes what was opened and ends the process; another time changes nothing.
   *
   * @param code - of the process.
   * @param started - the start, which comes to its next step first: what it opens meanwhile is to be closed as well.
   */
  async end(code: number, started: Promise<unknown>): Promise<void> {
    if (this.#isEnding) {
      return;
    }
    this.#isEnding = true;
    const untilStartEnds = () =>
      started.then(
        () => undefined,
        () => undefined, // it says itself what it failed with
      );
    this.#closers.push(untilStartEnds);
    await endProcess(this.#closers, code);
  }
}
