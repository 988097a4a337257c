import { AppError } from '@noa/domain/errors.ts';
import { BrokenStore, isFatal } from './broken-store.ts';
import type { Connection } from './connection.ts';

/** A few connections that take turns: each runs one query at a time, for a limited time. */
export class Lanes {
  readonly #idle: Connection[];
  readonly #waiting: ((lane: Connection) => void)[] = [];
  readonly #limit: number;
  #isClosed = false;

  /** @param limit - milliseconds after which a query is given up. */
  constructor(lanes: readonly Connection[], limit: number) {
    this.#idle = [...lanes];
    this.#limit = limit;
  }

  /**
   * @throws {BrokenStore} when the file or the engine failed.
   * @throws {AppError} `LimitExceeded` after the limit.
   */
  use<T>(work: (lane: Connection) => Promise<T>): Promise<T> {
    return this.first(async (lane) => [await work(lane)]);
  }

  /** As `use`, for work that goes on after its only result, to tidy up. */
  async first<T>(work: (lane: Connection) => AsyncIterable<T> | Promise<Iterable<T>>): Promise<T> {
    for await (const result of this.stream<T>(work)) {
      return result;
    }
    throw new Error('A query gave no result');
  }

  /**
   * As `use`, for what comes in pieces: the lane is held until the last is taken.
   *
   * @param signal - ends what runs when nobody waits for it any more.
   */
  async *stream<T>(
    work: (lane: Connection) => Promise<AsyncIterable<T>> | AsyncIterable<T> | Promise<Iterable<T>>,
    signal?: AbortSignal,
  ): AsyncGenerator<T> {
    const lane = await this.#take(signal);
    let late = false;
    let stopEnding: (() => void) | undefined;
    const end = () => {
      stopEnding ??= lane.interrupt();
    };
    const timer = setTimeout(() => {
      late = true;
      end();
    }, this.#limit);
    signal?.addEventListener('abort', end);
    try {
      for await (const piece of await work(lane)) {
        yield piece;
        if (late) {
          throw new Error('The limit was passed while nothing ran that could be interrupted');
        }
      }
    } catch (cause) {
      if (late) {
        throw new AppError('LimitExceeded', 'The report took too long; ask for a shorter period', { cause });
      }
      throw isFatal(cause) ? new BrokenStore('The projection could not be read', { cause }) : cause;
    } finally {
      clearTimeout(timer);
      stopEnding?.();
      signal?.removeEventListener('abort', end);
      this.#giveBack(lane);
    }
  }

  /** Who goes while they wait is not waited for. */
  #take(signal: AbortSignal | undefined): Promise<Connection> {
    signal?.throwIfAborted();
    if (this.#isClosed) {
      return Promise.reject(new BrokenStore('The projection was closed'));
    }
    const idle = this.#idle.pop();
    if (idle) {
      return Promise.resolve(idle);
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason as Error);
      };
      const enter = (lane: Connection) => {
        signal?.removeEventListener('abort', leave);
        resolve(lane);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
    });
  }

  #giveBack(lane: Connection): void {
    const next = this.#waiting.shift();
    if (next) {
      next(lane);
    } else if (this.#isClosed) {
      void lane.close();
    } else {
      this.#idle.push(lane);
    }
  }

  /** What runs or waits is let finish: each connection keeps the engine alive. */
  close(): void {
    this.#isClosed = true;
    for (const lane of this.#idle.splice(0)) {
      void lane.close();
    }
  }
}
