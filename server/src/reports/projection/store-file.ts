import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { AppError } from '@noa/domain/errors.ts';
import { FairQueue } from '../../database/connection/fair-queue.ts';
import { BrokenStore, Connection } from './connection.ts';

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
    temp_directory: join(folder, 'spill'),
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
    /** Settles when nothing is written any more. Reports that run or wait are let finish, and the engine lives as long. */
    async close(): Promise<void> {
      reports.close();
      exports.close();
      await Promise.all([writer.close(), rollupConnection.close()]);
    },
    /** Settled when the engine is let go of: when the last of its connections is gone. */
    gone: Promise.all(connections.map(({ gone }) => gone)).then(() => instance.closeSync()),
  };
}

export type StoreFile = Awaited<ReturnType<typeof openFile>>;

/** What is asked of a connection. */
export type Asked<T> = (reader: Connection) => AsyncIterable<T>;

/**
 * A few connections that are shared: each runs one question at a time, for a limited time. All throw {@link BrokenStore} when the file
 * or the engine failed, and `LimitExceeded` after the limit.
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
   * What `work` asks, at the pace of whoever takes it: the connection is held until the last is taken.
   *
   * @param signal - ends what runs when nobody waits for it any more.
   */
  async *lend<T>(work: Asked<T>, signal = new AbortController().signal): AsyncGenerator<T> {
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
