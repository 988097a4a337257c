import { JSDuckDBValueConverter, type DuckDBConnection, type DuckDBResult, type DuckDBValue } from '@duckdb/node-api';

export type Cell = string | number | boolean | null;

/** Asks once. */
export type Query = (sql: string, params: readonly DuckDBValue[]) => Promise<Cell[][]>;

/** Asks once, for what may be long: the rows in pieces, at the pace of whoever takes them. */
export type Stream = (sql: string, params: readonly DuckDBValue[]) => AsyncIterable<Cell[][]>;

export async function rowsOf(lane: DuckDBConnection, sql: string, params: readonly DuckDBValue[]): Promise<Cell[][]> {
  const reader = await lane.runAndReadAll(sql, [...params]);
  return reader.getRowsJS() as Cell[][];
}

async function* piecesOf(lane: DuckDBConnection, sql: string, params: readonly DuckDBValue[]) {
  const result = await lane.stream(sql, [...params]);
  for (let rows = await nextRows(result); rows.length > 0; rows = await nextRows(result)) {
    yield rows;
  }
}

/**
 * What the engine gave is let go of before its rows are read, however slowly: its memory is free when the garbage collector finds
 * it, which is soon only for what did not last.
 */
async function nextRows(result: DuckDBResult): Promise<Cell[][]> {
  const chunk = await result.fetchChunk();
  return (chunk?.convertRows(JSDuckDBValueConverter) ?? []) as Cell[][];
}

/** What `work` asks is all answered as of one moment, whatever comes in meanwhile. */
export async function* atOneMoment<T>(
  lane: DuckDBConnection,
  work: (query: Query, stream: Stream) => AsyncIterable<T>,
): AsyncGenerator<T> {
  await lane.run('begin transaction read only');
  try {
    yield* work(
      (sql, params) => rowsOf(lane, sql, params),
      (sql, params) => piecesOf(lane, sql, params),
    );
  } finally {
    const end = () => lane.run('rollback');
    await end()
      .catch(end)
      .catch(() => undefined); // once more if it was interrupted; an engine that failed has none left
  }
}
