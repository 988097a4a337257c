import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mapPartBytes } from '@noa/domain/map/street-map.ts';
import type { Db } from '../../database/database.ts';
import { everything } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { findPart } from '../../registry/street-map/map-upload.queries.ts';

interface Uploaded {
  readonly id: string;
  readonly bytes: number;
  /** SHA-256, in hexadecimal digits. */
  readonly digest: string;
}

const folderOf = (dataDir: string) => join(dataDir, 'map');

/**
 * The file as it lies in the database, copied to our own disk part by part: at most one part is in memory.
 *
 * @returns its path, by its content.
 * @throws what the database or the disk says; when the parts are not what was looked through.
 */
export async function copyOfMap(db: Db, dataDir: string, { id, bytes, digest }: Uploaded): Promise<string> {
  const path = join(folderOf(dataDir), `${digest}.pmtiles`);
  await mkdir(folderOf(dataDir), { recursive: true });
  const file = await open(`${path}.new`, 'w');
  try {
    const hash = createHash('sha256');
    for (let number = 0; number * mapPartBytes < bytes; number += 1) {
      const part = await read(db, everything, (tx) => findPart(tx, id, number));
      if (!part) {
        throw new Error(`Part ${number} of the map is not in the database any more`);
      }
      hash.update(part);
      await file.writeFile(part);
    }
    if (hash.digest('hex') !== digest) {
      throw new Error('The parts of the map are not those that were looked through');
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  return path;
}

/** Removes copies but the one at `kept`. What is open stays readable until it is closed. */
export async function forgetCopies(dataDir: string, kept: string | null): Promise<void> {
  const folder = folderOf(dataDir);
  const names = await readdir(folder).catch((): string[] => []);
  const others = names.map((name) => join(folder, name)).filter((path) => path !== kept);
  await Promise.all(others.map((path) => rm(path, { force: true })));
}
