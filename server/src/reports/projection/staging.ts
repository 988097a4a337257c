import type { DuckDBAppender } from '@duckdb/node-api';
import type { Connection } from './connection.ts';
import type { EventBytes } from './event-bytes.ts';
import { createStaging } from './event-table.ts';

/** Events that are sorted together: five row groups of the engine. */
const batchRows = 5 * 122_880;

/** Rows that are handed to the engine together: in some ten milliseconds, on the thread that answers everybody. */
const flushedRows = 8 * 2048;

/**
 * Takes events in, batch by batch, so that memory holds two batches however many there are. On one connection they are part of its
 * transaction. On two, the next comes in on one while one is sorted and written on the other, for good, as what is done with would have to
 * be kept until the end of a transaction; and one that began with the batch would not see the keys of the batch before.
 *
 * @param pieces - of whole rows, as `bytes` reads them.
 * @param move - takes what is in `staging` of a connection to where it belongs.
 */
export async function stage(
  [connection, other]: readonly [Connection, Connection?],
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  bytes: EventBytes,
  move: (connection: Connection) => Promise<void>,
): Promise<void> {
  const isOwn = other !== undefined;
  let appender: DuckDBAppender | undefined;
  let rows = 0;
  let moving: Promise<void> = Promise.resolve();
  const moveBatch = async (from: Connection) => {
    await move(from);
    await from.run('drop table staging');
  };
  const handOver = async () => {
    appender?.closeSync();
    appender = undefined;
    await (isOwn && connection.run('commit'));
    await moving;
    moving = moveBatch(connection);
    moving.catch(() => undefined); // awaited with the next batch, or at the end
    [connection, other] = [other ?? connection, connection];
    await (isOwn || moving);
  };
  try {
    for await (const chunk of chunksOf(pieces, bytes)) {
      if (!appender) {
        await (isOwn && connection.run('begin'));
        await connection.run(createStaging(bytes.ids));
        appender = await connection.createAppender('staging');
        rows = 0;
      }
      appender.appendDataChunk(chunk);
      rows += chunk.rowCount;
      if (rows >= batchRows) {
        await handOver();
      } else if (rows % flushedRows === 0) {
        appender.flushSync();
      }
    }
    if (appender) {
      await handOver();
    }
    await moving;
  } finally {
    appender?.clear(); // what was left half way
    appender?.closeSync();
    await moving.catch(() => undefined); // what runs is done before the connections go
  }
}

async function* chunksOf(pieces: AsyncIterable<Buffer> | Iterable<Buffer>, bytes: EventBytes) {
  for await (const piece of pieces) {
    yield* bytes.read(piece);
  }
  yield* bytes.end();
}
