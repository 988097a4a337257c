import { setImmediate as letOthers } from 'node:timers/promises';
import { DuckDBDataChunk, DuckDBUUIDValue, INTEGER, UUID, type DuckDBAppender } from '@duckdb/node-api';
import { BinaryEvents } from './binary-events.ts';
import { LocalClock, type Clocks } from './clocks.ts';
import type { Connection } from './connection.ts';
import { createArrived, keyTables, moveArrived } from './arriving.ts';
import { defaultZone } from './event-table.ts';
import { noteState, type Delivery } from './receiving.ts';

/** Events that are sorted together: five row groups of the engine. */
const batchRows = 5 * 122_880;

/** Rows that are handed to the engine together: in some ten milliseconds. */
const flushedRows = 8 * 2048;

/** Keys that are written before others may use this thread. */
const keysAtOnce = 1024;

/**
 * Fills a new store, batch by batch: memory holds two of them, however many events there are. While one is sorted and written on
 * one connection, the next comes in on the other. Each is written for good, as nobody sees the store before it is whole; in one
 * transaction, what is done with would have to be kept until its end.
 */
export async function fillStore(
  connections: readonly [Connection, Connection],
  delivery: Delivery,
  clocks: Clocks,
): Promise<void> {
  const filling = new Filling(connections, new BinaryEvents(clocksOfOrgs(delivery.zones, clocks)));
  try {
    for await (const piece of delivery.events) {
      await filling.add(piece, delivery.onProgress);
    }
    await filling.end(delivery.onProgress);
  } finally {
    await filling.settle(); // what runs must be done before the connections go
  }
  await noteState(connections[0], delivery, [...delivery.zones]);
}

function clocksOfOrgs(zones: ReadonlyMap<string, string>, clocks: Clocks): (orgId: bigint) => LocalClock {
  const zoneOf = new Map([...zones].map(([id, zone]) => [BigInt(`0x${id.replaceAll('-', '')}`), zone]));
  return (orgId) => new LocalClock(clocks.get(zoneOf.get(orgId) ?? defaultZone) ?? []);
}

class Filling {
  readonly #events: BinaryEvents;
  readonly #keysTold = keyTables.map(() => 0);
  #arriving: Connection;
  #moving: Connection;
  #appender: DuckDBAppender | undefined;
  #rows = 0;
  #moved = 0;
  #move: Promise<void> = Promise.resolve();

  constructor([one, other]: readonly [Connection, Connection], events: BinaryEvents) {
    this.#events = events;
    [this.#arriving, this.#moving] = [one, other];
  }

  async add(piece: Buffer, onProgress: Delivery['onProgress']): Promise<void> {
    for (const chunk of this.#events.read(piece)) {
      await this.#append(chunk);
      if (this.#rows >= batchRows) {
        await this.#hand(onProgress);
      }
    }
  }

  async end(onProgress: Delivery['onProgress']): Promise<void> {
    for (const chunk of this.#events.end()) {
      await this.#append(chunk);
    }
    await this.#hand(onProgress);
    await this.#move;
  }

  async settle(): Promise<void> {
    this.#appender?.clear(); // what was left half way
    this.#appender?.closeSync();
    await this.#move.catch(() => undefined);
  }

  /** In a transaction of its own, in which little can be added at a time for little: the server's only thread does it. */
  async #append(chunk: DuckDBDataChunk): Promise<void> {
    if (!this.#appender) {
      await this.#arriving.run('begin');
      await this.#arriving.run(createArrived);
      this.#appender = await this.#arriving.createAppender('arrived');
    }
    this.#appender.appendDataChunk(chunk);
    this.#rows += chunk.rowCount;
    if (this.#rows % flushedRows === 0) {
      this.#appender.flushSync();
    }
  }

  /** Has the batch moved, once the one before it is, and goes on with the next meanwhile. */
  async #hand(onProgress: Delivery['onProgress']): Promise<void> {
    if (!this.#appender) {
      return;
    }
    this.#appender.closeSync();
    this.#appender = undefined;
    await this.#arriving.run('commit');
    await this.#move;
    [this.#arriving, this.#moving] = [this.#moving, this.#arriving];
    this.#rows = 0;
    this.#move = this.#moveBatch(this.#moving).then((events) => {
      this.#moved += events;
      onProgress(this.#moved);
    });
    this.#move.catch(() => undefined); // awaited with the next batch, or at the end
  }

  async #moveBatch(connection: Connection): Promise<number> {
    await this.#tellKeys(connection);
    const rowsChanged = await connection.run(moveArrived);
    await connection.run('drop table arrived');
    return rowsChanged;
  }

  /** Writes the keys that were given since the last batch, a few at a time: in a big town they are many. */
  async #tellKeys(connection: Connection): Promise<void> {
    for (const [index, keys] of this.#events.keys.entries()) {
      const appender = await connection.createAppender(keyTables[index] ?? '');
      while ((this.#keysTold[index] ?? 0) < keys.count) {
        const first = this.#keysTold[index] ?? 0;
        const told = Array.from({ length: Math.min(keysAtOnce, keys.count - first) }, (_, place) => first + place);
        const chunk = DuckDBDataChunk.create([INTEGER, UUID]);
        chunk.setColumns([told, told.map((key) => DuckDBUUIDValue.fromUint128(keys.idOf(key)))]);
        appender.appendDataChunk(chunk);
        this.#keysTold[index] = first + told.length;
        await letOthers();
      }
      appender.closeSync();
    }
  }
}
