import { dirname, join } from 'node:path';
import { mkdir, readdir, rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Db, Tx } from '../../database/database.ts';
import type { FileStore } from '../../file-store/file-store.ts';
import type { Cell } from '../engine/cell.ts';
import type { Backlog, EventAnswers, EventEngine, Freshness, Progress, Question } from '../engine/engine.ts';
import type { Query, Stream } from './connection.ts';
import { DuckDbAnswers } from './asking/duckdb-answers.ts';
import { BrokenStore } from '../source/broken-store.ts';
import { findBacklog } from '../source/backlog.ts';
import { EventSource, most, type Delivery } from '../source/event-source.ts';
import { Refreshes } from '../source/refreshes.ts';
import { eventForm } from './event-table.ts';
import { buildFile, EventStore } from './event-store.ts';

export type Log = Pick<Logger, 'info' | 'warn'>;

export interface ProjectionOptions {
  /** The same PostgreSQL as the application's. */
  readonly databaseUrl: string;
  /** Its file is `<dataDir>/projection/events.duckdb`; whoever deletes it loses nothing. */
  readonly dataDir: string;
  readonly log: Log;
  /** Where past months lie outside PostgreSQL; absent or null where none do. */
  readonly coldStore?: FileStore | null;
  /** Events that come into the rollups together; so many at most does each report count one by one. */
  readonly epochEvents?: number;
}

/** How often the log says how far building is. */
const sayEveryMs = 5_000;

/** Card events in columns, for counting: a disposable copy that PostgreSQL can always fill again. */
export class Projection implements EventEngine {
  readonly #source: EventSource;
  readonly #refreshes: Refreshes;
  readonly #log: Log;
  readonly #path: string;
  readonly #epochEvents: number;
  #store: EventStore | undefined;
  #progress: Progress | null = null;
  /** More came in the last time than are read in one statement: the next time as well, probably. */
  #flooded = false;
  /** Settled when nothing is written any more to a store that was left: the log that it writes would be taken for that of the next. */
  #left: Promise<unknown> = Promise.resolve();

  constructor({ databaseUrl, dataDir, log, coldStore, epochEvents = 250_000 }: ProjectionOptions) {
    this.#path = join(dataDir, 'projection', 'events.duckdb');
    this.#epochEvents = epochEvents;
    this.#log = log;
    this.#source = new EventSource({
      databaseUrl,
      coldStore,
      form: eventForm,
      onIdleError: (err) => log.warn({ err }, 'A PostgreSQL connection of the report projection broke'),
    });
    this.#refreshes = new Refreshes(
      () => this.#bringUpToDate(),
      (err) => log.warn({ err }, 'Reports are behind: new card events could not be loaded'),
    );
  }

  /** Brings the projection up to date: builds it if it is missing, damaged or of another version. */
  refresh(): Promise<Freshness> {
    return this.#refreshes.refresh();
  }

  /**
   * Takes in what has come within a second, whether anybody asks or not, and goes on as long as there is something: a report
   * that is asked after an hour of it finds little left to take in. Where nothing comes, nothing is looked for.
   */
  expectEvents(): void {
    this.#refreshes.soon();
  }

  answers(db: Db, question: Question): EventAnswers {
    return new DuckDbAnswers(this, db, question);
  }

  async backlog(tx: Tx): Promise<Backlog | null> {
    return this.#store ? findBacklog(tx, this.#store.state.snapshot) : null;
  }

  /** Whether it can be asked: not before it is built or opened, nor once its file is found to be broken. */
  get isThere(): boolean {
    return this.#store !== undefined;
  }

  /** Null while none is being built. */
  get progress(): Progress | null {
    return this.#progress;
  }

  /**
   * Asks the projection as it is, after `refresh`.
   *
   * @param sql - for DuckDB, over `card_event` of `event-table.ts`; values only as `$1`, `$2`, ….
   * @param signal - ends it when nobody waits for it any more.
   * @throws {AppError} `LimitExceeded` after 30 seconds, or of what takes more than 2 GB. @throws the reason of `signal`.
   */
  query(sql: string, params: readonly unknown[], signal?: AbortSignal): Promise<Cell[][]> {
    return this.ask((query) => query(sql, params), signal);
  }

  /**
   * As `query`, for what takes more than one: all that `work` asks is answered as of one moment. It is asked again, if the file turns out
   * to be broken, once that is built anew. @throws as `query`.
   */
  async ask<T>(work: (query: Query) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const store = this.#store;
    const once = async function* once(query: Query) {
      yield await work(query);
    };
    const ask = async () => {
      for await (const answer of this.#opened().file.reports.lend(once, signal)) {
        return answer;
      }
      throw new Error('A question had no answer');
    };
    try {
      return await ask();
    } catch (cause) {
      if (!(cause instanceof BrokenStore)) {
        throw cause;
      }
      if (this.#store === store) {
        this.#discard(cause); // unless somebody has found out already
      }
      await this.refresh();
      return ask();
    }
  }

  /** As `ask`, for what comes in pieces, at the pace of whoever takes them. @throws as `query`, but after 10 minutes. */
  inSnapshot<T>(work: (query: Query, stream: Stream) => AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
    return this.#opened().file.exports.lend(work, signal);
  }

  /** Settles when everything that has been taken in is in the rollups, but for the epoch that is on. */
  async settled(): Promise<void> {
    await this.#refreshes.settled();
    await this.#store?.epochs.settled();
  }

  /** Ends what runs and lets go of everything; queries that run are let finish. */
  async close(): Promise<void> {
    this.#source.stop();
    await this.#refreshes.close();
    this.#leave();
    await Promise.all([this.#left, this.#source.close()]);
  }

  #opened(): EventStore {
    if (!this.#store) {
      throw new BrokenStore('The projection is not open');
    }
    return this.#store;
  }

  async #bringUpToDate(): Promise<Freshness> {
    try {
      const store = await this.#openStore();
      const few = this.#flooded ? null : await this.#source.recent(store.state);
      return await (few ? this.#add(store, few) : this.#source.read(store.state, (many) => this.#add(store, many)));
    } catch (cause) {
      if (!(cause instanceof BrokenStore)) {
        throw cause;
      }
      this.#discard(cause);
      return this.#build();
    }
  }

  async #openStore(): Promise<EventStore> {
    if (this.#store && !(await this.#store.isAt(this.#path))) {
      throw new BrokenStore('The projection was taken away');
    }
    await this.#left;
    this.#store ??= await EventStore.open(this.#path, this.#epochEvents);
    return this.#store;
  }

  async #add(store: EventStore, delivery: Delivery): Promise<Freshness> {
    if (delivery.expected !== 0) {
      this.expectEvents();
    }
    this.#flooded = (await store.add(delivery)) > most;
    return { freshAsOf: delivery.at };
  }

  async #build(): Promise<Freshness> {
    const began = performance.now();
    await this.#left;
    await this.#clean();
    try {
      return await this.#source.read(null, async (delivery) => {
        let said = began;
        for await (const events of buildFile(this.#path, delivery)) {
          this.#progress = { events, expected: delivery.expected };
          if (performance.now() - said > sayEveryMs) {
            said = performance.now();
            this.#log.info(this.#progress, 'The projection for reports is being built');
          }
        }
        this.#store = await EventStore.open(this.#path, this.#epochEvents);
        const events = this.#progress?.events;
        this.#log.info({ ms: Math.round(performance.now() - began), events }, 'The projection for reports was built');
        return { freshAsOf: delivery.at };
      });
    } finally {
      this.#progress = null;
      await this.#clean();
    }
  }

  /** Removes what was left half done, by a killed process too. */
  async #clean(): Promise<void> {
    const folder = dirname(this.#path);
    await mkdir(folder, { recursive: true });
    const left = (await readdir(folder)).filter((name) => name.startsWith('building-'));
    await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  }

  #discard(cause: BrokenStore): void {
    this.#flooded = false;
    this.#log.info({ reason: cause.message, err: cause.cause }, 'The projection for reports is built anew');
    this.#leave();
  }

  #leave(): void {
    this.#left = Promise.all([this.#left, this.#store?.file.close()]);
    this.#store = undefined;
  }
}
