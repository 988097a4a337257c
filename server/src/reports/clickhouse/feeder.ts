import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Progress } from '../engine/engine.ts';
import { BrokenStore } from '../source/broken-store.ts';
import { most, type Delivery, type EventSource } from '../source/event-source.ts';
import { forgottenSince, type CopyWords } from '../source/forgotten.ts';
import { orgsMoved } from '../source/source-state.ts';
import { Cells } from './cells/cells.ts';
import { Units } from './cells/units.ts';
import type { EventDatabase } from './connection.ts';
import { coldRows } from './cold-rows.ts';
import { sentColumns } from './event-columns.ts';
import type { Held, Lease } from './lease.ts';
import type { EventTables, FedState } from './tables.ts';

/** How far the events go now. */
export interface Fed {
  readonly state: FedState;
  /** What of it is in cells. */
  readonly units: Units;
  /** Everything committed before it is counted. */
  readonly freshAsOf: Date;
  /** Whether there were events that were not counted. */
  readonly taken: boolean;
}

const words: CopyWords = {
  momentOf: (utc) => `toDateTime64('${utc}', 6, 'UTC')`,
  isOfOrg: (id) => `org_id = '${id}'`,
  hasNoContainer: 'container_id is null',
};

/** How often the log says how far copying is. */
const sayEveryMs = 5_000;

/** Rows of one request, in bytes: some hundred thousand. */
const mostBytes = 32 * 1024 ** 2;

interface FeederParts {
  readonly source: EventSource;
  readonly database: EventDatabase;
  readonly tables: EventTables;
  readonly lease: Lease;
  readonly log: Pick<Logger, 'info'>;
  /** For files that are read on the way. */
  readonly folder: string;
  /** As many events are counted into cells together. */
  readonly epochEvents: number;
}

/**
 * Takes events from PostgreSQL into ClickHouse: one server at a time, whichever has a report to answer. How far they go stands in ClickHouse
 * itself and is noted after them, and after what of them is in cells no more. So whoever is ended in between has them sent again, and a row that is there already is replaced; whoever went
 * on without the lease writes rows that are older than what others wrote after them, and so replace nothing.
 */
export class Feeder {
  readonly #parts: FeederParts;
  readonly #cells: Cells;
  #units: Units | undefined;
  /** More came in the last time than are read in one statement. */
  #flooded = false;
  #progress: Progress | null = null;

  constructor(parts: FeederParts) {
    this.#parts = parts;
    this.#cells = new Cells(parts);
  }

  /** While all events are copied. */
  get progress(): Progress | null {
    return this.#progress;
  }

  /** Takes in what is committed by now. */
  feed(): Promise<Fed> {
    const { tables, lease, source, log } = this.#parts;
    return lease.hold(async (held) => {
      const state = await tables.readState();
      if (!state) {
        return this.#build(held, undefined);
      }
      try {
        await this.#unitsOf(state.table).catchUp(this.#parts.database, state.at);
        const few = this.#flooded ? null : await source.recent(state.source);
        return await (few
          ? this.#add(held, state, few)
          : source.read(state.source, (many) => this.#add(held, state, many)));
      } catch (cause) {
        if (!(cause instanceof BrokenStore)) {
          throw cause;
        }
        log.info({ reason: cause.message, err: cause.cause }, 'The events in ClickHouse are copied anew');
        return this.#build(held, state);
      }
    });
  }

  async #add(held: Held, before: FedState, delivery: Delivery): Promise<Fed> {
    const forgotten = forgottenSince(before.source, delivery.state, words);
    const units = this.#unitsOf(before.table);
    if (delivery.expected === 0 && forgotten === null) {
      return { state: before, units, freshAsOf: delivery.at, taken: false };
    }
    refuseEarlier(before, delivery);
    const at = clockOf(delivery);
    if (delivery.deletedBefore) {
      await this.#parts.tables.letGo(before.table, delivery.deletedBefore);
      await this.#cells.letGo(units, at, delivery.deletedBefore);
    }
    if (forgotten !== null) {
      await this.#parts.tables.forgetWho(before.table, forgotten);
      await this.#cells.forgetWho(units, at);
    }
    let events = 0;
    await this.#write(held, before.table, delivery, (count) => {
      events = count;
    });
    this.#flooded = events > most;
    await this.#cells.open(units, at, orgsMoved(before.source, delivery.state));
    const fed = await this.#note(held, units, delivery, at);
    return this.#cells.isDue(units, events) ? this.#count(held, units, delivery, fed) : fed;
  }

  /** Copies all events beside those that are there, which are counted until all are. */
  async #build(held: Held, former: FedState | undefined): Promise<Fed> {
    const { source, tables, log } = this.#parts;
    const began = performance.now();
    this.#progress = { events: 0, expected: null };
    try {
      await tables.dropOthers(former?.table);
      const table = await tables.create();
      const fed = await source.read(null, async (delivery) => {
        if (former) {
          refuseEarlier(former, delivery); // of two notes, too, the later is the one: the former would name what is gone
        }
        let said = began;
        await this.#write(held, table, delivery, (events) => {
          this.#progress = { events, expected: delivery.expected };
          if (performance.now() - said > sayEveryMs) {
            said = performance.now();
            log.info(this.#progress, 'The events are being copied to ClickHouse');
          }
        });
        const units = this.#unitsOf(table);
        const at = clockOf(delivery);
        await this.#cells.open(units, at, []);
        // So that the copy is not made again by who goes on after an end while it is counted.
        return this.#count(held, units, delivery, await this.#note(held, units, delivery, at));
      });
      log.info(
        { ms: Math.round(performance.now() - began), events: this.#progress.events },
        'The events were copied to ClickHouse',
      );
      await tables.dropOthers(table);
      return fed;
    } finally {
      this.#progress = null;
    }
  }

  async #write({ signal }: Held, table: string, delivery: Delivery, onEvents: (count: number) => void) {
    const { database, folder } = this.#parts;
    let written = 0;
    const say = (events: number) => onEvents((written = events));
    for await (const rows of inRequests(counting(delivery.events, say), mostBytes)) {
      await database.insert(table, sentColumns, Readable.from(rows, { objectMode: false }), { signal });
    }
    for await (const { events, parquet } of coldRows(delivery, folder)) {
      await database.insert(table, sentColumns, parquet, { format: 'Parquet', signal });
      say(written + events);
    }
  }

  async #note(held: Held, units: Units, { state, at: freshAsOf }: Delivery, at: bigint): Promise<Fed> {
    await held.confirm();
    const noted = { source: state, table: units.table, at };
    await this.#parts.tables.note(noted);
    units.noted(at);
    return { state: noted, units, freshAsOf, taken: true };
  }

  /** Counts what is open, and notes it, so that other servers look at what is said of units. */
  async #count(held: Held, units: Units, delivery: Delivery, { state }: Fed): Promise<Fed> {
    const at = state.at + 1n;
    await this.#cells.count(units, at, held.signal);
    const fed = await this.#note(held, units, delivery, at);
    await this.#cells.clean(units, at);
    return fed;
  }

  #unitsOf(table: string): Units {
    if (this.#units?.table !== table) {
      this.#units = new Units(table);
    }
    return this.#units;
  }
}

/** PostgreSQL's clock, in microseconds: the rows of the delivery have the same, or a part of a millisecond more. */
const clockOf = ({ at }: Delivery) => BigInt(at.getTime()) * 1000n;

/** The later of two rows of an event is the one that PostgreSQL's clock says. @throws {Error} when it went back, as of a server that took over. */
function refuseEarlier({ at: before }: FedState, { at }: Delivery): void {
  const behindMs = Number(before / 1000n) - at.getTime();
  if (behindMs >= 0) {
    throw new Error(
      `PostgreSQL's clock is ${behindMs} ms behind what it said before; events are taken in once it is there`,
    );
  }
}

/** Rows of text as they are sent to ClickHouse: each is a line. */
const endOfLine = 10;

/** Rows in pieces that end anywhere, while it is said how many have ended. */
export async function* counting(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  onRows: (count: number) => void,
): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const piece of pieces) {
    for (let at = piece.indexOf(endOfLine); at >= 0; at = piece.indexOf(endOfLine, at + 1)) {
      count += 1;
    }
    onRows(count);
    yield piece;
  }
}

/**
 * Rows in pieces that end anywhere, as those of one request after the other, each of whole rows. What stands between us and ClickHouse may hold a
 * whole request before it passes it on, or end one that takes long.
 *
 * @param mostBytes - that a request has before another begins; it ends with the piece in which it has them.
 */
export async function* inRequests(pieces: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Buffer[]> {
  let rows: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(endOfLine) + 1;
    if (end > 0 && bytes + end >= mostBytes) {
      yield [...rows, piece.subarray(0, end)];
      [rows, bytes] = [[], 0];
      rows.push(piece.subarray(end));
      bytes += piece.length - end;
    } else {
      rows.push(piece);
      bytes += piece.length;
    }
  }
  if (bytes > 0) {
    yield rows;
  }
}
