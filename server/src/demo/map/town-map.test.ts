import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { inventTown, type Location } from '../town.ts';
import { fromMemory } from './pmtiles.fixture.ts';
import { openMap, drawTownMap, ensureTownMap } from './open-map.ts';
import { zooms } from './tiles.ts';

const town = inventTown();
const drawn = drawTownMap();
const map = new PMTiles(fromMemory(drawn));

/** The tile that a place lies in, and where within: from 0 to 1. */
function tileOf(z: number, { lat, lng }: Pick<Location, 'lat' | 'lng'>) {
  const column = ((lng + 180) / 360) * 2 ** z;
  const row = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z;
  return { x: Math.floor(column), y: Math.floor(row), within: [column % 1, row % 1] as const };
}

async function tileAt(z: number, x: number, y: number): Promise<VectorTile> {
  const tile = await map.getZxy(z, x, y);
  return new VectorTile(new PbfReader(new Uint8Array(tile?.data ?? [])));
}

/** Metres from a place to the nearest point of each street that its tile has, by name. */
async function streetsNear(place: Location): Promise<ReadonlyMap<string, number>> {
  const { x, y, within } = tileOf(zooms.max, place);
  const roads = (await tileAt(zooms.max, x, y)).layers['roads'];
  const metresOfTile = (40_075_017 * Math.cos((place.lat * Math.PI) / 180)) / 2 ** zooms.max;
  const found = new Map<string, number>();
  for (let index = 0; index < (roads?.length ?? 0); index += 1) {
    const road = roads?.feature(index);
    for (const line of road?.loadGeometry() ?? []) {
      for (const [position, to] of line.entries()) {
        const from = line[position - 1] ?? to;
        const metres =
          distance(
            within,
            [from, to].map((each) => [each.x / 4_096, each.y / 4_096] as const),
          ) * metresOfTile;
        const name = String(road?.properties['name']);
        found.set(name, Math.min(metres, found.get(name) ?? Infinity));
      }
    }
  }
  return found;
}

type Pair = readonly [number, number];

function distance([x, y]: Pair, [from = [0, 0], to = [0, 0]]: readonly Pair[]): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const squared = dx * dx + dy * dy;
  const part = squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - from[0]) * dx + (y - from[1]) * dy) / squared));
  return Math.hypot(x - from[0] - part * dx, y - from[1] - part * dy);
}

describe('the map of the demonstration town', () => {
  it('is the same each time, and small', () => {
    expect(drawTownMap().equals(drawn)).toBe(true);
    expect(drawn.length).toBeLessThan(200_000);
  });

  it('has each platform and block beside the street of its address', async () => {
    for (const place of [...town.groups, ...town.blocks]) {
      const near = await streetsNear(place);
      const about = `${place.street} ${place.number}: ${JSON.stringify([...near])}`;
      expect(near.get(place.street) ?? Infinity, about).toBeLessThan(45);
      expect(Math.min(...near.values()), about).toBeGreaterThan(5);
    }
  });

  it('has what a town has, near and far, and says that it is invented', async () => {
    const { x, y } = tileOf(zooms.max, { lat: 46.52, lng: 26.91 });
    const near = (await tileAt(zooms.max, x, y)).layers;
    expect(Object.keys(near).toSorted()).toEqual(expect.arrayContaining(['buildings', 'earth', 'landuse', 'roads']));
    const far = tileOf(zooms.min, { lat: 46.52, lng: 26.91 });
    expect(Object.keys((await tileAt(zooms.min, far.x, far.y)).layers).toSorted()).toEqual([
      'earth',
      'places',
      'roads',
      'water',
    ]);
    expect(await map.getMetadata()).toMatchObject({ attribution: 'Lunca Mare: oraș inventat' });
  });

  it('has every block where the registry has it', async () => {
    for (const block of town.blocks) {
      const { x, y, within } = tileOf(zooms.max, block);
      const houses = (await tileAt(zooms.max, x, y)).layers['buildings'];
      const holds = Array.from({ length: houses?.length ?? 0 }, (_, index) => houses?.feature(index).bbox() ?? []).some(
        ([west = 1, south = 1, east = 0, north = 0]) => {
          const [column, row] = within.map((part) => part * 4_096) as [number, number];
          return column >= west && column <= east && row >= south && row <= north;
        },
      );
      expect(holds, `${block.street} ${block.number}, bl. ${block.block}`).toBe(true);
    }
  });

  it('is drawn once into the data folder, and opens; the operator’s own file goes before it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'noa-town-map-'));
    const path = await ensureTownMap(dataDir);
    expect((await readFile(path)).equals(drawn)).toBe(true);
    expect(await readdir(dataDir)).toEqual(['demonstration.pmtiles']);

    const demo = { dataDir, demo: true, mapStyleUrl: null, mapFile: null };
    const opened = await openMap(demo);
    expect(opened?.size).toBe(drawn.length);
    await opened?.close();
    expect(await openMap({ ...demo, demo: false })).toBeNull();
    expect(await openMap({ ...demo, mapStyleUrl: 'https://maps.example/style.json' })).toBeNull();
    await expect(openMap({ ...demo, mapFile: join(dataDir, 'gone') })).rejects.toThrow('MAP_FILE');

    await writeFile(path, 'what an older version drew');
    await ensureTownMap(dataDir);
    expect(await readFile(path, 'utf8')).toBe('what an older version drew');
    await rm(dataDir, { recursive: true });
  });
});
