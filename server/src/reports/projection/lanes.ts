import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '@noa/domain/errors.ts';
import { BrokenStore, isFatal } from './broken-store.ts';

/** A few connections that take turns: each runs one query at a time, for a limited time. */
export class Lanes {
  readonly #idle: DuckDBConnection[];
  readonly #waiting: ((lane: DuckDBConnection) => void)[] = [];
  readonly #limit: number;
  #closed = false;

  /** @param limit - milliseconds after which a query is given up. */
  constructor(lanes: readonly DuckDBConnection[], limit: number) {
    this.#idle = [...lanes];
    this.#limit = limit;
  }

  /**
   * @throws {BrokenStore} when the file or the engine failed.
   * @throws {AppError} `LimitExceeded` after the limit.
   */
  async use<T>(work: (lane: DuckDBConnection) => Promise<T>): Promise<T> {
    for await (const result of this.stream(async (lane) => [await work(lane)])) {
      return result;
    }
    throw new Error('A query gave no result');
  }

  /** As `use`, for what comes in pieces: the lane is held until the last is taken. */
  async *stream<T>(work: (lane: DuckDBConnection) => Promise<AsyncIterable<T> | Iterable<T>>): AsyncGenerator<T> {
    const lane = this.#idle.pop() ?? (await new Promise<DuckDBConnection>((resolve) => this.#waiting.push(resolve)));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      lane.interrupt();
    }, this.#limit);
    try {
      yield* await work(lane);
    } catch (cause) {
      if (late) {
        throw new AppError('LimitExceeded', 'The report took too long; ask for a shorter period', { cause });
      }
      throw isFatal(cause) ? new BrokenStore('The projection could not be read', { cause }) : cause;
    } finally {
      clearTimeout(timer);
      this.#giveBack(lane);
    }
  }

  #giveBack(lane: DuckDBConnection): void {
    const next = this.#waiting.shift();
    if (next) {
      next(lane);
    } else if (this.#closed) {
      lane.closeSync();
    } else {
      this.#idle.push(lane);
    }
  }

  /** What runs or waits is let finish: each connection keeps the engine alive. */
  close(): void {
    this.#closed = true;
    for (const lane of this.#idle.splice(0)) {
      lane.closeSync();
    }
  }
}
