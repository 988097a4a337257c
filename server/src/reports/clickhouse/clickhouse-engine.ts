import type { Logger } from 'pino';
import type { Db, Tx } from '../../database/database.ts';
import type { FileStore } from '../../file-store/file-store.ts';
import type { Cell } from '../engine/cell.ts';
import type { Backlog, EventAnswers, EventEngine, Freshness, Progress, Question } from '../engine/engine.ts';
import { BrokenStore } from '../source/broken-store.ts';
import { findBacklog } from '../source/backlog.ts';
import { EventSource } from '../source/event-source.ts';
import { Refreshes } from '../source/refreshes.ts';
import { ClickHouseAnswers } from './asking/clickhouse-answers.ts';
import { EventDatabase } from './connection.ts';
import { eventForm } from './event-columns.ts';
import { readEventsUrl } from './events-url.ts';
import type { Units } from './cells/units.ts';
import { Feeder, type Fed } from './feeder.ts';
import { Lease } from './lease.ts';
import { EventTables } from './tables.ts';

export interface ClickHouseOptions {
  /** The same PostgreSQL as the application's. */
  readonly databaseUrl: string;
  readonly eventsUrl: string;
  /** For files that are read on the way. */
  readonly dataDir: string;
  /** Where past months lie outside PostgreSQL; absent or null where none do. */
  readonly coldStore?: FileStore | null;
  /** As many events are counted into cells together. */
  readonly epochEvents?: number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Card events in ClickHouse, for all servers together. */
export class ClickHouseEngine implements EventEngine {
  readonly #database: EventDatabase;
  readonly #source: EventSource;
  readonly #lease: Lease;
  readonly #feeder: Feeder;
  readonly #refreshes: Refreshes;
  #fed: Fed | undefined;

  constructor({ databaseUrl, eventsUrl, dataDir, log, coldStore, epochEvents = 250_000 }: ClickHouseOptions) {
    const onIdleError = (err: Error) => log.warn({ err }, 'A PostgreSQL connection of the event feed broke');
    const address = readEventsUrl(eventsUrl);
    const database = new EventDatabase(address);
    const source = new EventSource({ databaseUrl, coldStore, form: eventForm, onIdleError });
    const lease = new Lease(databaseUrl, 'noa event feed', onIdleError);
    this.#database = database;
    this.#source = source;
    this.#lease = lease;
    const tables = new EventTables(database);
    this.#feeder = new Feeder({ source, database, lease, tables, log, folder: dataDir, epochEvents });
    this.#refreshes = new Refreshes(
      () => this.#bringUpToDate(),
      (err) => log.warn({ err }, 'Reports are behind: new card events could not be taken to ClickHouse'),
    );
  }

  answers(db: Db, question: Question): EventAnswers {
    return new ClickHouseAnswers(this, db, question);
  }

  refresh(): Promise<Freshness> {
    return this.#refreshes.refresh();
  }

  expectEvents(): void {
    this.#refreshes.soon();
  }

  get isThere(): boolean {
    return this.#fed !== undefined;
  }

  get progress(): Progress | null {
    return this.#feeder.progress;
  }

  async backlog(tx: Tx): Promise<Backlog | null> {
    return this.#fed ? findBacklog(tx, this.#fed.state.source.snapshot) : null;
  }

  /** What of the events is in cells, as it was when they were refreshed. @throws {BrokenStore} before that. */
  get units(): Units {
    if (!this.#fed) {
      throw new BrokenStore('The events were not copied to ClickHouse yet');
    }
    return this.#fed.units;
  }

  /** The table of the events. @throws {BrokenStore} before they were refreshed. */
  get table(): string {
    return this.units.table;
  }

  /** As {@link EventDatabase.rows}. */
  rows(sql: string, params: readonly unknown[] = [], signal?: AbortSignal): Promise<Cell[][]> {
    return this.#database.rows(sql, params, signal);
  }

  /** As {@link EventDatabase.pieces}. */
  pieces(sql: string, params: readonly unknown[], signal?: AbortSignal): AsyncGenerator<Cell[][]> {
    return this.#database.pieces(sql, params, signal);
  }

  /** As {@link EventDatabase.run}. */
  execute(sql: string): Promise<void> {
    return this.#database.run(sql);
  }

  async close(): Promise<void> {
    this.#source.stop();
    await this.#refreshes.close();
    await Promise.all([this.#source.close(), this.#lease.close(), this.#database.close()]);
  }

  async #bringUpToDate(): Promise<Freshness> {
    const fed = await this.#feeder.feed();
    const { freshAsOf, taken } = fed;
    this.#fed = fed;
    if (taken) {
      this.expectEvents(); // more come after them, probably
    }
    return { freshAsOf };
  }
}
