import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { OperatorError } from '@noa/domain/errors.ts';
import { BrokenStore, isFatal } from './broken-store.ts';
import type { Clocks } from './clocks.ts';
import { Connection } from './connection.ts';
import { createTables } from './event-table.ts';
import { FewEvents } from './few-events.ts';
import { isLockedByAnother } from './file-lock.ts';
import { fillStore } from './filling.ts';
import { Lanes } from './lanes.ts';
import { layout } from './layout.ts';
import { atOneMoment, type Cell, type Query, type Stream } from './one-moment.ts';
import { receiveNew, type Delivery, type StoreState } from './receiving.ts';
import { Turns } from './turns.ts';

/** Reports, and exports, that run at once; more wait for their turn. */
const reportLanes = 4;
const exportLanes = 2;

export interface StoreOptions {
  readonly path: string;
  /** As many events come into the tallies together. */
  readonly turnEvents: number;
}

/** One DuckDB file: the events in columns, sorted, and how far they go. */
export class EventStore {
  readonly path: string;
  readonly #opened: Opened;
  readonly #writer: Connection;
  readonly #few: FewEvents;
  readonly #turns: Turns;
  readonly #file: bigint;
  readonly #turnEvents: number;
  readonly #reports: Lanes;
  readonly #exports: Lanes;
  #state: StoreState;

  private constructor({ path, turnEvents }: StoreOptions, opened: Opened, file: bigint, state: StoreState) {
    this.path = path;
    this.#turnEvents = turnEvents;
    this.#opened = opened;
    this.#writer = opened.writer;
    this.#few = new FewEvents(opened.writer);
    this.#turns = new Turns(opened.writer, opened.tallier);
    this.#reports = new Lanes(opened.lanes.slice(0, reportLanes), 30_000);
    this.#exports = new Lanes(opened.lanes.slice(reportLanes), 600_000);
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
      await store.#endTurn(0); // of many events, if it is new
      return store;
    } catch (cause) {
      await closeFile(opened);
      throw cause instanceof BrokenStore ? cause : new BrokenStore('The projection cannot be read', { cause });
    }
  }

  /** Builds a store beside `path` and, once it is whole, puts it in the place of what is there. */
  static async build(options: StoreOptions, delivery: Delivery, clocks: Clocks): Promise<EventStore> {
    const { path } = options;
    const folder = dirname(path);
    await mkdir(folder, { recursive: true });
    const half = join(folder, `building-${randomUUID()}.duckdb`);
    try {
      const opened = await openFile(half);
      try {
        await opened.writer.run(createTables);
        await fillStore([opened.writer, opened.tallier], delivery, clocks);
        await opened.writer.run('checkpoint');
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
  async isInPlace(): Promise<boolean> {
    return (await inode(this.path)) === this.#file;
  }

  /**
   * Adds a delivery, whole or not at all.
   *
   * @returns how many events there were.
   * @throws {BrokenStore}
   */
  async add(delivery: Delivery): Promise<number> {
    let events = 0;
    await this.#write(async () => {
      events = await receiveNew(this.#writer, dirname(this.path), delivery, this.#state);
    }, 'perhaps again');
    this.#few.lookAgain();
    const { source, snapshot, zones } = delivery;
    this.#state = { source, snapshot, zones };
    await this.#endTurn(events);
    return events;
  }

  /**
   * Adds a few events, whole or not at all, and the snapshot they are of; all else is as before.
   *
   * @param lines - of `recentEvents` in `event-table.ts`.
   * @throws {BrokenStore}
   */
  async addFew(lines: readonly string[], snapshot: string): Promise<void> {
    if (lines.length > 0) {
      const coming = (await this.#few.mayBeThere(lines)) ? 'perhaps again' : 'once';
      await this.#write(() => this.#few.add(lines, snapshot), coming);
    }
    if (lines.length > 0 || this.#turns.isDue) {
      await this.#endTurn(lines.length);
    }
    this.#state = { ...this.#state, snapshot }; // without events not written: the older one gives the same answer
  }

  /** Settles when nothing is being brought into the tallies. @throws {BrokenStore} */
  settled(): Promise<void> {
    return orBroken(() => this.#turns.settled());
  }

  #endTurn(added: number): Promise<void> {
    return orBroken(() => this.#turns.endAt(this.#turnEvents, added));
  }

  /** Events that come again are taken away first: not while they are on their way into the tallies. */
  async #write(work: () => Promise<void>, events: 'once' | 'perhaps again'): Promise<void> {
    try {
      await orBroken(async () => {
        if (events === 'perhaps again') {
          await this.#turns.settled();
        }
        await this.#writer.inTransaction(work);
      });
    } catch (cause) {
      this.#few.forget();
      throw cause;
    }
  }

  /**
   * @throws {BrokenStore}
   * @throws {AppError} `LimitExceeded` after 30 seconds.
   */
  async query(sql: string, params: readonly DuckDBValue[]): Promise<Cell[][]> {
    return this.#reports.use((lane) => lane.rows(sql, params));
  }

  /** As `query`, for what takes more than one: all that `work` asks is answered as of one moment. @throws as `query`. */
  ask<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#reports.first((lane) =>
      atOneMoment(lane, async function* once(query) {
        yield await work(query);
      }),
    );
  }

  /**
   * As `ask`, for what comes in pieces, at the pace of whoever takes them; on lanes of its own, so that slow readers hold up no
   * report.
   *
   * @throws as `query`, but after 10 minutes.
   */
  atOneMoment<T>(work: (query: Query, stream: Stream) => AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
    return this.#exports.stream((lane) => atOneMoment(lane, work), signal);
  }

  /**
   * Reports that run or wait are let finish, and the engine lives as long; settles before, when nothing is written any more. What is
   * being brought into the tallies is given up.
   */
  async close(): Promise<void> {
    this.#reports.close();
    this.#exports.close();
    void whenGone(this.#opened);
    await Promise.all([this.#turns.giveUp(), this.#writer.close(), this.#opened.tallier.close()]);
  }
}

interface Opened {
  readonly instance: DuckDBInstance;
  readonly writer: Connection;
  readonly tallier: Connection;
  readonly lanes: Connection[];
}

/** @throws {OperatorError} when another process has the file; {@link BrokenStore} when it is damaged. */
async function openFile(path: string): Promise<Opened> {
  const folder = dirname(path);
  let instance: DuckDBInstance;
  try {
    instance = await DuckDBInstance.create(path, {
      threads: '2',
      memory_limit: '2GB',
      // Groups that keys of so many bits tell apart are counted in an array (a few ten megabytes), not in a hash table.
      perfect_ht_threshold: '20',
      temp_directory: join(folder, 'spill'),
      // What is freed goes back to the system after each task, not when 128 MB of it have gathered.
      allocator_flush_threshold: '128KB',
      allocator_bulk_deallocation_flush_threshold: '128KB',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
  } catch (cause) {
    if (await isLockedByAnother(path)) {
      throw new OperatorError(`Another process uses ${path}; each server needs a DATA_DIR of its own`, { cause });
    }
    throw new BrokenStore('The projection cannot be opened', { cause });
  }
  const [writer, tallier, ...lanes] = await Promise.all(
    Array.from({ length: 2 + reportLanes + exportLanes }, () => Connection.open(instance)),
  );
  if (!writer || !tallier) {
    throw new Error('DuckDB gave no connection');
  }
  // The first, because an engine that goes after its file was replaced would take the log of the new file with it.
  await writer.run(`
    pragma disable_checkpoint_on_shutdown;
    set allowed_directories = ['${folder.replaceAll("'", "''")}/'];
    set enable_external_access = false;
    set lock_configuration = true`);
  return { instance, writer, tallier, lanes };
}

async function closeFile(opened: Opened): Promise<void> {
  const { writer, tallier, lanes } = opened;
  for (const connection of [writer, tallier, ...lanes]) {
    void connection.close();
  }
  await whenGone(opened);
}

/** Lets go of the engine when its last connection is gone. */
async function whenGone({ instance, writer, tallier, lanes }: Opened): Promise<void> {
  await Promise.all([writer, tallier, ...lanes].map(({ gone }) => gone));
  instance.closeSync();
}

async function orBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw isFatal(cause) ? new BrokenStore('The projection could not be written', { cause }) : cause;
  }
}

async function readState(connection: Connection): Promise<StoreState> {
  const rows = await connection.rows('select layout, source, snapshot from meta');
  const [found, source, snapshot] = (rows[0] ?? []) as string[];
  if (found !== layout || source === undefined || snapshot === undefined) {
    throw new BrokenStore('The projection is of another version');
  }
  const zones = await connection.rows('select org_id::varchar, time_zone from org_zone');
  return { source, snapshot, zones: new Map(zones as [string, string][]) };
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
