import { DOUBLE, DuckDBDataChunk, INTEGER, type DuckDBVector } from '@duckdb/node-api';
import { LocalClock } from './clocks.ts';
import { arriving } from './arriving.ts';
import { KeyGiver } from './key-giver.ts';

/** Rows of a chunk: as many as the engine works on at once. */
const chunkRows = 2048;

/** What `COPY … (format binary)` begins with: a signature, flags, and an extension of the length that comes last. */
const headerLength = 19;

const types = [
  ...arriving.wide.map(() => DOUBLE),
  ...[...arriving.ids, ...arriving.words, ...arriving.numbers, ...arriving.flags, 'ahead'].map(() => INTEGER),
];

/**
 * Reads events as `COPY … (format binary)` sends them, in pieces of whole rows, into chunks for the columns of `arriving`, and
 * gives each record its key on the way. This is done for every event there is: nothing is made for a single row or a cell of it
 * that could be done without.
 */
export class BinaryEvents {
  /** By record, in the order of `arriving.ids`. */
  readonly keys: readonly KeyGiver[] = arriving.ids.map(() => new KeyGiver());
  readonly #words = arriving.words.map(({ words }) => new Words(words));
  /** By the key of an org, which is the first of its ids. */
  readonly #clocks: LocalClock[] = [];
  readonly #clockOf: (orgId: bigint) => LocalClock;
  #chunk = DuckDBDataChunk.create(types, chunkRows);
  #columns = columnsOf(this.#chunk);
  #rows = 0;
  #began = false;

  /** @param clockOf - the clocks of an org, by its id as a number of 128 bits. */
  constructor(clockOf: (orgId: bigint) => LocalClock) {
    this.#clockOf = clockOf;
  }

  /** The chunks that a piece makes full; each is to be taken before the next is asked for. */
  *read(piece: Buffer): Generator<DuckDBDataChunk> {
    const bytes = new DataView(piece.buffer, piece.byteOffset, piece.length);
    let at = this.#began ? 0 : headerLength;
    this.#began = true;
    while (at < piece.length && bytes.getInt16(at) !== -1) {
      at = this.#readRow(bytes, at + 2);
      if (this.#rows === chunkRows) {
        yield this.#take();
      }
    }
  }

  /** The last chunk, if rows are left. */
  *end(): Generator<DuckDBDataChunk> {
    if (this.#rows > 0) {
      yield this.#take();
      this.#chunk = DuckDBDataChunk.create(types, chunkRows);
      this.#columns = columnsOf(this.#chunk);
    }
  }

  #take(): DuckDBDataChunk {
    for (const column of this.#columns.all) {
      column.flush();
    }
    if (this.#rows < chunkRows) {
      this.#chunk.rowCount = this.#rows;
    }
    this.#rows = 0;
    return this.#chunk;
  }

  /** @returns where the next row begins. Each value stands behind its length, which is −1 for null. */
  #readRow(bytes: DataView, start: number): number {
    const row = this.#rows;
    this.#rows += 1;
    const { wide, ids, words, numbers, flags, ahead } = this.#columns;
    let at = start;
    let moment = 0;
    for (const column of wide) {
      moment = bytes.getInt32(at + 4) * 2 ** 32 + bytes.getUint32(at + 8);
      column.setItem(row, moment);
      at += 12;
    }
    let org = -1;
    for (let index = 0; index < ids.length; index += 1) {
      const isThere = bytes.getInt32(at) > 0;
      const key = isThere ? (this.keys[index]?.keyOf(bytes, at + 4) ?? -1) : -1;
      ids[index]?.setItem(row, key);
      org = index === 0 ? key : org;
      at += isThere ? 20 : 4;
    }
    ahead?.setItem(row, this.#clockOfOrg(org).aheadAt(moment));
    for (let index = 0; index < words.length; index += 1) {
      const length = bytes.getInt32(at);
      words[index]?.setItem(row, length < 0 ? 0 : (this.#words[index]?.placeOf(bytes, at + 4, length) ?? 0));
      at += 4 + Math.max(0, length);
    }
    for (const column of numbers) {
      column.setItem(row, bytes.getInt32(at + 4));
      at += 8;
    }
    for (const column of flags) {
      column.setItem(row, bytes.getInt8(at + 4));
      at += 5;
    }
    return at;
  }

  #clockOfOrg(key: number): LocalClock {
    return (this.#clocks[key] ??= this.#clockOf(this.keys[0]?.idOf(key) ?? 0n));
  }
}

function columnsOf(chunk: DuckDBDataChunk) {
  const all = types.map((_type, index) => chunk.getColumnVector(index));
  const rest = [...all];
  const next = (names: readonly unknown[]) => rest.splice(0, names.length) as Column[];
  return {
    all,
    wide: next(arriving.wide),
    ids: next(arriving.ids),
    words: next(arriving.words),
    numbers: next(arriving.numbers),
    flags: next(arriving.flags),
    ahead: next(['ahead'])[0],
  };
}

type Column = DuckDBVector & { setItem(row: number, value: number): void };

/** Finds short words by their bytes, without making a string of them. */
class Words {
  readonly #words: readonly string[];
  readonly #places: ReadonlyMap<number, number>;

  constructor(words: readonly string[]) {
    this.#words = words;
    this.#places = new Map(
      words.map((word, index) => {
        const bytes = Buffer.from(word);
        return [hashOf(new DataView(bytes.buffer, bytes.byteOffset), 0, bytes.length), index + 1];
      }),
    );
    if (this.#places.size < words.length) {
      throw new Error(`Two of these words have the same hash: ${words.join(', ')}`);
    }
  }

  /** From 1 on. @throws {Error} for a word that is none of them. */
  placeOf(bytes: DataView, at: number, length: number): number {
    const place = this.#places.get(hashOf(bytes, at, length));
    if (place === undefined || this.#words[place - 1]?.length !== length) {
      throw new Error(`A word of PostgreSQL is none of ${this.#words.join(', ')}`);
    }
    return place;
  }
}

function hashOf(bytes: DataView, at: number, length: number): number {
  let hash = length;
  for (let index = at; index < at + length; index += 1) {
    hash = (Math.imul(hash, 31) + bytes.getUint8(index)) | 0;
  }
  return hash;
}
