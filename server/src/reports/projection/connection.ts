import { dirname } from 'node:path';
import { DuckDBInstance, JSDuckDBValueConverter, type DuckDBConnection, type DuckDBDataChunk } from '@duckdb/node-api';
import { FairQueue } from '../../database/connection/fair-queue.ts';
import { workFolder } from '../../process/work-folders.ts';
import type { Cell } from '../engine/cell.ts';
import { tooMuch } from '../engine/too-much.ts';
import { BrokenStore } from '../source/broken-store.ts';
import { withLiterals } from './literals.ts';

/** Asks once. */
export type Query = (sql: string, params: readonly unknown[]) => Promise<Cell[][]>;

/** Asks once, for what may be long: the rows in pieces, at the pace of whoever takes them. */
export type Stream = (sql: string, params: readonly unknown[]) => AsyncIterable<Cell[][]>;

/** Failures of the file or of the engine, rather than of one query (`ExceptionType` of DuckDB). */
const fatal: readonly unknown[] = ['IO', 'FATAL', 'INTERNAL', 'Serialization', 'Catalog'];

/** @throws {BrokenStore} when the file or the engine failed. */
async function orBroken<T>(work: () => Promise<T>): Promise<T> {
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

/** Reports, and exports, that run at once; more wait until one has ended. */
const [reportReaders, exportReaders] = [4, 2];

/** Opens a file, with everybody who works on it. @throws {BrokenStore} when it is damaged, or another process has it. */
export async function openFile(path: string) {
  const folder = dirname(path);
  const instance = await DuckDBInstance.create(path, {
    threads: '2',
    memory_limit: '2GB',
    // Groups that keys of so many bits tell apart are counted in an array (a few ten megabytes), not in a hash table.
    perfect_ht_threshold: '20',
    // Of its own: two files may be open at once, and engines that share a folder write over what the other has put there.
    temp_directory: workFolder(dirname(folder), 'counting'),
    // What is freed goes back to the system after each task, not when 128 MB of it have gathered.
    allocator_flush_threshold: '128KB',
    allocator_bulk_deallocation_flush_threshold: '128KB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  }).catch((cause: unknown) => {
    throw new BrokenStore('The projection cannot be opened', { cause });
  });
  const connections = await Promise.all(
    Array.from({ length: 2 + reportReaders + exportReaders }, () => Connection.open(instance)),
  );
  instance.closeSync(); // it lives as long as the last of its connections
  const [writer, rollupConnection, ...readers] = connections as [Connection, Connection];
  // The first, because an engine that goes after its file was replaced would take the log of the new file with it.
  await writer.run(`
    pragma disable_checkpoint_on_shutdown;
    set allowed_directories = ['${folder.replaceAll("'", "''")}/'];
    set enable_external_access = false;
    set lock_configuration = true`);
  const reports = new ReaderPool(readers.slice(0, reportReaders), 30_000);
  const exports = new ReaderPool(readers.slice(reportReaders), 600_000);
  return {
    /** It takes events in. */
    writer,
    /** It brings them into the rollups. */
    rollupConnection,
    reports,
    /** Lanes of their own, so that slow readers hold up no report. */
    exports,
    /**
     * Settles when nothing is written any more. What is being brought into the rollups is given up: its epoch is still open. Reports that
     * run or wait are let finish, and the engine lives as long.
     */
    async close(): Promise<void> {
      const stopEnding = rollupConnection.interrupt(AbortSignal.abort());
      await Promise.all([writer, rollupConnection, reports, exports].map((each) => each.close()));
      stopEnding();
    },
  };
}

export type StoreFile = Awaited<ReturnType<typeof openFile>>;

/**
 * A few connections that are shared: each runs one question at a time, for a limited time. All throw {@link BrokenStore} when the file
 * or the engine failed, and `LimitExceeded` after the limit, or for more than the engine has memory for.
 */
class ReaderPool {
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

  /**
   * What `work` asks, at the pace of whoever takes it: the connection is held until the last is taken. All is answered as of one moment,
   * whatever comes in meanwhile.
   *
   * @param signal - ends what runs when nobody waits for it any more.
   */
  async *lend<T>(
    work: (query: Query, stream: Stream) => AsyncIterable<T>,
    signal = new AbortController().signal,
  ): AsyncGenerator<T> {
    if (this.#isClosed) {
      throw new BrokenStore('The projection was closed');
    }
    const releaseSlot = await this.#queue.take('reader', signal);
    const reader = this.#idle.pop() as Connection; // there are as many as slots
    const late = AbortSignal.timeout(this.#limit);
    const stopEnding = reader.interrupt(AbortSignal.any([late, signal]));
    try {
      await reader.run('begin transaction read only');
      for await (const piece of work(reader.rows.bind(reader), reader.pieces.bind(reader))) {
        yield piece;
        late.throwIfAborted(); // it may have passed while nothing ran that could be interrupted
      }
    } catch (cause) {
      signal.throwIfAborted();
      throw late.aborted || exceptionType(cause) === 'Out of Memory' ? tooMuch(cause) : cause;
    } finally {
      stopEnding();
      await reader.run('rollback').catch(() => undefined); // an engine that failed has no transaction left
      this.#idle.push(reader);
      releaseSlot();
      void (this.#isClosed && this.close());
    }
  }

  /** What runs or waits is let finish: each connection keeps the engine alive. Settles, where nothing does, when all are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#queue.use.taken === 0) {
      await Promise.all(this.#idle.splice(0).map((reader) => reader.close()));
    }
  }
}

/** How often it is looked whether something is to end, which is told so as often: what has not quite begun takes no notice. */
const interruptEveryMs = 50;

/** Rows that are handed to the engine together: in some ten milliseconds, on the thread that answers everybody. */
const flushedRows = 8 * 2048;

/**
 * A connection to the engine, which may be closed at any time: it refuses what comes then, and goes when nothing of it runs any more.
 * The bindings free at once what a running statement works on, and the process dies of it (SIGSEGV). All throw {@link BrokenStore}.
 */
export class Connection {
  readonly #native: DuckDBConnection;
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  private constructor(native: DuckDBConnection) {
    this.#native = native;
  }

  static async open(instance: DuckDBInstance): Promise<Connection> {
    const native = await instance.connect();
    // So that programs can read of which kind a failure is: the bindings for Node pass on DuckDB's message alone.
    await native.run('set errors_as_json = true');
    return new Connection(native);
  }

  /** Runs a statement, or several. @returns how many rows the last one changed. */
  async run(sql: string, values?: readonly unknown[]): Promise<number> {
    const { rowsChanged } = await this.#untilDone(() => this.#native.run(values ? withLiterals(sql, values) : sql));
    return rowsChanged;
  }

  async rows(sql: string, values: readonly unknown[] = []): Promise<Cell[][]> {
    const reader = await this.#untilDone(() => this.#native.runAndReadAll(withLiterals(sql, values)));
    return reader.getRowsJS() as Cell[][];
  }

  /**
   * What may be long, at the pace of whoever takes it. What the engine gave is let go of before its rows are read, however slowly:
   * its memory is free when the garbage collector finds it, which is soon only for what did not last.
   */
  async *pieces(sql: string, values: readonly unknown[] = []): AsyncGenerator<Cell[][]> {
    const result = await this.#untilDone(() => this.#native.stream(withLiterals(sql, values)));
    const next = async () => {
      const chunk = await this.#untilDone(() => result.fetchChunk());
      return (chunk?.convertRows(JSDuckDBValueConverter) ?? []) as Cell[][];
    };
    for (let rows = await next(); rows.length > 0; rows = await next()) {
      yield rows;
    }
  }

  /**
   * Appends chunks to a table, on the caller's thread, until they have so many rows or no more come.
   *
   * @param database - where the table is, if not in the file.
   * @returns how many rows they had.
   */
  append(
    table: string,
    chunks: AsyncIterator<DuckDBDataChunk> | Iterator<DuckDBDataChunk>,
    most: number,
    database?: string,
  ): Promise<number> {
    return this.#untilDone(async () => {
      const appender = await this.#native.createAppender(table, undefined, database);
      let rows = 0;
      try {
        while (rows < most) {
          const { value, done } = await chunks.next();
          if (done) {
            break;
          }
          appender.appendDataChunk(value);
          rows += value.rowCount;
          if (rows % flushedRows === 0) {
            appender.flushSync();
          }
        }
        appender.flushSync();
        return rows;
      } finally {
        appender.clear(); // of what was left half way
        appender.closeSync();
      }
    });
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

  /** Ends what runs, and what begins meanwhile, once `when` is aborted. @returns what puts an end to that. */
  interrupt(when: AbortSignal): () => void {
    const tell = () => when.aborted && this.#running.size > 0 && this.#native.interrupt();
    const timer = setInterval(tell, interruptEveryMs);
    return () => clearInterval(timer);
  }

  /** Settles when it is gone. */
  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#running).then(() => this.#native.closeSync());
    return this.#closed;
  }

  async #untilDone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) {
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
