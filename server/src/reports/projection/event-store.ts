import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BrokenStore, isFatal } from './broken-store.ts';
import { LocalClock, type Clocks } from './clocks.ts';
import type { Connection } from './connection.ts';
import { EventBytes, type ByteFormat } from './event-bytes.ts';
import type { SourceState } from './event-source.ts';
import { createTables, defaultZone, findAgain, isAgain, isThereFrom, layout, moveStaged } from './event-table.ts';
import { ReaderPool } from './reader-pool.ts';
import { RecordKeys } from './record-keys.ts';
import { stage } from './staging.ts';
import { closeFile, openFile, reportReaders, whenGone, type Opened } from './store-file.ts';
import { deleteFromRollups, subtractFromRollups } from './rollups/rollups.ts';
import { Epochs } from './rollups/epochs.ts';

export interface StoreOptions {
  readonly path: string;
  /** As many events come into the rollups together. */
  readonly epochEvents: number;
}

export type StoreState = Pick<SourceState, 'identity' | 'snapshot' | 'zones'>;

/** What is added to a store: events, and the state it then has. */
export interface Delivery {
  readonly state: StoreState;
  readonly events: AsyncIterable<Buffer> | Iterable<Buffer>;
  readonly format: ByteFormat;
  readonly clocks: Clocks;
  /** Of the events' ids, if that is known. */
  readonly lowest: bigint;
  /** Orgs all of whose events are among them, and take the place of what is there. */
  readonly replaced: readonly string[];
}

/** One DuckDB file: the events in columns, sorted, and how far they go. */
export class EventStore {
  readonly path: string;
  readonly #opened: Opened;
  readonly #writer: Connection;
  readonly #epochs: Epochs;
  readonly #file: bigint;
  readonly #epochEvents: number;
  readonly reports: ReaderPool;
  /** Lanes of their own, so that slow readers hold up no report. */
  readonly exports: ReaderPool;
  #keys: RecordKeys | undefined;
  #state: StoreState;

  private constructor({ path, epochEvents }: StoreOptions, opened: Opened, file: bigint, state: StoreState) {
    this.path = path;
    this.#epochEvents = epochEvents;
    this.#opened = opened;
    this.#writer = opened.writer;
    this.#epochs = new Epochs(opened.writer, opened.rollupConnection);
    this.reports = new ReaderPool(opened.readers.slice(0, reportReaders), 30_000);
    this.exports = new ReaderPool(opened.readers.slice(reportReaders), 600_000);
    this.#file = file;
    this.#state = state;
  }

  /** @throws {BrokenStore} if there is none, or it is of another layout, or damaged. */
  static async open(options: StoreOptions): Promise<EventStore> {
    const { path } = options;
    const file = await inode(path);
    if (file === undefined) {
      throw new BrokenStore('There is no projection yet');
    }
    const opened = await openFile(path);
    try {
      const store = new EventStore(options, opened, file, await readState(opened.writer));
      await store.#endEpoch(0); // of many events, if it is new
      return store;
    } catch (cause) {
      await closeFile(opened);
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
      const opened = await openFile(half);
      const { writer, rollupConnection } = opened;
      try {
        await writer.run(createTables);
        const keys = new RecordKeys();
        let events = 0;
        await stage([writer, rollupConnection], delivery.events, bytesOf(delivery, keys), async (connection) => {
          await keys.write(connection);
          events += await connection.run(moveStaged(delivery.format.events));
          onProgress(events);
        });
        await noteState(writer, delivery.state, [...delivery.state.zones]);
        await writer.run('checkpoint');
      } finally {
        await closeFile(opened);
      }
      await rm(`${path}.wal`, { force: true });
      await rename(half, path);
    } finally {
      await rm(half, { force: true });
      await rm(`${half}.wal`, { force: true });
    }
    return EventStore.open(options);
  }

  get state(): StoreState {
    return this.#state;
  }

  /** Whether the file it was opened from is still in its place. */
  async isOnDisk(): Promise<boolean> {
    return (await inode(this.path)) === this.#file;
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
      const mayBeThere = (await this.#writer.rows(isThereFrom, [delivery.lowest])).length > 0;
      if (mayBeThere) {
        await this.#epochs.settled(); // none is taken away while it is on its way into the rollups
      }
      let events = 0;
      try {
        await this.#writer.inTransaction(async () => {
          events = await this.#takeIn(delivery, mayBeThere);
        });
      } catch (cause) {
        this.#keys = undefined;
        throw cause;
      }
      this.#state = delivery.state;
      await this.#epochs.endAt(this.#epochEvents, events);
      return events;
    });
  }

  async #takeIn(delivery: Delivery, mayBeThere: boolean): Promise<number> {
    const { state, lowest, replaced } = delivery;
    for (const org of replaced) {
      await runAll(this.#writer, [...deleteFromRollups, 'delete from card_event where org_id = $1::uuid'], [org]);
    }
    const keys = (this.#keys ??= await RecordKeys.read(this.#writer));
    let events = 0;
    await stage([this.#writer], delivery.events, bytesOf(delivery, keys), async (connection) => {
      if (mayBeThere) {
        await removeAgain(connection, lowest);
      }
      await keys.write(connection);
      events += await connection.run(moveStaged(delivery.format.events));
    });
    const zones = [...state.zones].filter(([org, zone]) => this.#state.zones.get(org) !== zone);
    await noteState(this.#writer, state, zones);
    return events;
  }

  /** Notes that there are no events up to a later snapshot. Not in the file: the older one gives the same answer. */
  async goOn(state: StoreState): Promise<void> {
    this.#state = state;
    if (this.#epochs.isDue) {
      await this.#endEpoch(0);
    }
  }

  /** Settles when nothing is being brought into the rollups. @throws {BrokenStore} */
  settled(): Promise<void> {
    return orBroken(() => this.#epochs.settled());
  }

  #endEpoch(added: number): Promise<void> {
    return orBroken(() => this.#epochs.endAt(this.#epochEvents, added));
  }

  /**
   * Reports that run or wait are let finish, and the engine lives as long; settles before, when nothing is written any more. What is
   * being brought into the rollups is given up.
   */
  async close(): Promise<void> {
    this.reports.close();
    this.exports.close();
    void whenGone(this.#opened);
    await Promise.all([this.#epochs.giveUp(), this.#writer.close(), this.#opened.rollupConnection.close()]);
  }
}

function bytesOf({ format, clocks, state: { zones } }: Delivery, keys: RecordKeys): EventBytes {
  const idOf = (orgId: bigint) =>
    orgId
      .toString(16)
      .padStart(32, '0')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return new EventBytes(
    format,
    keys.givers,
    (orgId) => new LocalClock(clocks.get(zones.get(idOf(orgId)) ?? defaultZone) ?? []),
  );
}

async function orBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw isFatal(cause) ? new BrokenStore('The projection could not be written', { cause }) : cause;
  }
}

async function runAll(connection: Connection, statements: readonly string[], values: string[] = []) {
  for (const statement of statements) {
    await connection.run(statement, values);
  }
}

/** Takes away what is there of the staged events, out of the rollups as well. */
async function removeAgain(connection: Connection, lowest: bigint): Promise<void> {
  await connection.run(findAgain, [lowest]);
  if ((await connection.rows('from again limit 1')).length > 0) {
    await runAll(connection, [...subtractFromRollups(isAgain), `delete from card_event where ${isAgain}`]);
  }
}

/** Notes how far the store goes. */
async function noteState(connection: Connection, { identity, snapshot }: StoreState, zones: [string, string][]) {
  for (const [org, zone] of zones) {
    await connection.run('delete from org_zone where org_id = $1::uuid', [org]);
    await connection.run('insert into org_zone values ($1::uuid, $2)', [org, zone]);
  }
  await connection.run('delete from meta');
  await connection.run('insert into meta values ($1, $2, $3)', [layout, identity, snapshot]);
}

async function readState(connection: Connection): Promise<StoreState> {
  const rows = await connection.rows('select layout, source, snapshot from meta');
  const [found, identity, snapshot] = (rows[0] ?? []) as string[];
  if (found !== layout || identity === undefined || snapshot === undefined) {
    throw new BrokenStore('The projection is of another version');
  }
  const zones = await connection.rows('select org_id::varchar, time_zone from org_zone');
  return { identity, snapshot, zones: new Map(zones as [string, string][]) };
}

/** Undefined when there is no such file. */
async function inode(path: string): Promise<bigint | undefined> {
  try {
    return (await stat(path, { bigint: true })).ino;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
      return undefined;
    }
    throw cause;
  }
}
