import {
  JSDuckDBValueConverter,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBValue,
} from '@duckdb/node-api';
import { BrokenStore, typedErrors } from './broken-store.ts';
import type { Cell } from './snapshot.ts';

/** How often what is to end is told so: what has not quite begun takes no notice. */
const interruptEveryMs = 50;

/**
 * A connection to the engine, which may be closed at any time: it refuses what comes then, and goes when nothing of it runs any more.
 * The bindings free at once what a running statement works on, and the process dies of it (SIGSEGV).
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
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }
}
