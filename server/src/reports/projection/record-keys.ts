import { setImmediate as letOthers } from 'node:timers/promises';
import { DuckDBDataChunk, DuckDBUUIDValue, INTEGER, UUID } from '@duckdb/node-api';
import type { Connection } from './connection.ts';
import { keyed } from './event-table.ts';
import { KeyAllocator } from './key-allocator.ts';

/** Keys that are written before others may use this thread. */
const keysAtOnce = 1024;

/**
 * The keys that a projection has given to records, some forty bytes each. A key is never taken back; but those that a transaction wrote
 * which came to nothing are not in the file, and so have to be read anew.
 */
export class RecordKeys {
  /** In the order of `keyed`. */
  readonly givers: readonly KeyAllocator[] = keyed.map(() => new KeyAllocator());
  readonly #written = keyed.map(() => 0);

  static async read(connection: Connection): Promise<RecordKeys> {
    const keys = new RecordKeys();
    for (const [index, record] of keyed.entries()) {
      const giver = keys.givers[index] as KeyAllocator;
      for await (const rows of connection.pieces(`select id::varchar from ${record}_key order by key`)) {
        rows.forEach(([id]) => giver.keyOfText(String(id)));
      }
      keys.#written[index] = giver.count;
    }
    return keys;
  }

  /** Writes those that were given since, a few at a time: in a big town they are many. */
  async write(connection: Connection): Promise<void> {
    for (const [index, keys] of this.givers.entries()) {
      while ((this.#written[index] ?? 0) < keys.count) {
        const first = this.#written[index] ?? 0;
        const given = Array.from(
          { length: Math.min(keysAtOnce, keys.count - first) },
          (_, position) => first + position,
        );
        const chunk = DuckDBDataChunk.create([INTEGER, UUID]);
        chunk.setColumns([given, given.map((key) => DuckDBUUIDValue.fromUint128(keys.idOf(key)))]);
        const appender = await connection.createAppender(`${keyed[index]}_key`);
        appender.appendDataChunk(chunk);
        appender.closeSync();
        this.#written[index] = first + given.length;
        await letOthers();
      }
    }
  }
}
