import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What is done with big files, in a folder of its own in DATA_DIR. */
export const works = ['counting', 'feeding', 'moving-months', 'reading-months'] as const;

/** A name for a folder in DATA_DIR that is removed when a work is done; by {@link removeLeftFolders} after a process that was killed. */
export const workFolder = (dataDir: string, work: (typeof works)[number]): string =>
  join(dataDir, `${work}-${randomUUID()}`);

/** Removes the folders of works that a killed process left. @param dataDir - locked by this one, in which no work has begun. */
export async function removeLeftFolders(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => works.some((work) => name.startsWith(`${work}-`)));
  await Promise.all(left.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
}
