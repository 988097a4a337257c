import { pipeline } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';

/** One file of an archive. */
export interface ZipEntry {
  readonly path: string;
  /** Text in pieces, taken as it is needed. */
  readonly data: AsyncIterable<string> | Iterable<string>;
}

/** What the directory at the end says of an entry. */
interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
  readonly offset: number;
}

/** Sizes are told in 32 bits. */
const mostBytes = 0xff_ff_ff_ff;
const version = 20;
/** Checksum and sizes follow the data (APPNOTE 4.4.4, bit 3), which is not known before it is written. */
const sizesFollow = 0x0008;
const deflated = 8;
/** The first of January 1980: files that say the same are equal, whenever they were made. */
const noDate = 0x0021_0000;

/**
 * An archive, made while it is read: nothing is kept of an entry but what the directory says of it.
 *
 * @throws {RangeError} above 4 GB.
 */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { path, data } of entries) {
    const name = Buffer.from(path);
    const header = record([
      [4, 0x0403_4b50],
      [2, version],
      [2, sizesFollow],
      [2, deflated],
      [4, noDate],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ]);
    yield Buffer.concat([header, name]);
    const [found, pieces] = compress(data);
    for await (const piece of pieces) {
      yield piece;
    }
    const { crc, compressed, size } = found;
    yield record([
      [4, 0x0807_4b50],
      [4, crc],
      [4, compressed],
      [4, size],
    ]);
    written.push({ name, crc, compressed, size, offset });
    offset += header.length + name.length + compressed + 16;
    if (offset > mostBytes || size > mostBytes) {
      throw new RangeError('An archive has at most 4 GB');
    }
  }
  yield directory(written, offset);
}

/** The data compressed, and what there is to be said of it when all is read. */
function compress(data: ZipEntry['data']) {
  const found = { crc: 0, compressed: 0, size: 0 };
  async function* counted() {
    for await (const text of data) {
      const bytes = Buffer.from(text);
      found.crc = crc32(bytes, found.crc);
      found.size += bytes.length;
      yield bytes;
    }
  }
  async function* pieces(): AsyncGenerator<Buffer> {
    const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED + 3, chunkSize: 64 * 1024 });
    // Told to whoever reads; a reader who leaves ends the source.
    const out = pipeline(counted(), deflate, () => undefined);
    for await (const piece of out as AsyncIterable<Buffer>) {
      found.compressed += piece.length;
      yield piece;
    }
  }
  return [found, pieces()] as const;
}

function directory(written: readonly Written[], offset: number): Buffer {
  const entries = written.flatMap(({ name, crc, compressed, size, offset: at }) => [
    record([
      [4, 0x0201_4b50],
      [2, version],
      [2, version],
      [2, sizesFollow],
      [2, deflated],
      [4, noDate],
      [4, crc],
      [4, compressed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    ]),
    name,
  ]);
  const all = Buffer.concat(entries);
  const end = record([
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, written.length],
    [2, written.length],
    [4, all.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([all, end]);
}

/** Numbers of so many bytes each, the low ones first. */
function record(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) {
    at = bytes.writeUIntLE(value, at, length);
  }
  return bytes;
}
