import { DuckDBInstance } from '@duckdb/node-api';
import type { Cell } from '../engine/cell.ts';

/** Reads and writes Parquet, by the SQL of DuckDB. */
export interface Parquet {
  readonly run: (sql: string) => Promise<void>;
  readonly rows: (sql: string) => Promise<Cell[][]>;
}

/** What stands in SQL for a text. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Has `work` read and write files with a DuckDB that keeps nothing.
 *
 * @param folder - where these files lie, and what does not fit into memory.
 * @param others - folders whose files it may read as well.
 * @param signal - once aborted, what runs is broken off, and fails.
 */
export async function withParquet<T>(
  folder: string,
  work: (parquet: Parquet) => Promise<T>,
  { others = [], signal }: { readonly others?: readonly string[]; readonly signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1', // it takes its time: others want the processors
    memory_limit: '1GB',
    temp_directory: `${folder}/spill`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const breakOff = () => connection.interrupt();
  signal?.addEventListener('abort', breakOff);
  try {
    signal?.throwIfAborted(); // while it was connected
    await connection.run(`set allowed_directories = [${[folder, ...others].map((path) => literal(`${path}/`)).join(', ')}];
      set enable_external_access = false;
      -- It would take a file for the one that it has read there within the same second, if both are as long.
      set enable_external_file_cache = false;
      set lock_configuration = true`);
    return await work({
      run: async (sql) => void (await connection.run(sql)),
      rows: async (sql) => (await connection.runAndReadAll(sql)).getRowsJS() as Cell[][],
    });
  } finally {
    signal?.removeEventListener('abort', breakOff);
    connection.closeSync();
    instance.closeSync();
  }
}
