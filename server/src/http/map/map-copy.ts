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

/** Names that copies have, whole ones and such that were begun: what else somebody has put there is theirs. */
const copyName = /^[0-9a-f]{64}\.pmtiles(\.new)?$/;

/**
 * The file as it lies in the database, copied to our own disk part by part: at most one part is in memory.
 *
 * @returns its path, by its content.
 * @throws what the database or the disk says, and when the parts are not what was looked through: nothing is left on the disk then.
 */
export async function copyOfMap(db: Db, dataDir: string, uploaded: Uploaded): Promise<string> {
  const path = join(folderOf(dataDir), `${uploaded.digest}.pmtiles`);
  await mkdir(folderOf(dataDir), { recursive: true });
  try {
    await writeCopy(db, `${path}.new`, uploaded);
  } catch (error) {
    await rm(`${path}.new`, { force: true });
    throw error;
  }
  await rename(`${path}.new`, path);
  return path;
}

async function writeCopy(db: Db, path: string, { id, bytes, digest }: Uploaded): Promise<void> {
  const file = await open(path, 'w');
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
}

/** Removes copies but the one at `kept`. What is open stays readable until it is closed. */
export async function forgetCopies(dataDir: string, kept: string | null): Promise<void> {
  const folder = folderOf(dataDir);
  const names = await readdir(folder).catch((): string[] => []);
  const copies = names.filter((name) => copyName.test(name)).map((name) => join(folder, name));
  const others = copies.filter((path) => path !== kept);
  await Promise.all(others.map((path) => rm(path, { force: true })));
}
