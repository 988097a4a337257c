import { AppError, demandFound, notFound, validationFailed } from '@noa/domain/errors.ts';
import { mapNameLength, mapPartBytes } from '@noa/domain/map/street-map.ts';
import { PerDatabase } from '../../database/per-database.ts';
import type { Context } from '../../request/context.ts';
import { checkMap, type CheckedMap } from './check-map.ts';
import { MapRefused } from './pmtiles-header.ts';
import {
  countParts,
  findComing,
  findPart,
  findUsed,
  forgetUnfinished,
  forgetUpload,
  insertUpload,
  keepPart,
  readParts,
  removeUsed,
  setState,
  useMap,
  type MapFileRow,
} from './map-upload.queries.ts';

export interface MapUploads {
  /** Whether who runs the server has named the ground of the map (`MAP_FILE`, `MAP_STYLE_URL`): none is uploaded then. */
  readonly isNamedByOperator: boolean;
  /** Bytes that a file may have. */
  readonly maxBytes: number;
}

/** What may be uploaded into a database. */
export const mapUploads = new PerDatabase<MapUploads>(() => ({ isNamedByOperator: false, maxBytes: 300_000_000 }));

/** What the settings screen shows. */
export interface MapSettings extends MapUploads {
  readonly file: MapFileRow | null;
}

export const findMapSettings = async (context: Context): Promise<MapSettings> => ({
  ...mapUploads.of(context.db),
  file: (await context.read('mapFile:read', (tx) => findUsed(tx))) ?? null,
});

/**
 * Begins to take a file in. What the caller began before and never finished is forgotten.
 *
 * @throws {AppError} `ValidationFailed` on `file`; `Conflict` where the operator has named the ground; `Forbidden`.
 */
export async function startMapUpload(context: Context, name: string, bytes: number): Promise<MapFileRow> {
  const { isNamedByOperator, maxBytes } = mapUploads.of(context.db);
  if (bytes <= 0 || bytes > maxBytes) {
    throw validationFailed({ file: bytes <= 0 ? 'mapFile.empty' : 'mapFile.tooLarge' });
  }
  return context.write('mapFile:write', async (tx) => {
    if (isNamedByOperator) {
      throw new AppError('Conflict', 'MAP_FILE or MAP_STYLE_URL names the ground of the map');
    }
    await forgetUnfinished(tx);
    return insertUpload(tx, { name: name.trim().slice(-mapNameLength) || 'map.pmtiles', bytes });
  });
}

/** How many bytes a part has to have. */
const bytesOf = (file: MapFileRow, number: number) => Math.min(mapPartBytes, file.bytes - number * mapPartBytes);

/**
 * Takes a part in, in any order; one that was sent already is replaced.
 *
 * @throws {AppError} `NotFound` for a file that is not being sent; `ValidationFailed` on `number` or `part`.
 */
export async function addMapUploadPart(context: Context, id: string, number: number, part: File): Promise<MapFileRow> {
  if (part.size > mapPartBytes) {
    throw validationFailed({ part: 'mapFile.partSize' });
  }
  const content = Buffer.from(await part.arrayBuffer());
  return context.write('mapFile:write', async (tx) => {
    const file = demandFound(await findComing(tx, id, 'share'), 'mapUpload', id);
    if (number < 0 || bytesOf(file, number) <= 0) {
      throw validationFailed({ number: 'mapFile.partNumber' });
    }
    if (content.length !== bytesOf(file, number)) {
      throw validationFailed({ part: 'mapFile.partSize' });
    }
    await keepPart(tx, id, number, content);
    return file;
  });
}

/**
 * Looks through a file that was sent whole, and draws the map from it from now on. One that is no good is forgotten.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `file`, of missing layers with their names in `details.layers`.
 */
export async function finishMapUpload(context: Context, id: string): Promise<MapSettings> {
  const file = await context.write('mapFile:write', async (tx) => {
    const found = demandFound(await findComing(tx, id, 'update'), 'mapUpload', id);
    if ((await countParts(tx, id)) < Math.ceil(found.bytes / mapPartBytes)) {
      throw validationFailed({ file: 'mapFile.incomplete' }, 'Parts of the file were not sent');
    }
    await setState(tx, id, 'checking');
    return found;
  });
  // On a busy machine a large file takes longer than a request may; whoever left finds the map when they come back.
  const free = context.detached();
  const checked = await checkUpload(free, file);
  await free.write('mapFile:write', async (tx) => {
    if (!(await useMap(tx, id, checked))) {
      throw notFound('mapUpload', id); // somebody of the same name has begun anew meanwhile
    }
  });
  return findMapSettings(free);
}

async function checkUpload(context: Context, { id, bytes }: MapFileRow): Promise<CheckedMap> {
  try {
    return await checkMap({
      size: bytes,
      read: (offset, length) => context.read('mapFile:read', (tx) => readParts(tx, id, offset, length)),
      pieces: async function* () {
        for (let number = 0; number * mapPartBytes < bytes; number += 1) {
          const part = demandFound(
            await context.read('mapFile:read', (tx) => findPart(tx, id, number)),
            'mapUpload',
            id,
          );
          yield part;
        }
      },
    });
  } catch (error) {
    if (error instanceof MapRefused) {
      await context.write('mapFile:write', (tx) => forgetUpload(tx, id));
      throw new AppError('ValidationFailed', error.message, {
        cause: error,
        fields: { file: `mapFile.${error.fault}` },
        details: { layers: error.layers },
      });
    }
    // What ended it is not the file's fault: it may be tried once more, without sending it again.
    await context.write('mapFile:write', (tx) => setState(tx, id, 'coming'));
    throw error;
  }
}

/** Forgets the uploaded map: it has the ground that it had without. */
export async function removeMapFile(context: Context): Promise<MapSettings> {
  await context.write('mapFile:write', (tx) => removeUsed(tx));
  return findMapSettings(context);
}
