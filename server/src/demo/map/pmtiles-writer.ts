import { gzipSync } from 'node:zlib';
import { Compression, TileType, zxyToTileId } from 'pmtiles';
import { zooms, type Bounds, type Tile } from './tiles.ts';

const headerBytes = 127;
/** What readers fetch first: header and root directory lie in it. */
const firstFetch = 16_384;

/**
 * Tiles as one PMTiles file of version 3 (github.com/protomaps/PMTiles, spec/v3): header, directory, metadata, tiles. For maps of a town:
 * there is one directory, without leaves.
 *
 * @param metadata - JSON: `attribution`, `name`, `vector_layers`.
 * @throws {RangeError} for more tiles than one directory holds.
 */
export function writePmtiles(
  tiles: readonly Tile[],
  bounds: Bounds,
  metadata: Readonly<Record<string, unknown>>,
): Buffer {
  const entries = tiles
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data: gzipSync(data) }))
    .toSorted((a, b) => a.id - b.id);
  const directory = gzipSync(directoryOf(entries));
  if (headerBytes + directory.length > firstFetch) {
    throw new RangeError(`${tiles.length} tiles are too many for one directory`);
  }
  const about = gzipSync(JSON.stringify(metadata));
  const data = Buffer.concat(entries.map((entry) => entry.data));
  const header = headerOf({ directory, about, data }, entries.length, bounds);
  return Buffer.concat([header, directory, about, data]);
}

/** Columns of all entries: how far each id is from the one before, how many tiles it stands for, how long it is, where it is. */
function directoryOf(entries: readonly { readonly id: number; readonly data: Buffer }[]): Buffer {
  return Buffer.from(
    [
      entries.length,
      ...entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
      ...entries.map(() => 1),
      ...entries.map(({ data }) => data.length),
      // 0 says: where the one before ends. The first begins at 0, of which 1 more is said.
      ...entries.map((_, index) => (index === 0 ? 1 : 0)),
    ].flatMap(varint),
  );
}

/** Seven bits a byte, the lowest first; the highest bit says that there are more. */
function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))];
}

interface Sections {
  readonly directory: Buffer;
  readonly about: Buffer;
  readonly data: Buffer;
}

function headerOf({ directory, about, data }: Sections, count: number, { west, south, east, north }: Bounds): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(3, 7);
  const aboutAt = headerBytes + directory.length;
  const dataAt = aboutAt + about.length;
  const noLeaves = [dataAt, 0];
  [headerBytes, directory.length, aboutAt, about.length, ...noLeaves, dataAt, data.length, count, count, count].forEach(
    (value, index) => header.writeBigUInt64LE(BigInt(value), 8 + 8 * index),
  );
  const isClustered = 1;
  [isClustered, Compression.Gzip, Compression.Gzip, TileType.Mvt, zooms.min, zooms.max].forEach((value, index) =>
    header.writeUInt8(value, 96 + index),
  );
  const degrees = (value: number, at: number) => header.writeInt32LE(Math.round(value * 1e7), at);
  [west, south, east, north].forEach((value, index) => degrees(value, 102 + 4 * index));
  header.writeUInt8(zooms.max - 1, 118);
  degrees((west + east) / 2, 119);
  degrees((south + north) / 2, 123);
  return header;
}
