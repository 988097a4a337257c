import { stat } from 'node:fs/promises';
import { SettingsError } from '../config/setting-readers.ts';

/**
 * What root makes in DATA_DIR, or for a database in it, is root's: the server, to whom DATA_DIR belongs, could not read it. Anybody else is told by the
 * folder itself, which may also be theirs by its group (a volume of Kubernetes is).
 *
 * @throws {SettingsError} where we are root, and it belongs to somebody else.
 */
export async function refuseRoot(dataDir: string): Promise<void> {
  const owner = await stat(dataDir).catch((error: NodeJS.ErrnoException) => {
    // What is no folder is refused by who reads it, with what to set.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
      return null;
    }
    throw error;
  });
  if (owner && owner.uid !== 0 && process.geteuid?.() === 0) {
    throw new SettingsError(
      `DATA_DIR (${dataDir}) belongs to the user with the id ${owner.uid}, and this runs as root: the server could not read what would come of it. ` +
        `Run it as that user (setpriv --reuid ${owner.uid} --regid ${owner.gid} --init-groups node scripts/noa.mjs …), or set DATA_DIR to a folder of root's.`,
    );
  }
}
