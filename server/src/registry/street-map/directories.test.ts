import { gzipSync } from 'node:zlib';
import { Compression, type Header } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { listTileRanges } from './directories.ts';
import { aDirectory } from './map.fixture.ts';

/** A file of a root directory and leaves, read as an upload is; the bytes that were read are counted. */
function aFile(root: Buffer, leaves: Buffer, internalCompression: Compression) {
  const file = Buffer.concat([root, leaves]);
  const header = {
    rootDirectoryOffset: 0,
    rootDirectoryLength: root.length,
    leafDirectoryOffset: root.length,
    leafDirectoryLength: leaves.length,
    tileDataLength: 1_000_000_000,
    internalCompression,
  } as Header;
  const counted = { bytes: 0, directories: 0 };
  const read = async (offset: number, length: number) => {
    counted.bytes += length;
    counted.directories += 1;
    return file.subarray(offset, offset + length);
  };
  return { counted, list: () => listTileRanges(header, read) };
}

const leafAt = (offset: number, length: number) => ({ run: 0, offset, length });

describe('directories', () => {
  it('of many leaves are read once each', async () => {
    const leaves = Array.from({ length: 500 }, (_, index) =>
      gzipSync(aDirectory([{ run: 1, offset: 10 * index, length: 10 }])),
    );
    let at = 0;
    const root = gzipSync(
      aDirectory(
        leaves.map(({ length }) => {
          at += length;
          return leafAt(at - length, length);
        }),
      ),
    );
    const { counted, list } = aFile(root, Buffer.concat(leaves), Compression.Gzip);

    expect(await list()).toHaveLength(500);
    expect(counted).toEqual({ bytes: root.length + at, directories: 501 });
  });

  it('that overlap are refused before they are read again and again', async () => {
    // From each of these bytes on they say: one tile, of one byte, at the beginning.
    const leaves = Buffer.alloc(1_000_000, 1);
    const root = aDirectory(Array.from({ length: 5_000 }, (_, index) => leafAt(index, leaves.length - index)));
    const { counted, list } = aFile(root, leaves, Compression.None);

    await expect(list()).rejects.toMatchObject({ name: 'MapRefused', fault: 'directory' });
    expect(counted.bytes).toBeLessThan(64_000_000);
  });

  it('that are many and say little are refused', async () => {
    const leaves = Buffer.alloc(20_000, 1);
    const root = aDirectory(Array.from({ length: 19_000 }, (_, index) => leafAt(index, 10)));
    const { counted, list } = aFile(root, leaves, Compression.None);

    await expect(list()).rejects.toMatchObject({ name: 'MapRefused', fault: 'directory' });
    expect(counted.directories).toBeLessThanOrEqual(10_000);
  });
});
