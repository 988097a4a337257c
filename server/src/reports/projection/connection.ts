import {
  JSDuckDBValueConverter,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBValue,
} from '@duckdb/node-api';
import { OperatorError } from '@noa/domain/errors.ts';

export type Cell = string | number | boolean | null;

/** Asks once. */
export type Query = (sql: string, params: readonly DuckDBValue[]) => Promise<Cell[][]>;

/** Asks once, for what may be long: the rows in pieces, at the pace of whoever takes them. */
export type Stream = (sql: string, params: readonly DuckDBValue[]) => AsyncIterable<Cell[][]>;

/** The file cannot be used as it is; it is built anew. */
export class BrokenStore extends OperatorError {
  override readonly name = 'BrokenStore';
}

/** Failures of the file or of the engine, rather than of one query (`ExceptionType` of DuckDB). */
const fatal: readonly unknown[] = ['IO', 'FATAL', 'INTERNAL', 'Serialization', 'Catalog'];

/** @throws {BrokenStore} when the file or the engine failed. */
export async function orBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const isBroken = fatal.includes(exceptionType(cause));
    throw isBroken ? new BrokenStore('The projection could not be read or written', { cause }) : cause;
  }
}

/** DuckDB's own name for the kind of failure; undefined for an error of ours or of Node, whose message is for people. */
function exceptionType(cause: unknown): unknown {
  try {
    return (JSON.parse((cause as Error).message) as { readonly exception_type?: unknown }).exception_type;
  } catch {
    return undefined;
  }
}

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
  /** Settles when somebody has closed it and it is gone. */
  readonly gone: Promise<void> = this.#gone.promise;
  #isClosed = false;

  private constructor(native: DuckDBConnection) {
    this.#native = native;
  }

  static async open(instance: DuckDBInstance): Promise<Connection> {
    const native = await instance.connect();
    // So that programs can read of which kind a failure is: the bindings for Node pass on DuckDB's message alone.
    await native.run('set errors_as_json = true');
    return new Connection(native);
  }

  /** @returns how many rows were changed. */
  async run(sql: string, values?: readonly DuckDBValue[]): Promise<number> {
    const { rowsChanged } = await this.#untilDone(() => this.#native.run(sql, values && [...values]));
    return rowsChanged;
  }

  async runAll(statements: readonly string[], values?: readonly DuckDBValue[]): Promise<void> {
    for (const statement of statements) {
      await this.run(statement, values);
    }
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
  async inTransaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run('begin');
    try {
      const result = await work();
      await this.run('commit');
      return result;
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
    return this.gone;
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
