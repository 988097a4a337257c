import {
  JSDuckDBValueConverter,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBValue,
} from '@duckdb/node-api';
import { AppError } from '@noa/domain/errors.ts';
import { FairQueue } from '../../database/connection/fair-queue.ts';
import { BrokenStore, orBroken, typedErrors } from './broken-store.ts';

export type Cell = string | number | boolean | null;

/** Asks once. */
export type Query = (sql: string, params: readonly DuckDBValue[]) => Promise<Cell[][]>;

/** Asks once, for what may be long: the rows in pieces, at the pace of whoever takes them. */
export type Stream = (sql: string, params: readonly DuckDBValue[]) => AsyncIterable<Cell[][]>;

/** How often what is to end is told so: what has not quite begun takes no notice. */
const interruptEveryMs = 50;

/**
 * A connection to the engine, which may be closed at any time: it refuses what comes then, and goes when nothing of it runs any more.
 * The bindings free at once what a running statement works on, and the process dies of it (SIGSEGV). All throw {@link BrokenStore}.
 */
export class Connection {
  readonly #native: DuckDBConnection;
  readonly #running = new Set<Promise<unknown>>();
  readonly #gone = Promise.withResolvers<void>();
  #isClosed = false;

  private constructor(native: DuckDBConnection) {
    this.#native = native;
  }

  static async open(instance: DuckDBInstance): Promise<Connection> {
    const native = await instance.connect();
    await native.run(typedErrors);
    return new Connection(native);
  }

  /** @returns how many rows were changed. */
  async run(sql: string, values?: readonly DuckDBValue[]): Promise<number> {
    const { rowsChanged } = await this.#untilDone(() => this.#native.run(sql, values && [...values]));
    return rowsChanged;
  }

  async rows(sql: string, values: readonly DuckDBValue[] = []): Promise<Cell[][]> {
    const reader = await this.#untilDone(() => this.#native.runAndReadAll(sql, [...values]));
    return reader.getRowsJS() as Cell[][];
  }

  /**
   * What may be long, at the pace of whoever takes it. What the engine gave is let go of before its rows are read, however slowly:
   * its memory is free when the garbage collector finds it, which is soon only for what did not last.
   */
  async *pieces(sql: string, values: readonly DuckDBValue[] = []): AsyncGenerator<Cell[][]> {
    const result = await this.#untilDone(() => this.#native.stream(sql, [...values]));
    const next = async () => {
      const chunk = await this.#untilDone(() => result.fetchChunk());
      return (chunk?.convertRows(JSDuckDBValueConverter) ?? []) as Cell[][];
    };
    for (let rows = await next(); rows.length > 0; rows = await next()) {
      yield rows;
    }
  }

  /** It works on the caller's thread, and must be closed before the connection is. */
  createAppender(table: string): Promise<DuckDBAppender> {
    return this.#untilDone(() => this.#native.createAppender(table));
  }

  /** All of it or nothing. */
  async inTransaction(work: () => Promise<void>): Promise<void> {
    await this.run('begin');
    try {
      await work();
      await this.run('commit');
    } catch (cause) {
      await this.run('rollback').catch(() => undefined); // the first failure is the one to tell of
      throw cause;
    }
  }

  /** What `work` asks is all answered as of one moment, whatever comes in meanwhile. */
  async *inSnapshot<T>(work: (query: Query, stream: Stream) => AsyncIterable<T>): AsyncGenerator<T> {
    await this.run('begin transaction read only');
    try {
      yield* work(this.rows.bind(this), this.pieces.bind(this));
    } finally {
      const end = () => this.run('rollback');
      await end()
        .catch(end)
        .catch(() => undefined); // once more if it was interrupted; an engine that failed has none left
    }
  }

  /**
   * Ends what runs, and what begins meanwhile.
   *
   * @returns what puts an end to that.
   */
  interrupt(): () => void {
    const tell = () => this.#running.size > 0 && this.#native.interrupt();
    tell();
    const again = setInterval(tell, interruptEveryMs);
    return () => clearInterval(again);
  }

  /** Settles when it is gone. */
  close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      void Promise.allSettled(this.#running).then(() => {
        this.#native.closeSync();
        this.#gone.resolve();
      });
    }
    return this.#gone.promise;
  }

  /** Settles when somebody has closed it and it is gone. */
  get gone(): Promise<void> {
    return this.#gone.promise;
  }

  async #untilDone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) {
      throw new BrokenStore('The projection was closed');
    }
    const running = orBroken(work);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }
}

type Asked<T> = (reader: Connection) => AsyncIterable<T>;

/**
 * A few connections that are shared: each runs one question at a time, for a limited time. All throw {@link BrokenStore} when the file
 * or the engine failed, and `LimitExceeded` after the limit.
 */
export class ReaderPool {
  readonly #idle: Connection[];
  readonly #queue: FairQueue;
  readonly #limit: number;
  #isClosed = false;

  /** @param limit - milliseconds after which a question is given up. */
  constructor(readers: readonly Connection[], limit: number) {
    this.#idle = [...readers];
    this.#queue = new FairQueue({ atOnce: readers.length, perCaller: readers.length, waiting: Infinity });
    this.#limit = limit;
  }

  query: Query = (sql, params) =>
    this.#only(async function* ask(reader) {
      yield await reader.rows(sql, params);
    });

  /** As `query`, for what takes more than one: all that `work` asks is answered as of one moment. */
  ask<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#only((reader) =>
      reader.inSnapshot(async function* once(query) {
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
    return this.#stream((reader) => reader.inSnapshot(work), signal);
  }

  /** The only result; what tidies up after it goes on. */
  async #only<T>(work: Asked<T>): Promise<T> {
    for await (const result of this.#stream(work)) {
      return result;
    }
    throw new Error('A query gave no result');
  }

  async *#stream<T>(work: Asked<T>, signal = new AbortController().signal): AsyncGenerator<T> {
    if (this.#isClosed) {
      throw new BrokenStore('The projection was closed');
    }
    const releaseSlot = await this.#queue.take('reader', signal);
    const reader = this.#idle.pop() as Connection; // there are as many as slots
    let late = false;
    let stopEnding: (() => void) | undefined;
    const end = () => {
      stopEnding ??= reader.interrupt();
    };
    const timer = setTimeout(() => {
      late = true;
      end();
    }, this.#limit);
    signal.addEventListener('abort', end);
    try {
      for await (const piece of work(reader)) {
        yield piece;
        if (late) {
          throw new Error('The limit was passed while nothing ran that could be interrupted');
        }
      }
    } catch (cause) {
      throw late
        ? new AppError('LimitExceeded', 'The report took too long; ask for a shorter period', { cause })
        : cause;
    } finally {
      clearTimeout(timer);
      stopEnding?.();
      signal.removeEventListener('abort', end);
      this.#idle.push(reader);
      releaseSlot();
      this.#closeUnused();
    }
  }

  /** What runs or waits is let finish: each connection keeps the engine alive. */
  close(): void {
    this.#isClosed = true;
    this.#closeUnused();
  }

  #closeUnused(): void {
    if (this.#isClosed && this.#queue.use.taken === 0) {
      this.#idle.splice(0).forEach((reader) => void reader.close());
    }
  }
}
