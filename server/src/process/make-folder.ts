import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder where it is missing, with those above it. `mkdir` itself, asked for that, tries for ever where a folder that is there takes no other,
 * as `/proc` does, and holds the process until it is killed.
 *
 * @param path - absolute.
 * @param mode - of those that are made.
 * @returns the uppermost of those; undefined if there were none to make.
 * @throws the error of the file system.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  try {
    return await makeOne(path, mode);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) {
      throw cause;
    }
  }
  const above = await makeFolder(dirname(path), mode);
  const made = await makeOne(path, mode);
  return above ?? made;
}

/** Within a folder that is there. */
async function makeOne(path: string, mode: number): Promise<string | undefined> {
  try {
    await mkdir(path, { mode });
    return path;
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing || !(await isFolder(path))) {
      throw cause;
    }
    return undefined;
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') {
        return false;
      }
      throw cause;
    },
  );
