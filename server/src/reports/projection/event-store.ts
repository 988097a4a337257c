import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DuckDBAppender } from '@duckdb/node-api';
import { BrokenStore, orBroken } from './broken-store.ts';
import type { Connection, ReaderPool } from './connection.ts';
import { EventBytes } from './event-bytes.ts';
import type { Delivery, SourceState } from './event-source.ts';
import { createStaging, createTables, findAgain, isAgain, isThereFrom, layout, moveStaged } from './event-table.ts';
import { newKeys, readKeys, type Keys } from './record-keys.ts';
import { deleteFromRollups, Epochs, subtractFromRollups } from './rollups/rollups.ts';
import { StoreFile } from './store-file.ts';

export interface StoreOptions {
  readonly path: string;
  /** As many events come into the rollups together. */
  readonly epochEvents: number;
}

/** Events that are sorted together: five row groups of the engine. */
const batchRows = 5 * 122_880;

/** Rows that are handed to the engine together: in some ten milliseconds, on the thread that answers everybody. */
const flushedRows = 8 * 2048;

/** One DuckDB file: the events in columns, sorted, and how far they go. */
export class EventStore {
  readonly #options: StoreOptions;
  readonly #file: StoreFile;
  readonly #inode: bigint;
  readonly #epochs: Epochs;
  #keys: Keys | undefined;
  #state: SourceState;

  private constructor(options: StoreOptions, file: StoreFile, inode: bigint, state: SourceState) {
    this.#options = options;
    this.#file = file;
    this.#inode = inode;
    this.#epochs = new Epochs(file.writer, file.rollupConnection, options.epochEvents);
    this.#state = state;
  }

  /** @throws {BrokenStore} if there is none, or it is of another layout, or damaged. */
  static async open(options: StoreOptions): Promise<EventStore> {
    const inode = await inodeOf(options.path);
    if (inode === undefined) {
      throw new BrokenStore('There is no projection yet');
    }
    const file = await StoreFile.open(options.path);
    try {
      const store = new EventStore(options, file, inode, await readState(file.writer));
      await store.#epochs.endAfter(0); // of many events, if it is new
      return store;
    } catch (cause) {
      await file.close();
      await file.gone;
      throw cause instanceof BrokenStore ? cause : new BrokenStore('The projection cannot be read', { cause });
    }
  }

  /**
   * Builds a store beside `path` and, once it is whole, puts it in the place of what is there.
   *
   * @param onProgress - told how many events it has so far.
   */
  static async build(
    options: StoreOptions,
    delivery: Delivery,
    onProgress: (events: number) => void,
  ): Promise<EventStore> {
    const { path } = options;
    await mkdir(dirname(path), { recursive: true });
    const half = join(dirname(path), `building-${randomUUID()}.duckdb`);
    try {
      const file = await StoreFile.open(half);
      try {
        await file.writer.run(createTables);
        await takeIn([file.writer, file.rollupConnection], delivery, newKeys(), { onProgress });
        await noteState(file.writer, delivery.state);
        await file.writer.run('checkpoint');
      } finally {
        await file.close();
        await file.gone;
      }
      await rm(`${path}.wal`, { force: true });
      await rename(half, path);
    } finally {
      await rm(half, { force: true });
      await rm(`${half}.wal`, { force: true });
    }
    return EventStore.open(options);
  }

  /** How far it goes. */
  get state(): SourceState {
    return this.#state;
  }

  get reports(): ReaderPool {
    return this.#file.reports;
  }

  get exports(): ReaderPool {
    return this.#file.exports;
  }

  /** Whether the file it was opened from is still in its place. */
  async isOnDisk(): Promise<boolean> {
    return (await inodeOf(this.#options.path)) === this.#inode;
  }

  /**
   * Adds a delivery, whole or not at all. An event that is there already is replaced: one that PostgreSQL stamps anew, because
   * something in it had to go, must not count twice.
   *
   * @returns how many events there were.
   * @throws {BrokenStore}
   */
  add(delivery: Delivery): Promise<number> {
    return orBroken(async () => {
      const { writer } = this.#file;
      const mayBeThere = (await writer.rows(isThereFrom, [delivery.lowest])).length > 0;
      if (mayBeThere) {
        await this.#epochs.settled(); // none is taken away while it is on its way into the rollups
      }
      let events = 0;
      try {
        await writer.inTransaction(async () => {
          for (const org of delivery.replaced) {
            await runAll(writer, [...deleteFromRollups, 'delete from card_event where org_id = $1::uuid'], [org]);
          }
          this.#keys ??= await readKeys(writer);
          events = await takeIn([writer], delivery, this.#keys, { mayBeThere });
          await noteState(writer, delivery.state, this.#state);
        });
      } catch (cause) {
        this.#keys = undefined;
        throw cause;
      }
      this.#state = delivery.state;
      await this.#epochs.endAfter(events);
      return events;
    });
  }

  /** Notes that there are no events up to a later state. Not in the file: the older one gives the same answer. */
  async goOn(state: SourceState): Promise<void> {
    this.#state = state;
    if (this.#epochs.isDue) {
      await this.#epochs.endAfter(0);
    }
  }

  /** Settles when nothing is being brought into the rollups. @throws {BrokenStore} */
  settled(): Promise<void> {
    return this.#epochs.settled();
  }

  /** As a file's; what is being brought into the rollups is given up. */
  async close(): Promise<void> {
    await Promise.all([this.#file.close(), this.#epochs.giveUp()]);
  }
}

interface TakingIn {
  /** Whether some of the events may be there already: then those are taken away, out of the rollups as well. */
  readonly mayBeThere?: boolean;
  /** Told how many have come so far. */
  readonly onProgress?: (events: number) => void;
}

/** Brings the events of a delivery to where they belong. @returns how many they are. */
async function takeIn(
  connections: readonly [Connection, Connection?],
  delivery: Delivery,
  keys: Keys,
  { mayBeThere, onProgress }: TakingIn,
): Promise<number> {
  let events = 0;
  await stage(connections, new EventBytes(delivery, keys), async (connection) => {
    if (mayBeThere) {
      await connection.run(findAgain, [delivery.lowest]);
      if ((await connection.rows('from again limit 1')).length > 0) {
        await runAll(connection, [...subtractFromRollups(isAgain), `delete from card_event where ${isAgain}`]);
      }
    }
    for (const each of keys.values()) {
      await each.write(connection);
    }
    events += await connection.run(moveStaged(delivery.format.events));
    await connection.run('drop table staging');
    onProgress?.(events);
  });
  return events;
}

/**
 * Takes events in, batch by batch, so that memory holds two batches however many there are. On one connection they are part of its
 * transaction. On two, the next comes in on one while one is sorted and written on the other, for good, as what is done with would have to
 * be kept until the end of a transaction; and one that began with the batch would not see the keys of the batch before.
 *
 * @param move - takes what is in `staging` of a connection to where it belongs.
 */
async function stage(
  [connection, other]: readonly [Connection, Connection?],
  bytes: EventBytes,
  move: (connection: Connection) => Promise<void>,
): Promise<void> {
  const isOwn = other !== undefined;
  let appender: DuckDBAppender | undefined;
  let rows = 0;
  let moving: Promise<void> = Promise.resolve();
  const handOver = async () => {
    appender?.closeSync();
    appender = undefined;
    await (isOwn && connection.run('commit'));
    await moving;
    moving = move(connection);
    moving.catch(() => undefined); // awaited with the next batch, or at the end
    [connection, other] = [other ?? connection, connection];
    await (isOwn || moving);
  };
  try {
    for await (const chunk of bytes.chunks()) {
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

async function runAll(connection: Connection, statements: readonly string[], values: string[] = []) {
  for (const statement of statements) {
    await connection.run(statement, values);
  }
}

/** Notes how far the store goes. The zones of a thousand orgs are written only if they are others. */
async function noteState(connection: Connection, { identity, snapshot, zones }: SourceState, before?: SourceState) {
  await connection.run('delete from meta');
  await connection.run('insert into meta values ($1, $2, $3)', [layout, identity, snapshot]);
  if (zones !== before?.zones) {
    await connection.run('delete from org_zones');
    await connection.run('insert into org_zones values ($1)', [zones]);
  }
}

async function readState(connection: Connection): Promise<SourceState> {
  const [[found, identity, snapshot, zones] = []] = await connection.rows('from meta, org_zones');
  if (found !== layout) {
    throw new BrokenStore('The projection is of another version');
  }
  return { identity: String(identity), snapshot: String(snapshot), zones: String(zones) };
}

/** Undefined when there is no such file. */
const inodeOf = (path: string): Promise<bigint | undefined> =>
  stat(path, { bigint: true }).then(
    ({ ino }) => ino,
    () => undefined,
  );
