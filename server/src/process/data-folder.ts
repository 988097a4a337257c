import { access, constants, stat } from 'node:fs/promises';
import { OperatorError, PassingError } from '@noa/domain/errors.ts';
import { makeFolder } from './make-folder.ts';

/** What keeps a folder from being used, and what can be done. */
const hindrances: Readonly<Record<string, string>> = {
  EEXIST: 'is a file, or leads through one; name a folder',
  ENOTDIR: 'is a file, or leads through one; name a folder',
  ENOENT: 'lies where no folder can be made; name another folder',
  EROFS:
    'lies where nothing can be written (in a container or a unit: outside of what it may write to); name another folder, or make it writable',
  EACCES: 'may not be written to by the user that runs Noa; give it to that user, or name another folder',
  EPERM: 'may not be written to by the user that runs Noa; give it to that user, or name another folder',
  ELOOP: 'is a link that leads back to itself; name a folder',
  ENAMETOOLONG: 'is too long a path; name another folder',
};

/**
 * Makes DATA_DIR where it is missing.
 *
 * @param dataDir - an absolute path.
 * @throws {OperatorError} with one sentence if it cannot be used.
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    if (!(await stat(dataDir)).isDirectory()) {
      throw new OperatorError(`DATA_DIR (${dataDir}) ${hindrances['ENOTDIR']}.`);
    }
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw cause instanceof OperatorError ? cause : unusable(dataDir, cause);
  }
}

function unusable(dataDir: string, cause: unknown): OperatorError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const hindrance = hindrances[code];
  return hindrance === undefined
    ? new PassingError(`DATA_DIR (${dataDir}) could not be opened (${code}); look at its disk.`, { cause })
    : new OperatorError(`DATA_DIR (${dataDir}) ${hindrance}.`, { cause });
}
