import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openFile, type Connection, type StoreFile } from './connection.ts';
import { BrokenStore } from '../source/broken-store.ts';
import { takeInFiles } from './intake/cold-events.ts';
import { EventBytes } from './intake/event-bytes.ts';
import type { Delivery } from '../source/event-source.ts';
import { orgsMoved, type SourceState } from '../source/source-state.ts';
import { createStaging, createTables, isAgain, layout, moveStaged } from './event-table.ts';
import { copyWords, forgetUnnamed, forgetWho } from './forgetting.ts';
import { forgottenSince } from '../source/forgotten.ts';
import { readKeys, type Keys } from './intake/record-keys.ts';
import { deleteOrg, Epochs, subtractFromRollups } from './rollups.ts';
import { stagedWithWho, takeInWho } from './intake/who.ts';

/** Events that are sorted together: five row groups of the engine. */
const batchRows = 5 * 122_880;

/** What a file notes of the state it goes up to. */
const stateParts = ['identity', 'snapshot', 'zones', 'forgotten'] as const;

/** One DuckDB file: the events in columns, sorted, and how far they go. */
export class EventStore {
  readonly file: StoreFile;
  readonly epochs: Epochs;
  readonly #inode: bigint;
  #keys: Keys | undefined;
  #state: SourceState;

  private constructor(file: StoreFile, epochEvents: number, inode: bigint, state: SourceState) {
    this.file = file;
    this.epochs = new Epochs(file, epochEvents);
    this.#inode = inode;
    this.#state = state;
  }

  /**
   * @param epochEvents - as many events come into the rollups together.
   * @throws {BrokenStore} if there is none, or it is of another layout, or damaged.
   */
  static async open(path: string, epochEvents: number): Promise<EventStore> {
    const inode = await inodeOf(path);
    if (inode === undefined) {
      throw new BrokenStore('There is no projection yet');
    }
    const file = await openFile(path);
    try {
      const [[found, ...parts] = []] = await file.writer.rows('from meta');
      if (found !== layout) {
        throw new BrokenStore('The projection is of another version');
      }
      const state = Object.fromEntries(stateParts.map((part, index) => [part, parts[index]]));
      const store = new EventStore(file, epochEvents, inode, state as unknown as SourceState);
      await store.epochs.endAfter(0); // of many events, if it is new
      return store;
    } catch (cause) {
      await file.close();
      throw cause instanceof BrokenStore ? cause : new BrokenStore('The projection cannot be read', { cause });
    }
  }

  /** How far it goes. */
  get state(): SourceState {
    return this.#state;
  }

  /** Whether the file it was opened from is the one at `path`. */
  async isAt(path: string): Promise<boolean> {
    return (await inodeOf(path)) === this.#inode;
  }

  /**
   * Adds a delivery, whole or not at all. An event that is there already is replaced: one that PostgreSQL stamps anew, because
   * something in it had to go, must not count twice.
   *
   * @returns how many events there were.
   * @throws {BrokenStore}
   */
  async add(delivery: Delivery): Promise<number> {
    // That there are none is not noted in the file: the older state gives the same answer.
    const forgotten = forgottenSince(this.#state, delivery.state, copyWords);
    const events = delivery.expected === 0 && forgotten === null ? 0 : await this.#takeIn(delivery, forgotten);
    this.#state = delivery.state;
    await this.epochs.endAfter(events);
    return events;
  }

  /** @param forgotten - which events have lost who. */
  async #takeIn(delivery: Delivery, forgotten: string | null): Promise<number> {
    const { writer } = this.file;
    // Few blocks of the file can have ids that are so high.
    const mayBeThere = (await writer.rows('from card_event where id >= $1 limit 1', [delivery.lowest])).length > 0;
    if (mayBeThere || forgotten !== null) {
      await this.epochs.settled(); // none is taken away while it is on its way into the rollups
    }
    try {
      return await writer.inTransaction(async () => {
        for (const org of orgsMoved(this.#state, delivery.state)) {
          await writer.run(deleteOrg, [org]);
        }
        if (forgotten !== null) {
          await writer.run(forgetWho(forgotten));
          this.#keys = undefined;
        }
        this.#keys ??= await readKeys(writer);
        let events = 0;
        for await (const count of takeIn([writer], delivery, this.#keys, mayBeThere)) {
          events = count;
        }
        for (const part of stateParts) {
          // The zones of a thousand orgs are written only if they are others.
          if (delivery.state[part] !== this.#state[part]) {
            await writer.run(`update meta set ${part} = $1`, [delivery.state[part]]);
          }
        }
        return events;
      });
    } catch (cause) {
      this.#keys = undefined;
      throw cause;
    }
  }
}

/**
 * Builds a file beside `path` and, once it is whole, puts it in the place of what is there. One that was left half way is called
 * `building-…`. Says how many events it has so far.
 */
export async function* buildFile(path: string, delivery: Delivery): AsyncGenerator<number> {
  const folder = dirname(path);
  const half = join(folder, `building-${randomUUID()}.duckdb`);
  const file = await openFile(half);
  try {
    await file.writer.run(createTables);
    const keys = await readKeys(file.writer);
    yield 0;
    if (delivery.who) {
      await takeInWho(file.writer, delivery, keys, folder);
    }
    let young = 0;
    for await (young of takeIn([file.writer, file.rollupConnection], delivery, keys, false)) {
      yield young;
    }
    for await (const old of takeInFiles(file.writer, delivery, keys, folder)) {
      yield young + old;
    }
    await file.writer.run(forgetUnnamed); // who did something that was deleted
    const state = stateParts.map((part) => delivery.state[part]);
    await file.writer.run('insert into meta values ($1, $2, $3, $4, $5)', [layout, ...state]);
    await file.writer.run('checkpoint');
  } finally {
    await file.close();
  }
  await rm(`${path}.wal`, { force: true });
  await rename(half, path);
}

/**
 * Brings the events of a delivery to where they belong, batch by batch, so that memory holds two batches however many there are. On one
 * connection they are part of its transaction. On two, the next comes in on one while one is sorted and written on the other, for good, as
 * what is done with would have to be kept until the end of a transaction; and one that began with the batch would not see the keys of the
 * batch before. Says how many have come so far.
 *
 * @param mayBeThere - some of the events, already: then those are taken away, out of the rollups as well.
 */
async function* takeIn(
  connections: readonly Connection[],
  delivery: Delivery,
  keys: Keys,
  mayBeThere: boolean,
): AsyncGenerator<number> {
  const chunks = new EventBytes(delivery, keys).chunks();
  let events = 0;
  let moving = Promise.resolve();
  const move = async (from: Connection) => {
    const lowest = [delivery.lowest];
    if (mayBeThere && (await from.rows(`from card_event where ${isAgain} limit 1`, lowest)).length > 0) {
      await from.run(`${subtractFromRollups(isAgain)}; delete from card_event where ${isAgain}`, lowest);
    }
    for (const each of keys.values()) {
      await each.write(from);
    }
    events += await from.run(moveStaged(delivery.who ? stagedWithWho : 'staging'));
    await from.run('drop table staging');
  };
  try {
    for (let [batch, rows] = [0, batchRows]; rows === batchRows; batch += 1) {
      const connection = connections[batch % connections.length] as Connection;
      await connection.run(createStaging);
      const filling = () => connection.append('staging', chunks, batchRows);
      rows = await (connections.length > 1 ? connection.inTransaction(filling) : filling());
      await moving;
      yield events;
      moving = move(connection);
      moving.catch(() => undefined); // awaited with the next batch, or at the end
      await (connections.length > 1 ? undefined : moving);
    }
    await moving;
    yield events;
  } finally {
    await moving.catch(() => undefined); // what runs is done before the connections go
  }
}

/** Undefined when there is no such file. */
const inodeOf = async (path: string) => (await stat(path, { bigint: true }).catch(() => undefined))?.ino;
