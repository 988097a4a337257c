import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { BasemapLayer } from './basemap.ts';

/** One vector tile (MVT), by its place in the pyramid. */
export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

/** Degrees. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The zooms that tiles are made for; closer, the last of them are enlarged. */
export const zooms = { min: 9, max: 15 } as const;

/** Vector tiles of all that lies within the bounds. */
export function cutTiles(basemap: readonly BasemapLayer[], bounds: Bounds): Tile[] {
  const layers = basemap.map(({ features, ...layer }) => ({
    ...layer,
    index: new GeoJSONVT(features, { maxZoom: zooms.max, tolerance: 2 }),
  }));
  return tilesWithin(bounds).flatMap(({ z, x, y }) => {
    const found = layers.flatMap(({ name, from, index }) => {
      const tile = z < from ? null : index.getTile(z, x, y);
      return tile ? [[name, tile] as const] : [];
    });
    const data = fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 });
    return found.length > 0 ? [{ z, x, y, data }] : [];
  });
}

/** Where all tiles are that touch the bounds (Web Mercator). */
function tilesWithin({ west, south, east, north }: Bounds): Omit<Tile, 'data'>[] {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return range(zooms.min, zooms.max).flatMap((z) => {
    const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * 2 ** z);
    const row = (latitude: number) => {
      const radians = (latitude * Math.PI) / 180;
      return Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z);
    };
    return range(column(west), column(east)).flatMap((x) => range(row(north), row(south)).map((y) => ({ z, x, y })));
  });
}
