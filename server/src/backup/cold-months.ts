import { PassThrough } from 'node:stream';
import type pg from 'pg';
import type { FileStore } from '../file-store/file-store.ts';
import { nowhere, readWhole, writeWhole, type NamedFile } from '../file-store/whole-file.ts';
import { BackupError } from './store.ts';

/**
 * Where backups have the files of months that lie outside the database (decision 97), under the names that these have: no file ever changes,
 * so all backups share one.
 */
const folder = 'cold-months/';

/** What is to be done of a file of all backups that is not as it was. */
const remedy = 'remove it there and make a backup, which copies it anew from COLD_MONTHS_TO';

/** A file that counts. */
export interface ColdFile extends NamedFile {
  readonly bytes: number;
}

/** The files that count at the moment of a transaction. */
export async function listColdFiles(client: pg.ClientBase): Promise<ColdFile[]> {
  const { rows } = await client.query<ColdFile>(
    `select name, encode(sha256, 'hex') as sha256, bytes::float8 as bytes from public.cold_file order by name`,
  );
  return rows;
}

/**
 * Copies those that the backups of a place do not have yet, or have with another size: all of them share one, which a disk that was full may have
 * cut short. To read each every time would take as long as all else; `npx noa verify` does.
 *
 * @param from - where they lie; null where nothing says so.
 * @throws {BackupError} if that is needed and missing. @throws {OperatorError} if a file is not as it was written.
 */
export async function saveColdFiles(
  files: readonly ColdFile[],
  from: FileStore | null,
  to: FileStore,
  signal?: AbortSignal,
): Promise<void> {
  const there = files.length === 0 ? new Map<string, number>() : await to.sizes(folder);
  const missing = files.filter(({ name, bytes }) => there.get(folder + name) !== bytes);
  for (const file of missing) {
    signal?.throwIfAborted();
    if (!from) {
      throw new BackupError(
        'Months of events lie outside the database: set COLD_MONTHS_TO to their place, so that they are saved as well.',
      );
    }
    await copyFile(from, file, to, folder + file.name);
  }
}

/**
 * Brings files back to where a restored database looks for them; those that are there stay, if they are as they were.
 *
 * @throws {BackupError} if nothing says where. @throws {OperatorError} if a file is not as it was written.
 */
export async function restoreColdFiles(
  files: readonly NamedFile[],
  from: FileStore,
  to: FileStore | null,
): Promise<void> {
  if (files.length > 0 && !to) {
    throw new BackupError(
      'This backup has months of events that lie outside the database: set COLD_MONTHS_TO to where they are to lie.',
    );
  }
  const there = await namesThere(files, to);
  for (const file of files) {
    if (to && there.has(file.name)) {
      await readWhole(to, file, nowhere());
    } else if (to) {
      await copyFile(from, { ...file, name: folder + file.name }, to, file.name);
    }
  }
}

/** Looks into the folders of those files alone: what else lies at the place may be closed to us. */
async function namesThere(files: readonly NamedFile[], store: FileStore | null): Promise<ReadonlySet<string>> {
  const names: string[] = [];
  for (const month of new Set(files.map(({ name }) => name.slice(0, name.lastIndexOf('/') + 1)))) {
    names.push(...((await store?.list(month)) ?? []));
  }
  return new Set(names);
}

/** @throws {OperatorError} if a file of a backup is missing, or not as it was written. */
export async function checkColdFiles(files: readonly NamedFile[], store: FileStore): Promise<void> {
  for (const file of files) {
    await readWhole(store, { ...file, name: folder + file.name }, nowhere(), remedy);
  }
}

/** Removes those that backups had which are gone, and none has that is kept. */
export async function removeColdFiles(
  gone: readonly NamedFile[],
  kept: readonly NamedFile[],
  store: FileStore,
): Promise<void> {
  const needed = new Set(kept.map(({ name }) => name));
  const names = gone.filter(({ name }) => !needed.has(name)).map(({ name }) => folder + name);
  if (names.length > 0) {
    await store.remove([...new Set(names)]);
  }
}

/** One that is not as it was written does not stay. */
async function copyFile(from: FileStore, file: NamedFile, to: FileStore, name: string): Promise<void> {
  const content = new PassThrough();
  const [read, write] = await Promise.allSettled([readWhole(from, file, content), writeWhole(to, name, content)]);
  if (read.status === 'rejected' || write.status === 'rejected') {
    await to.remove([name]);
    throw write.status === 'rejected' ? write.reason : (read as PromiseRejectedResult).reason;
  }
}
