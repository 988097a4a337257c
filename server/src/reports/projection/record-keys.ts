import type { Connection } from './connection.ts';
import { giveKeysToText, keysOfText, newestKeys } from './event-table.ts';

/** Keys of a kind of record that are kept at hand, a hundred bytes each; others are asked for when they are needed. */
const mostAtHand = 200_000;

type Keys = Map<string, number>;

/**
 * The keys that a projection has given to records, at hand for the few events that a report takes in before it answers: joining
 * nine tables takes longer than all else that is done for them. A key is never taken back, so what is here stays true.
 */
export class RecordKeys {
  readonly #connection: Connection;
  readonly #atHand = new Map<string, Keys>();

  /** @param connection - the one that writes, so that keys given in an open transaction are seen. */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The keys of these records, given now to those that have none. To be forgotten if the transaction comes to nothing. */
  async of(record: string, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
    const keys = this.#atHand.get(record) ?? (await this.#load(record));
    const missing = () => [...ids].filter((id) => !keys.has(id));
    if (missing().length > 0) {
      await this.#read(keys, keysOfText(record), [missing().join()]);
    }
    if (missing().length > 0) {
      const given = missing().join();
      await this.#connection.run(giveKeysToText(record), [given]);
      await this.#read(keys, keysOfText(record), [given]);
    }
    if (keys.size > mostAtHand + ids.size) {
      this.#atHand.delete(record);
    }
    return keys;
  }

  forget(): void {
    this.#atHand.clear();
  }

  async #load(record: string): Promise<Keys> {
    const keys: Keys = new Map();
    await this.#read(keys, newestKeys(record, mostAtHand), []);
    this.#atHand.set(record, keys);
    return keys;
  }

  /** In pieces: two hundred thousand at once would hold everybody up. */
  async #read(keys: Keys, sql: string, values: string[]): Promise<void> {
    for await (const rows of this.#connection.pieces(sql, values) as AsyncIterable<[string, number][]>) {
      for (const [id, key] of rows) {
        keys.set(id, key);
      }
    }
  }
}
