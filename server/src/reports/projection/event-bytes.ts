import duckdb from '@duckdb/node-bindings';
import { BIGINT, DuckDBDataChunk, INTEGER, TIMESTAMP, UUID } from '@duckdb/node-api';
import type { LocalClock } from './clocks.ts';
import { keyed, stagedColumns, storedColumns, wordsOf, type IdsOf } from './event-table.ts';
import type { KeyAllocator } from './key-allocator.ts';

/** Rows of a chunk: as many as the engine works on at once. */
const chunkRows = 2048;

/** PostgreSQL sends moments as microseconds since 2000; others count from 1970. */
const microsecondsTo2000 = Date.UTC(2000, 0, 1) * 1000;

/** How PostgreSQL sends rows in bytes: each value stands behind its length, which is −1 for null. */
export interface ByteFormat {
  /** What comes once, before the rows. */
  readonly header: number;
  /** Before the values of a row. */
  readonly rowHead: number;
  /** Before each value's length. */
  readonly valueHead: number;
  /** How many come like this. */
  readonly events: IdsOf;
}

/** `COPY … (format binary)`: a signature, flags, the length of an extension; how many values, or −1 at the end. */
export const copied: ByteFormat = { header: 19, rowHead: 2, valueHead: 0, events: 'many' };

/** `record_send`: how many values; the type of each. */
export const sent: ByteFormat = { header: 0, rowHead: 4, valueHead: 4, events: 'few' };

const typesOfCells = { uuid: UUID, bigint: BIGINT, timestamp: TIMESTAMP, integer: INTEGER } as const;
/** 32-bit words of a cell. */
const wordsOfCells = { uuid: 4, bigint: 2, timestamp: 2, integer: 1 } as const;

/** A column of `staging`. */
interface Cells {
  readonly cells: Int32Array<ArrayBuffer>;
  readonly words: number;
}

const none = new Int32Array(0);

interface Column {
  readonly type: (typeof storedColumns)[number][1];
  /** None of ids that are not carried. */
  readonly cells: Int32Array;
  /** Of one of a closed list. */
  readonly positions: ReadonlyMap<number, number> | null;
  /** Of a record: its keys, and where they are written. */
  readonly keys: KeyAllocator | null;
  readonly keyCells: Int32Array;
}

/**
 * Reads events as PostgreSQL sends them, in pieces of whole rows, into chunks for `staging`, and gives each record its key on the way.
 * This is done for every event there is: nothing is made for a single row or a cell of it that could be done without.
 */
export class EventBytes {
  readonly #format: ByteFormat;
  readonly #clockOf: (orgId: bigint) => LocalClock;
  /** By the key of an org. */
  readonly #clocks: LocalClock[] = [];
  readonly #orgs: KeyAllocator;
  readonly #chunk: DuckDBDataChunk;
  readonly #staged: readonly Cells[];
  readonly #localAt: Int32Array;
  readonly #columns: readonly Column[];
  #rows = 0;
  #began = false;

  /**
   * @param keys - by record, in the order of `keyed`; the first is the org.
   * @param clockOf - the clocks of an org, by its id as a number of 128 bits.
   */
  constructor(format: ByteFormat, keys: readonly KeyAllocator[], clockOf: (orgId: bigint) => LocalClock) {
    this.#format = format;
    this.#clockOf = clockOf;
    this.#orgs = keys[0] as KeyAllocator;
    const columns = stagedColumns(format.events);
    this.#chunk = DuckDBDataChunk.create(columns.map(([, type]) => typesOfCells[type]));
    this.#staged = columns.map(([, type]) => {
      const words = wordsOfCells[type];
      return { cells: new Int32Array(words * chunkRows), words };
    });
    const at = (name: string) => this.#staged[columns.findIndex(([staged]) => staged === name)]?.cells ?? none;
    this.#localAt = at('local_at');
    this.#columns = storedColumns.map(([name, type]) => {
      const record = name.replace(/_id$/, '');
      return {
        type,
        cells: at(name),
        positions: type === 'event_kind' || type === 'waste_stream' ? positionsOf(wordsOf[type]) : null,
        keys: type === 'uuid' ? (keys[keyed.indexOf(record)] as KeyAllocator) : null,
        keyCells: at(`${record}_key`),
      };
    });
  }

  /** Which of the columns of `staging` there are. */
  get ids(): IdsOf {
    return this.#format.events;
  }

  /** The chunks that a piece makes full; each is to be taken before the next is asked for. */
  *read(piece: Buffer): Generator<DuckDBDataChunk> {
    const bytes = new DataView(piece.buffer, piece.byteOffset, piece.length);
    let at = this.#began ? 0 : this.#format.header;
    this.#began = true;
    while (at < piece.length && bytes.getInt16(at) !== -1) {
      at = this.#readRow(bytes, at + this.#format.rowHead);
      if (this.#rows === chunkRows) {
        yield this.#take();
      }
    }
  }

  /** The last chunk, if rows are left. */
  *end(): Generator<DuckDBDataChunk> {
    if (this.#rows > 0) {
      yield this.#take();
    }
  }

  #take(): DuckDBDataChunk {
    const { chunk } = this.#chunk;
    for (const [index, { cells, words }] of this.#staged.entries()) {
      const vector = duckdb.data_chunk_get_vector(chunk, index);
      duckdb.copy_data_to_vector(vector, 0, cells.buffer, 0, 4 * words * this.#rows);
    }
    this.#chunk.rowCount = this.#rows;
    this.#rows = 0;
    return this.#chunk;
  }

  /** @returns where the next row begins. */
  #readRow(bytes: DataView, start: number): number {
    const row = this.#rows;
    const { valueHead } = this.#format;
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
          writeWide(this.#localAt, row, moment + this.#clockOfOrg(org).aheadAt(moment) * 1e6);
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
    return (this.#clocks[key] ??= this.#clockOf(this.#orgs.idOf(key)));
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
