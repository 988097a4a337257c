import type { Settings } from '../../config/config.ts';
import { openMapFile, type MapFile } from '../../http/map/map-file.ts';
import { ensureTownMap } from './town-map.ts';

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
