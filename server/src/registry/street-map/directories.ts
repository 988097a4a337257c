import type { Header } from 'pmtiles';
import { MapRefused } from './pmtiles-header.ts';
import { unpack } from './unpack.ts';

/** Bytes of the tile data, from the section's first on. */
export interface TileRange {
  readonly offset: number;
  readonly length: number;
}

/** Gives bytes of the file; shorter where it ends. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>;

/** What directories may be: readers in browsers hold those of a region in their memory, too. */
const most = {
  packedBytes: 4_000_000,
  unpackedBytes: 8_000_000,
  levels: 3,
  tiles: 2_000_000,
  directories: 10_000,
  /** Of all directories together, packed and unpacked: two million tiles take half of it. Those that overlap are read again and again. */
  allBytes: 64_000_000,
} as const;
/** Bytes of a tile as it lies in the file; makers of tiles keep to a tenth of it. */
const mostTileBytes = 5_000_000;

/**
 * Where the file's tiles lie, each place once, in their order.
 *
 * @throws {MapRefused} `directory` for one that leads out of its section, back to itself or through too many, and for places that overlap,
 * which would be unpacked again and again.
 */
export async function listTileRanges(header: Header, read: ReadBytes): Promise<TileRange[]> {
  const found = new Map<number, number>();
  const visited = new Set<number>();
  let tiles = 0;
  let room: number = most.allBytes;

  async function visit(from: number, length: number, level: number): Promise<void> {
    if (length > most.packedBytes || visited.has(from) || level > most.levels) {
      throw new MapRefused('directory');
    }
    visited.add(from);
    room -= length;
    if (visited.size > most.directories || room <= 0) {
      throw new MapRefused('directory');
    }
    const packed = await read(from, length);
    const bytesLeft = Math.min(most.unpackedBytes, room);
    const directory = await unpack(packed, header.internalCompression, bytesLeft, 'directory');
    room -= directory.length;
    for (const { offset, length: bytes, run } of readEntries(directory)) {
      if (run === 0) {
        demandWithin(offset + bytes, header.leafDirectoryLength ?? 0);
        await visit(header.leafDirectoryOffset + offset, bytes, level + 1);
        continue;
      }
      tiles += 1;
      demandWithin(offset + bytes, header.tileDataLength ?? 0);
      if (tiles > most.tiles || bytes > mostTileBytes || (found.get(offset) ?? bytes) !== bytes) {
        throw new MapRefused('directory');
      }
      found.set(offset, bytes);
    }
  }

  await visit(header.rootDirectoryOffset, header.rootDirectoryLength, 1);
  return inOrder(found);
}

function demandWithin(end: number, sectionBytes: number): void {
  if (end > sectionBytes) {
    throw new MapRefused('directory');
  }
}

function inOrder(found: ReadonlyMap<number, number>): TileRange[] {
  const ranges = [...found].map(([offset, length]) => ({ offset, length })).toSorted((a, b) => a.offset - b.offset);
  let end = 0;
  for (const { offset, length } of ranges) {
    if (offset < end) {
      throw new MapRefused('directory');
    }
    end = offset + length;
  }
  return ranges;
}

interface Entry extends TileRange {
  /** Tiles that have the same content; 0 for a directory further down. */
  readonly run: number;
}

/** The columns of a directory (PMTiles 3, "Directories"): ids, runs, lengths, offsets. */
function readEntries(bytes: Buffer): Entry[] {
  let at = 0;
  /** Seven bits a byte, the lowest first; the highest says that there are more. */
  const next = (): number => {
    let [value, weight] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      value += ((byte ?? 0) & 0x7f) * weight;
      if (byte === undefined || value > Number.MAX_SAFE_INTEGER) {
        throw new MapRefused('directory');
      }
      if (byte < 0x80) {
        return value;
      }
      weight *= 128;
    }
  };
  const count = next();
  if (count === 0 || count > bytes.length / 4) {
    throw new MapRefused('directory');
  }
  const column = () => Array.from({ length: count }, next);
  column(); // ids: which tile of the earth it is, browsers find out
  const [runs, lengths, offsets] = [column(), column(), column()];
  const entries: Entry[] = [];
  for (const [index, run] of runs.entries()) {
    const before = entries[index - 1];
    const [length = 0, said = 0] = [lengths[index], offsets[index]];
    if (length === 0 || (said === 0 && !before)) {
      throw new MapRefused('directory');
    }
    // 0 says: where the one before ends.
    entries.push({ run, length, offset: said === 0 && before ? before.offset + before.length : said - 1 });
  }
  return entries;
}
