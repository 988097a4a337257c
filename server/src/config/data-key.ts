import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { OperatorError } from '@noa/domain/errors.ts';
import { FolderStore } from '../file-store/folder-store.ts';

const keyBytes = 32;

/** Names in DATA_DIR: of the key, and of those that take turns while it is exchanged. */
type KeyFile = 'data-key' | 'data-key.next' | 'data-key.previous';

/**
 * The key that personal data is encrypted with, for an installation that was given none: made once and kept beside the data,
 * readable by its owner only. Production never comes here: it must set DATA_KEY.
 *
 * @throws {OperatorError} if the one that is there is no key.
 */
export async function loadDataKey(dataDir: string): Promise<Buffer> {
  const made = await findDataKey(dataDir);
  if (made) {
    return made;
  }
  const key = randomBytes(keyBytes);
  await keepKey(dataDir, 'data-key', key);
  return key;
}

/** Writes a key whole or not at all, and onto the disk: what is sealed with it outlives a power cut, so it must as well. */
export const keepKey = (dataDir: string, file: KeyFile, key: Uint8Array): Promise<void> =>
  new FolderStore(dataDir).write(file, Readable.from([key]));

/**
 * For commands beside the server, which make no key: one that is made on the spot opens nothing.
 *
 * @throws {OperatorError} if neither the settings nor DATA_DIR have one.
 */
export async function dataKeyOf({
  dataKey,
  dataDir,
}: {
  readonly dataKey: Buffer | null;
  readonly dataDir: string;
}): Promise<Buffer> {
  const key = dataKey ?? (await findDataKey(dataDir));
  if (!key) {
    throw new OperatorError(
      `There is no data key in ${dataDir} (DATA_DIR): give the settings of the server, DATA_KEY or the DATA_DIR that has its data-key.`,
    );
  }
  return key;
}

/**
 * The key that an installation has made for itself; null where it has made none.
 *
 * @param file - of the data key, unless another is said.
 * @throws {OperatorError} if what is there is no key: a disk that was full, or lost power, may have cut it short.
 */
export async function findDataKey(dataDir: string, file: KeyFile = 'data-key'): Promise<Buffer | null> {
  const path = join(dataDir, file);
  const key = await readFile(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return null;
    }
    throw error;
  });
  if (key && key.length !== keyBytes) {
    throw new OperatorError(
      `${path} is no data key: it has ${key.length} bytes in place of ${keyBytes}. Put the copy that was kept apart in its place, or set DATA_KEY to it; where nothing was ever encrypted with it, remove the file.`,
    );
  }
  return key;
}

/** Where the key with this id is kept once another has taken its place: backups of before open with it only. */
export const formerKeyPath = (dataDir: string, id: string): string => join(dataDir, `data-key.${id}`);

/**
 * The first of these keys that was kept when it was exchanged; null if none was.
 *
 * @param ids - in hexadecimal, as backups name them.
 */
export async function findFormerKey(
  dataDir: string,
  ids: readonly string[],
): Promise<{ key: Buffer; path: string } | null> {
  for (const id of ids) {
    const path = formerKeyPath(dataDir, id);
    const key = await readFile(path).catch(() => null);
    if (key) {
      return { key, path };
    }
  }
  return null;
}
