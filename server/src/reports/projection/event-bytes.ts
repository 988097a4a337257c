import duckdb from '@duckdb/node-bindings';
import { DuckDBDataChunk, INTEGER, UUID, type DuckDBType } from '@duckdb/node-api';
import type { LocalClock } from './clocks.ts';
import { stagedColumns, storedColumns, wordsOf, type IdsOf } from './event-table.ts';
import type { Delivery } from './event-source.ts';
import type { Keys, RecordKeys } from './record-keys.ts';

/** Rows of a chunk: as many as the engine works on at once. */
const chunkRows = 2048;

/** PostgreSQL sends moments as microseconds since 2000; others count from 1970. */
const microsecondsTo2000 = Date.UTC(2000, 0, 1) * 1000;

/** 32-bit words of a cell. */
const wordsOfCell = (type: DuckDBType) => (type === UUID ? 4 : type === INTEGER ? 1 : 2);

interface Column {
  readonly type: (typeof storedColumns)[number][1];
  /** None of ids that are not carried. */
  readonly cells: Int32Array;
  /** Of one of a closed list. */
  readonly positions: ReadonlyMap<number, number> | null;
  /** Of a record: its keys, and where they are written. */
  readonly keys: RecordKeys | null;
  readonly keyCells: Int32Array;
}

/**
 * Reads events as PostgreSQL sends them, in pieces of whole rows, into chunks for `staging`, and gives each record its key on the way.
 * This is done for every event there is: nothing is made for a single row or a cell of it that could be done without.
 */
export class EventBytes {
  readonly #delivery: Delivery;
  /** By the key of an org. */
  readonly #clocks: LocalClock[] = [];
  readonly #orgs: RecordKeys;
  readonly #chunk: DuckDBDataChunk;
  readonly #staged: readonly Int32Array<ArrayBuffer>[];
  readonly #localAt: Int32Array;
  readonly #columns: readonly Column[];
  #rows = 0;

  constructor(delivery: Delivery, keys: Keys) {
    this.#delivery = delivery;
    this.#orgs = keys.get('org') as RecordKeys;
    const columns = stagedColumns(this.ids);
    this.#chunk = DuckDBDataChunk.create(columns.map(([, type]) => type));
    this.#staged = columns.map(([, type]) => new Int32Array(wordsOfCell(type) * chunkRows));
    const at = (name: string) => this.#staged[columns.findIndex(([staged]) => staged === name)] ?? new Int32Array(0);
    this.#localAt = at('local_at');
    this.#columns = storedColumns.map(([name, type]) => ({
      type,
      cells: at(name),
      positions: type === 'event_kind' || type === 'waste_stream' ? positionsOf(wordsOf[type]) : null,
      keys: keys.get(name.replace(/_id$/, '')) ?? null,
      keyCells: at(name.replace(/_id$/, '_key')),
    }));
  }

  /** Which of the columns of `staging` there are. */
  get ids(): IdsOf {
    return this.#delivery.format.events;
  }

  /** All events, in chunks; each is to be taken before the next is asked for. */
  async *chunks(): AsyncGenerator<DuckDBDataChunk> {
    const { header, rowHead } = this.#delivery.format;
    let at = header;
    for await (const piece of this.#delivery.events) {
      const bytes = new DataView(piece.buffer, piece.byteOffset, piece.length);
      while (at < piece.length && bytes.getInt16(at) !== -1) {
        at = this.#readRow(bytes, at + rowHead);
        if (this.#rows === chunkRows) {
          yield this.#take();
        }
      }
      at = 0;
    }
    if (this.#rows > 0) {
      yield this.#take();
    }
  }

  #take(): DuckDBDataChunk {
    const { chunk } = this.#chunk;
    for (const [index, { buffer }] of this.#staged.entries()) {
      const vector = duckdb.data_chunk_get_vector(chunk, index);
      duckdb.copy_data_to_vector(vector, 0, buffer, 0, (buffer.byteLength / chunkRows) * this.#rows);
    }
    this.#chunk.rowCount = this.#rows;
    this.#rows = 0;
    return this.#chunk;
  }

  /** @returns where the next row begins. */
  #readRow(bytes: DataView, start: number): number {
    const row = this.#rows;
    const { valueHead } = this.#delivery.format;
    let at = start;
    let org = -1;
    for (const column of this.#columns) {
      const { cells } = column;
      const length = bytes.getInt32(at + valueHead);
      at += valueHead + 4;
      switch (column.type) {
        case 'uuid': {
          const key = (column.keyCells[row] = length < 0 ? -1 : readId(column, row, bytes, at));
          org = org < 0 ? key : org;
          break;
        }
        case 'bigint':
          cells[2 * row] = bytes.getInt32(at + 4);
          cells[2 * row + 1] = bytes.getInt32(at);
          break;
        case 'timestamp': {
          const moment = bytes.getInt32(at) * 2 ** 32 + bytes.getUint32(at + 4) + microsecondsTo2000;
          writeWide(cells, row, moment);
          writeWide(this.#localAt, row, moment + this.#clockOfOrg(org)(moment) * 1e6);
          break;
        }
        case 'event_kind':
        case 'waste_stream':
          cells[row] =
            length < 0 ? 0 : (column.positions?.get(markOf(length, bytes.getUint8(at))) ?? unknownWord(column));
          break;
        case 'integer':
          cells[row] = bytes.getInt32(at);
          break;
        case 'boolean':
          cells[row] = bytes.getInt8(at);
      }
      at += Math.max(0, length);
    }
    this.#rows += 1;
    return at;
  }

  #clockOfOrg(key: number): LocalClock {
    return (this.#clocks[key] ??= this.#delivery.clockOf(this.#orgs.idOf(key)));
  }
}

/** The engine keeps ids as numbers with a sign, of which the highest bit is turned so that they are in the order of their texts. */
function readId({ cells, keys }: Column, row: number, bytes: DataView, at: number): number {
  if (cells.length > 0) {
    cells[4 * row] = bytes.getInt32(at + 12);
    cells[4 * row + 1] = bytes.getInt32(at + 8);
    cells[4 * row + 2] = bytes.getInt32(at + 4);
    cells[4 * row + 3] = bytes.getInt32(at) ^ 0x80000000;
  }
  return keys?.keyOf(bytes, at) ?? -1;
}

/** Whole numbers that JavaScript has exactly, up to 9·10¹⁵: that many microseconds pass in 285 years. */
function writeWide(cells: Int32Array, row: number, value: number): void {
  cells[2 * row] = value % 2 ** 32;
  cells[2 * row + 1] = Math.floor(value / 2 ** 32);
}

function unknownWord({ type }: Column): never {
  throw new Error(`PostgreSQL sent a ${type} that is none`);
}

/** The places of words from 1 on, by their marks. */
function positionsOf(words: readonly string[]): ReadonlyMap<number, number> {
  const positions = new Map(words.map((word, index) => [markOf(word.length, word.charCodeAt(0)), index + 1]));
  if (positions.size < words.length) {
    throw new Error(`Two of these words are as long and begin alike: ${words.join(', ')}`);
  }
  return positions;
}

/** What tells words of a closed list apart, without a look at all of their letters. */
const markOf = (length: number, first: number) => length * 256 + first;
