import type { DuckDBValue } from '@duckdb/node-api';
import type { Connection } from './connection.ts';

export type Cell = string | number | boolean | null;

/** Asks once. */
export type Query = (sql: string, params: readonly DuckDBValue[]) => Promise<Cell[][]>;

/** Asks once, for what may be long: the rows in pieces, at the pace of whoever takes them. */
export type Stream = (sql: string, params: readonly DuckDBValue[]) => AsyncIterable<Cell[][]>;

/** What `work` asks is all answered as of one moment, whatever comes in meanwhile. */
export async function* inSnapshot<T>(
  connection: Connection,
  work: (query: Query, stream: Stream) => AsyncIterable<T>,
): AsyncGenerator<T> {
  await connection.run('begin transaction read only');
  try {
    yield* work(
      (sql, params) => connection.rows(sql, params),
      (sql, params) => connection.pieces(sql, params),
    );
  } finally {
    const end = () => connection.run('rollback');
    await end()
      .catch(end)
      .catch(() => undefined); // once more if it was interrupted; an engine that failed has none left
  }
}
