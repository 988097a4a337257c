import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../config/config.ts';
import { openMapFile, type MapFile } from '../../http/map/map-file.ts';
import { inventTown } from '../town.ts';
import { edge, inventBasemap } from './basemap.ts';
import { writePmtiles } from './pmtiles-writer.ts';
import { toDegrees } from './street-plan.ts';
import { cutTiles } from './tiles.ts';

/** The streets of the demonstration town as a PMTiles file, as an extract from OpenStreetMap would have them. */
export function drawTownMap(): Buffer {
  const basemap = inventBasemap(inventTown());
  const [west, south] = toDegrees([-edge, -edge]);
  const [east, north] = toDegrees([edge, edge]);
  const bounds = { west, south, east, north };
  return writePmtiles(cutTiles(basemap, bounds), bounds, {
    name: 'Lunca Mare',
    attribution: 'Lunca Mare: oraș inventat',
    vector_layers: basemap.map(({ name }) => ({ id: name, fields: {} })),
  });
}

/**
 * Where the demonstration town's map lies, drawn when it is not there yet: what an older version drew belongs to what it wrote into the
 * database.
 *
 * @returns absolute path.
 */
export async function ensureTownMap(dataDir: string): Promise<string> {
  const path = join(dataDir, 'demonstration.pmtiles');
  if (!existsSync(path)) {
    const unfinished = `${path}.${randomUUID()}`;
    await writeFile(unfinished, drawTownMap());
    await rename(unfinished, path);
  }
  return path;
}

/**
 * The streets that the operator named, or those of the demonstration town; null where the map has none.
 *
 * @throws {OperatorError} for a file that cannot be used.
 */
export async function openMap({
  mapFile,
  mapStyleUrl,
  demo,
  dataDir,
}: Pick<Settings, 'mapFile' | 'mapStyleUrl' | 'demo' | 'dataDir'>): Promise<MapFile | null> {
  const path = mapFile ?? (demo && mapStyleUrl === null ? await ensureTownMap(dataDir) : null);
  return path === null ? null : openMapFile(path);
}
