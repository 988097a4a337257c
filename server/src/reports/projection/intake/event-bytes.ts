import duckdb from '@duckdb/node-bindings';
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DuckDBDataChunk,
  DuckDBEnumType,
  DuckDBUUIDValue,
  INTEGER,
  TIMESTAMP,
  UUID,
  type DuckDBType,
} from '@duckdb/node-api';
import { defaultTimeZone } from '@noa/domain/time/time-zone.ts';
import { localClock, type LocalClock } from '../../local-clock.ts';
import { keyNameOf, sentEvents, type Column, type SentRows } from '../event-table.ts';
import type { Keys, RecordKeys } from './record-keys.ts';
import type { Delivery } from '../../source/event-source.ts';
import { zonesOf } from '../../source/source-state.ts';

/** Rows of a chunk: as many as the engine works on at once. */
const chunkRows = 2048;

/**
 * How many bytes stand before all rows, before the values of a row, and before a value's length, which is −1 for null. A copy has a signature,
 * flags, the length of an extension; how many values, or −1 at the end. `record_send` tells how many values; the type of each.
 */
const formats = {
  many: { header: 19, rowHead: 2, valueHead: 0 },
  few: { header: 0, rowHead: 4, valueHead: 4 },
};

/** Of a record's id. */
const idBytes = 16;

/** No row that PostgreSQL sends is longer. */
const longestRow = 1024;

/** What stands at the end of a copy, and is longer than any row. */
const end = Buffer.alloc(longestRow, 0xff);

/** PostgreSQL sends moments as microseconds since 2000; others count from 1970. */
const microsecondsTo2000 = Date.UTC(2000, 0, 1) * 1000;
const daysTo2000 = Date.UTC(2000, 0, 1) / 86_400_000;

/** Cells of a chunk's column, as the engine keeps them. */
class Cells {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same four by four, for values of so many. */
  readonly words: Int32Array;
  /** A bit for each row; 0 for a cell that is null. */
  readonly present = new Uint8Array(chunkRows / 8).fill(255);

  constructor(type: DuckDBType) {
    const size = type === INTEGER || type === DATE ? 4 : type === BIGINT || type === TIMESTAMP ? 8 : 1;
    this.bytes = new Uint8Array(size * chunkRows);
    this.words = new Int32Array(this.bytes.buffer);
  }

  leaveOut(row: number): void {
    this.present[row >> 3] = (this.present[row >> 3] ?? 0) & ~(1 << (row & 7));
  }

  /** Whole numbers that JavaScript has exactly, up to 9·10¹⁵: that many microseconds pass in 285 years. */
  writeWide(row: number, value: number): void {
    this.words[2 * row] = value % 2 ** 32;
    this.words[2 * row + 1] = Math.floor(value / 2 ** 32);
  }
}

/** The cells of a chunk, by the names of its columns. */
type Staged = ReadonlyMap<string, Cells>;

/** Where the values of columns are written, and who gives records their keys. */
const columnsOf = (columns: readonly Column[], staged: Staged, keys: Keys) =>
  columns.map(([name, type]) => {
    const stored = type === UUID ? keyNameOf(name) : name;
    return { type, cells: staged.get(stored) as Cells, positions: positionsOf(type), keys: keys.get(stored) };
  });

type Target = ReturnType<typeof columnsOf>[number];

/** What numbers say of events (decision 96). A record has its key from when the first event names it. */
class Numbered {
  readonly #said: DataView;
  /** Where in it what a number says begins. */
  readonly #positions = new Map<number, number>();
  /** By number, what it says: the key of a record, the place of a word; −1 where there is none. */
  readonly #values = new Map<number, readonly number[]>();
  readonly #columns: readonly Target[];

  /** @param said - of each number that a delivery names, as `eventForm` has it sent. */
  constructor(columns: readonly Target[], said: Buffer) {
    this.#columns = columns;
    this.#said = new DataView(said.buffer, said.byteOffset, said.length);
    const length = columns.reduce((sum, { keys }) => sum + (keys ? idBytes : 4), 4);
    for (let at = 0; at < said.length; at += length) {
      this.#positions.set(this.#said.getInt32(at), at + 4);
    }
  }

  /** @param number - null where the event is of none of these records. */
  write(row: number, number: number | null): void {
    const values = number === null ? [] : (this.#values.get(number) ?? this.#read(number));
    for (let index = 0; index < this.#columns.length; index += 1) {
      const { cells, keys } = this.#columns[index] as Target;
      const value = values[index] ?? -1;
      if (value < 0) {
        cells.leaveOut(row);
      } else {
        (keys ? cells.words : cells.bytes)[row] = value;
      }
    }
  }

  #read(number: number): readonly number[] {
    let at = this.#positions.get(number);
    if (at === undefined) {
      throw new Error('PostgreSQL sent a number without what it says');
    }
    const values: number[] = [];
    for (const { keys } of this.#columns) {
      const hasRecord = keys && (this.#said.getBigInt64(at) !== 0n || this.#said.getBigInt64(at + 8) !== 0n);
      values.push(hasRecord ? keys.keyOf(this.#said, at) : keys ? -1 : this.#said.getInt32(at) - 1);
      at += keys ? idBytes : 4;
    }
    this.#values.set(number, values);
    return values;
  }
}

/**
 * Reads events as PostgreSQL sends them, or who it was, into chunks for `staging`, and gives each record its key on the way. This is done for every event
 * there is: nothing is made for a single row or a cell of it that could be done without.
 */
export class EventBytes {
  readonly #pieces: Delivery['events'];
  readonly #format: (typeof formats)['many'];
  readonly #zones: Readonly<Record<string, string>>;
  /** By the key of an org. */
  readonly #clocks: LocalClock[] = [];
  readonly #orgs: RecordKeys;
  readonly #chunk: DuckDBDataChunk;
  readonly #staged: ReadonlyMap<string, Cells>;
  /** Of rows that have a moment. */
  readonly #localAt: Cells | undefined;
  readonly #columns: readonly Target[];
  readonly #numbered: readonly Numbered[];
  #rows = 0;

  constructor(delivery: Delivery, keys: Keys, { pieces, own, numbered, staged }: SentRows = sentEvents) {
    this.#pieces = pieces(delivery);
    this.#format = formats[delivery.are];
    this.#zones = zonesOf(delivery.state);
    this.#orgs = keys.get('org_key') as RecordKeys;
    this.#chunk = DuckDBDataChunk.create(staged.map(([, type]) => type));
    this.#staged = new Map(staged.map(([name, type]) => [name, new Cells(type)]));
    this.#localAt = this.#staged.get('local_at');
    this.#columns = columnsOf(own, this.#staged, keys);
    this.#numbered = numbered.map(
      (said, index) => new Numbered(columnsOf(said, this.#staged, keys), delivery.numbers[index] ?? Buffer.alloc(0)),
    );
  }

  /** All rows, in chunks; each is to be taken before the next is asked for. */
  async *chunks(): AsyncGenerator<DuckDBDataChunk> {
    const { header, rowHead } = this.#format;
    let rest: Buffer = Buffer.alloc(0);
    let at = header;
    for await (const piece of ended(this.#pieces)) {
      // Of what two pieces share alone there is a copy: copies of all of them are what the garbage collector would be busy with.
      const isShort = piece.length <= longestRow;
      const seam = rest.length > 0 && Buffer.concat([rest, isShort ? piece : piece.subarray(0, longestRow)]);
      const stretches = seam ? (isShort ? [seam] : [seam, piece]) : [piece];
      for (const stretch of stretches) {
        at -= seam && stretch === piece ? rest.length : 0;
        const bytes = new DataView(stretch.buffer, stretch.byteOffset, stretch.length);
        while (at + longestRow <= stretch.length && bytes.getInt16(at) !== -1) {
          at = this.#readRow(bytes, at + rowHead);
          if (this.#rows === chunkRows) {
            yield this.#take();
          }
        }
      }
      const last = stretches.at(-1) ?? piece;
      rest = last.subarray(at);
      at = Math.max(0, at - last.length);
    }
    if (this.#rows > 0) {
      yield this.#take();
    }
  }

  #take(): DuckDBDataChunk {
    for (const [index, { bytes, present }] of [...this.#staged.values()].entries()) {
      const vector = duckdb.data_chunk_get_vector(this.#chunk.chunk, index);
      duckdb.copy_data_to_vector(vector, 0, bytes.buffer, 0, (bytes.length / chunkRows) * this.#rows);
      duckdb.vector_ensure_validity_writable(vector);
      duckdb.copy_data_to_vector_validity(vector, 0, present.buffer, 0, present.length);
      present.fill(255);
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
    for (const { type, cells, positions, keys } of this.#columns) {
      const length = bytes.getInt32(at + valueHead);
      at += valueHead + 4;
      if (length < 0) {
        cells.leaveOut(row);
        continue;
      }
      if (keys) {
        const key = (cells.words[row] = keys.keyOf(bytes, at));
        org = org < 0 ? key : org;
      } else if (type === BIGINT) {
        cells.words[2 * row] = bytes.getInt32(at + 4);
        cells.words[2 * row + 1] = bytes.getInt32(at);
      } else if (type === TIMESTAMP) {
        const moment = bytes.getInt32(at) * 2 ** 32 + bytes.getUint32(at + 4) + microsecondsTo2000;
        cells.writeWide(row, moment);
        this.#localAt?.writeWide(row, moment + this.#clockOfOrg(org)(moment / 1000) * 1000);
      } else if (type === INTEGER) {
        cells.words[row] = bytes.getInt32(at);
      } else if (type === DATE) {
        cells.words[row] = bytes.getInt32(at) + daysTo2000;
      } else if (type === BOOLEAN) {
        cells.bytes[row] = bytes.getUint8(at);
      } else {
        cells.bytes[row] = positions.get(markOf(length, bytes.getUint8(at))) ?? unknownWord(type);
      }
      at += length;
    }
    for (const numbered of this.#numbered) {
      const length = bytes.getInt32(at + valueHead);
      at += valueHead + 4;
      numbered.write(row, length < 0 ? null : bytes.getInt32(at));
      at += Math.max(0, length);
    }
    this.#rows += 1;
    return at;
  }

  #clockOfOrg(key: number): LocalClock {
    const id = () => DuckDBUUIDValue.fromUint128(this.#orgs.idOf(key)).toString();
    return (this.#clocks[key] ??= localClock(this.#zones[id()] ?? defaultTimeZone));
  }
}

async function* ended(pieces: Delivery['events']): AsyncGenerator<Buffer> {
  yield* pieces;
  yield end;
}

function unknownWord(type: DuckDBType): never {
  throw new Error(`PostgreSQL sent a word that is none of ${type.toString()}`);
}

/** The places of the words of a closed list, by their marks. */
function positionsOf(type: DuckDBType): ReadonlyMap<number, number> {
  const words = type instanceof DuckDBEnumType ? type.values : [];
  const positions = new Map(words.map((word, index) => [markOf(word.length, word.charCodeAt(0)), index]));
  if (positions.size < words.length) {
    throw new Error(`Two of these words are as long and begin alike: ${words.join(', ')}`);
  }
  return positions;
}

/** What tells words of a closed list apart, without a look at all of their letters. */
const markOf = (length: number, first: number) => length * 256 + first;
