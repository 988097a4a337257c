import type { DuckDBValue } from '@duckdb/node-api';
import { AppError } from '@noa/domain/errors.ts';
import { BrokenStore, isFatal } from './broken-store.ts';
import type { Connection } from './connection.ts';
import { inSnapshot, type Cell, type Query, type Stream } from './snapshot.ts';

/**
 * A few connections that are shared: each runs one question at a time, for a limited time. All throw {@link BrokenStore} when the file
 * or the engine failed, and `LimitExceeded` after the limit.
 */
export class ReaderPool {
  readonly #idle: Connection[];
  readonly #waiting: ((reader: Connection) => void)[] = [];
  readonly #limit: number;
  #isClosed = false;

  /** @param limit - milliseconds after which a question is given up. */
  constructor(readers: readonly Connection[], limit: number) {
    this.#idle = [...readers];
    this.#limit = limit;
  }

  query(sql: string, params: readonly DuckDBValue[]): Promise<Cell[][]> {
    return this.#first(async (reader) => [await reader.rows(sql, params)]);
  }

  /** As `query`, for what takes more than one: all that `work` asks is answered as of one moment. */
  ask<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#first((reader) =>
      inSnapshot(reader, async function* once(query) {
        yield await work(query);
      }),
    );
  }

  /**
   * As `ask`, for what comes in pieces, at the pace of whoever takes them: the connection is held until the last is taken.
   *
   * @param signal - ends what runs when nobody waits for it any more.
   */
  inSnapshot<T>(work: (query: Query, stream: Stream) => AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
    return this.#stream((reader) => inSnapshot(reader, work), signal);
  }

  /** The only result; what tidies up after it goes on. */
  async #first<T>(work: (reader: Connection) => AsyncIterable<T> | Promise<Iterable<T>>): Promise<T> {
    for await (const result of this.#stream<T>(work)) {
      return result;
    }
    throw new Error('A query gave no result');
  }

  async *#stream<T>(
    work: (reader: Connection) => AsyncIterable<T> | Promise<Iterable<T>>,
    signal?: AbortSignal,
  ): AsyncGenerator<T> {
    const reader = await this.#take(signal);
    let late = false;
    let stopEnding: (() => void) | undefined;
    const end = () => {
      stopEnding ??= reader.interrupt();
    };
    const timer = setTimeout(() => {
      late = true;
      end();
    }, this.#limit);
    signal?.addEventListener('abort', end);
    try {
      for await (const piece of await work(reader)) {
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
      this.#giveBack(reader);
    }
  }

  /** Who goes while they wait is not waited for. */
  #take(signal: AbortSignal | undefined): Promise<Connection> {
    signal?.throwIfAborted();
    if (this.#isClosed) {
      throw new BrokenStore('The projection was closed');
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
      const enter = (reader: Connection) => {
        signal?.removeEventListener('abort', leave);
        resolve(reader);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
    });
  }

  #giveBack(reader: Connection): void {
    const next = this.#waiting.shift();
    if (next) {
      next(reader);
    } else if (this.#isClosed) {
      void reader.close();
    } else {
      this.#idle.push(reader);
    }
  }

  /** What runs or waits is let finish: each connection keeps the engine alive. */
  close(): void {
    this.#isClosed = true;
    this.#idle.splice(0).forEach((reader) => void reader.close());
  }
}
