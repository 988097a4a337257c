import type { Connection } from './connection.ts';
import { findLinesAgain, insertLines, recordsInLine } from './event-table.ts';
import { removeAgain } from './receiving.ts';
import { RecordKeys } from './record-keys.ts';

interface Prepared {
  readonly insert: (lines: string) => Promise<void>;
  readonly noteSnapshot: (snapshot: string) => Promise<void>;
}

/**
 * Takes in what a report waits for while events come in: a few events, where nothing else has changed. They pass through no file
 * and no table between, their statements are planned once, and their keys are at hand.
 */
export class FewEvents {
  readonly #connection: Connection;
  readonly #keys: RecordKeys;
  #prepared: Prepared | undefined;
  /** No event that is there has a higher id; undefined before somebody has looked. */
  #highest: bigint | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#keys = new RecordKeys(connection);
  }

  /**
   * In the transaction that is open.
   *
   * @param lines - of `recentEvents` in `event-table.ts`; one at least.
   * @param snapshot - by which all of them are there.
   */
  async add(lines: readonly string[], snapshot: string): Promise<void> {
    const prepared = (this.#prepared ??= await this.#prepare());
    const events = lines.map((line) => line.split(','));
    await this.#deleteWhatIsThere(lines);
    for (const [record, place] of recordsInLine) {
      const ids = new Set(events.map((cells) => cells[place] ?? ''));
      ids.delete('');
      const keys = await this.#keys.of(record, ids);
      for (const cells of events) {
        cells.push(String(keys.get(cells[place] ?? '') ?? ''));
      }
    }
    await prepared.insert(events.map((cells) => cells.join()).join('\n'));
    await prepared.noteSnapshot(snapshot);
  }

  /** After events came or went in another way. */
  lookAgain(): void {
    this.#highest = undefined;
  }

  /** After a transaction came to nothing. */
  forget(): void {
    this.#prepared = undefined;
    this.lookAgain();
    this.#keys.forget();
  }

  /**
   * Whether some of the lines may be of events that are there; `add` takes those away first. An event with a higher id than all is
   * not there yet.
   */
  async mayBeThere(lines: readonly string[]): Promise<boolean> {
    const lowest = lines.map(idOf).reduce(lower);
    this.#highest ??= await this.#highestFrom(lowest);
    return lowest <= this.#highest;
  }

  /** Looking for events costs as much as adding them: for those alone that may be there. */
  async #deleteWhatIsThere(lines: readonly string[]): Promise<void> {
    const ids = lines.map(idOf);
    const [lowest, highest] = [ids.reduce(lower), ids.reduce(higher)];
    const highestThere = this.#highest ?? (await this.#highestFrom(lowest));
    const known = lines.filter((_, index) => (ids[index] ?? 0n) <= highestThere);
    if (known.length > 0) {
      await removeAgain(this.#connection, findLinesAgain, [known.join('\n'), lowest, highestThere]);
    }
    this.#highest = higher(highest, highestThere);
  }

  /** The highest id there is, if it is not below `lowest`: few blocks of the file can have such. */
  async #highestFrom(lowest: bigint): Promise<bigint> {
    const sql = 'select coalesce(max(id), $1 - 1)::bigint from card_event where id >= $1';
    const [row] = await this.#connection.rows(sql, [lowest]);
    return BigInt(row?.[0] as number | string);
  }

  async #prepare(): Promise<Prepared> {
    return {
      insert: await this.#connection.prepare(insertLines),
      noteSnapshot: await this.#connection.prepare('update meta set snapshot = $1::varchar'),
    };
  }
}

/** The second of a line's cells. */
const idOf = (line: string): bigint => BigInt(line.split(',', 2)[1] ?? 0);
const lower = (one: bigint, other: bigint) => (one < other ? one : other);
const higher = (one: bigint, other: bigint) => (one > other ? one : other);
