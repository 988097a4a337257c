import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { BrokenStore } from './broken-store.ts';
import { Connection } from './connection.ts';

/** Reports, and exports, that run at once; more wait until one has ended. */
export const reportReaders = 4;
const exportReaders = 2;

/** A file, and who works on it. */
export interface Opened {
  readonly instance: DuckDBInstance;
  readonly writer: Connection;
  readonly rollupConnection: Connection;
  /** Of reports, and then of exports. */
  readonly readers: readonly Connection[];
}

/** @throws {BrokenStore} when it is damaged, or another process has it. */
export async function openFile(path: string): Promise<Opened> {
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
  const [writer, rollupConnection, ...readers] = await Promise.all(
    Array.from({ length: 2 + reportReaders + exportReaders }, () => Connection.open(instance)),
  );
  if (!writer || !rollupConnection) {
    throw new Error('DuckDB gave no connection');
  }
  // The first, because an engine that goes after its file was replaced would take the log of the new file with it.
  await writer.run(`
    pragma disable_checkpoint_on_shutdown;
    set allowed_directories = ['${folder.replaceAll("'", "''")}/'];
    set enable_external_access = false;
    set lock_configuration = true`);
  return { instance, writer, rollupConnection, readers };
}

export async function closeFile(opened: Opened): Promise<void> {
  const { writer, rollupConnection, readers } = opened;
  for (const connection of [writer, rollupConnection, ...readers]) {
    void connection.close();
  }
  await whenGone(opened);
}

/** Lets go of the engine when its last connection is gone. */
export async function whenGone({ instance, writer, rollupConnection, readers }: Opened): Promise<void> {
  await Promise.all([writer, rollupConnection, ...readers].map(({ gone }) => gone));
  instance.closeSync();
}
