import fc from 'fast-check';
import { PMTiles, TileType } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../testing/rounds.ts';
import { fromMemory } from './pmtiles.fixture.ts';
import { writePmtiles } from './pmtiles-writer.ts';
import { zooms } from './tiles.ts';

const bounds = { west: 26.8612345, south: 46.48, east: 26.96, north: 46.56 };

describe('a PMTiles file as we write it', () => {
  it('says what it holds to the reader of the format’s makers', async () => {
    const tile = { z: 14, x: 9_416, y: 5_800, data: new Uint8Array([1, 2, 3]) };
    const file = new PMTiles(fromMemory(writePmtiles([tile], bounds, { attribution: '© OpenStreetMap' })));

    expect(await file.getHeader()).toMatchObject({
      specVersion: 3,
      clustered: true,
      tileType: TileType.Mvt,
      minZoom: zooms.min,
      maxZoom: zooms.max,
      numAddressedTiles: 1,
      minLon: bounds.west,
      minLat: bounds.south,
      maxLon: bounds.east,
      maxLat: bounds.north,
    });
    expect(await file.getMetadata()).toEqual({ attribution: '© OpenStreetMap' });
  });

  it('gives back each tile as it was, and no other', async () => {
    const place = fc
      .integer({ min: zooms.min, max: zooms.max })
      .chain((z) => fc.record({ z: fc.constant(z), x: fc.nat(2 ** z - 1), y: fc.nat(2 ** z - 1) }));
    const tiles = fc.uniqueArray(
      fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 400 })).map(([at, data]) => ({ ...at, data })),
      { selector: ({ z, x, y }) => `${z}/${x}/${y}`, minLength: 1, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(tiles, place, async (written, other) => {
        const file = new PMTiles(fromMemory(writePmtiles(written, bounds, {})));
        for (const { z, x, y, data } of written) {
          expect(new Uint8Array((await file.getZxy(z, x, y))?.data ?? [])).toEqual(new Uint8Array(data));
        }
        const isWritten = written.some(({ z, x, y }) => z === other.z && x === other.x && y === other.y);
        fc.pre(!isWritten);
        expect((await file.getZxy(other.z, other.x, other.y))?.data).toBeUndefined();
      }),
      { numRuns: rounds(6, 30) },
    );
  });

  it('holds no more tiles than one directory can name', () => {
    const many = Array.from({ length: 8_000 }, (_, index) => ({
      z: 15,
      x: (index * 7_919) % 32_768,
      y: (index * 104_729) % 32_768,
      data: new Uint8Array(1 + (index % 97)),
    }));

    expect(() => writePmtiles(many, bounds, {})).toThrow(RangeError);
  });
});
