import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '@noa/domain/errors.ts';

/**
 * The key that personal data is encrypted with, for an installation that was given none: made once and kept beside the data,
 * readable by its owner only. Production never comes here: it must set DATA_KEY.
 */
export async function loadDataKey(dataDir: string): Promise<Buffer> {
  const made = await findDataKey(dataDir);
  if (made) {
    return made;
  }
  const key = randomBytes(32);
  await writeFile(keyPath(dataDir), key, { mode: 0o600, flag: 'wx' });
  return key;
}

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

/** The key that an installation has made for itself; null where it has made none. */
export async function findDataKey(dataDir: string): Promise<Buffer | null> {
  try {
    return await readFile(keyPath(dataDir));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return null;
    }
    throw error;
  }
}

const keyPath = (dataDir: string) => join(dataDir, 'data-key');

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
