import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { BrokenStore } from './broken-store.ts';
import { Connection, ReaderPool } from './connection.ts';

/** Reports, and exports, that run at once; more wait until one has ended. */
const [reportReaders, exportReaders] = [4, 2];

type Connections = readonly [Connection, Connection, ...Connection[]];

/** A file, and who works on it. */
export class StoreFile {
  /** Settled when the engine is let go of: when the last of its connections is gone. */
  readonly gone: Promise<void>;
  readonly reports: ReaderPool;
  /** Lanes of their own, so that slow readers hold up no report. */
  readonly exports: ReaderPool;

  /** It takes events in. */
  readonly writer: Connection;
  /** It brings them into the rollups. */
  readonly rollupConnection: Connection;

  private constructor(instance: DuckDBInstance, [writer, rollupConnection, ...readers]: Connections) {
    this.writer = writer;
    this.rollupConnection = rollupConnection;
    this.reports = new ReaderPool(readers.slice(0, reportReaders), 30_000);
    this.exports = new ReaderPool(readers.slice(reportReaders), 600_000);
    const gone = [writer, rollupConnection, ...readers].map((connection) => connection.gone);
    this.gone = Promise.all(gone).then(() => instance.closeSync());
  }

  /** @throws {BrokenStore} when it is damaged, or another process has it. */
  static async open(path: string): Promise<StoreFile> {
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
    // The first, because an engine that goes after its file was replaced would take the log of the new file with it.
    await connections[0]?.run(`
      pragma disable_checkpoint_on_shutdown;
      set allowed_directories = ['${folder.replaceAll("'", "''")}/'];
      set enable_external_access = false;
      set lock_configuration = true`);
    return new StoreFile(instance, connections as [Connection, Connection]);
  }

  /** Settles when nothing is written any more. Reports that run or wait are let finish, and the engine lives as long. */
  async close(): Promise<void> {
    this.reports.close();
    this.exports.close();
    await Promise.all([this.writer.close(), this.rollupConnection.close()]);
  }
}
