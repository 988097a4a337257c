import { setImmediate as letOthers } from 'node:timers/promises';
import { DuckDBDataChunk, DuckDBUUIDValue, INTEGER, UUID } from '@duckdb/node-api';
import type { Connection } from '../connection.ts';
import { keyTables } from '../event-table.ts';

/** 32-bit words of an id. */
const idWords = 4;

/** Keys that are written before others may use this thread. */
const keysAtOnce = 1024;

/**
 * The keys that a projection has given to one kind of record, some forty bytes each: numbers from nought on, in the order in which ids
 * are met. Those that a transaction wrote which came to nothing are not in the file, and so all have to be read anew.
 */
export class RecordKeys {
  readonly #table: string;
  #count = 0;
  /** The words of each id, by its key. */
  #ids = new Int32Array(idWords * 1024);
  /** Keys where their ids' hashes point to, or in the next free place; −1 where there is none. Never more than half full. */
  #slots = new Int32Array(2 * 1024).fill(-1);
  #written = 0;

  constructor(table: string) {
    this.#table = table;
  }

  /** The key of the id whose 16 bytes stand `at` this place. */
  keyOf(bytes: DataView, at: number): number {
    const a = bytes.getInt32(at);
    const b = bytes.getInt32(at + 4);
    const c = bytes.getInt32(at + 8);
    const d = bytes.getInt32(at + 12);
    const slot = this.#slotOf(a, b, c, d);
    const known = this.#slots[slot] ?? -1;
    if (known >= 0) {
      return known;
    }
    const key = this.#count;
    this.#ids.set([a, b, c, d], key * idWords);
    this.#slots[slot] = key;
    this.#count += 1;
    this.#makeRoomFor(this.#count);
    return key;
  }

  /** Where the key of an id is, or the free place for it. */
  #slotOf(a: number, b: number, c: number, d: number): number {
    const ids = this.#ids;
    const slots = this.#slots;
    const mixed =
      Math.imul(d, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35) ^ Math.imul(a, 0x27d4eb2f);
    for (let slot = mixed ^ (mixed >>> 15); ; slot += 1) {
      slot &= slots.length - 1;
      const key = slots[slot] ?? -1;
      const at = key * idWords;
      if (key < 0 || (ids[at] === a && ids[at + 1] === b && ids[at + 2] === c && ids[at + 3] === d)) {
        return slot;
      }
    }
  }

  #makeRoomFor(next: number): void {
    while ((next + 1) * idWords > this.#ids.length) {
      const ids = new Int32Array(this.#ids.length * 2);
      ids.set(this.#ids);
      this.#ids = ids;
      this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
      for (let key = 0; key < this.#count; key += 1) {
        const [a = 0, b = 0, c = 0, d = 0] = this.#wordsOf(key);
        this.#slots[this.#slotOf(a, b, c, d)] = key;
      }
    }
  }

  /** The id of a key that was given, in words. */
  #wordsOf(key: number): Int32Array {
    return this.#ids.subarray(key * idWords, (key + 1) * idWords);
  }

  /** The id of a key that was given, as a number of 128 bits. */
  idOf(key: number): bigint {
    return this.#wordsOf(key).reduce((id, word) => (id << 32n) | BigInt(word >>> 0), 0n);
  }

  /** Takes over the keys of a file. Where a record is forgotten, its key is left out: then another may have the last. */
  async read(connection: Connection): Promise<void> {
    const all = `select key, replace(id::varchar, '-', '') from ${this.#table} order by key`;
    for await (const rows of connection.pieces(all)) {
      const bytes = Buffer.from(rows.map(([, id]) => id).join(''), 'hex');
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      for (const [index, [key]] of rows.entries()) {
        this.#makeRoomFor(Number(key));
        this.#count = Number(key);
        this.keyOf(view, 16 * index);
      }
    }
    this.#written = this.#count;
  }

  /** Writes those that were given since, a few at a time: in a big town they are many. */
  async write(connection: Connection): Promise<void> {
    while (this.#written < this.#count) {
      const many = Math.min(keysAtOnce, this.#count - this.#written);
      const given = Array.from({ length: many }, (_, position) => this.#written + position);
      const chunk = DuckDBDataChunk.create([INTEGER, UUID]);
      chunk.setColumns([given, given.map((key) => DuckDBUUIDValue.fromUint128(this.idOf(key)))]);
      await connection.append(this.#table, [chunk].values(), many);
      this.#written += many;
      await letOthers();
    }
  }
}

/** By table. */
export type Keys = ReadonlyMap<string, RecordKeys>;

/** The keys of a file. */
export async function readKeys(connection: Connection): Promise<Keys> {
  const keys = new Map(keyTables.map((table) => [table, new RecordKeys(table)]));
  for (const each of keys.values()) {
    await each.read(connection);
  }
  return keys;
}
