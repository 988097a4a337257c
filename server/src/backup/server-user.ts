import { stat } from 'node:fs/promises';
import { SettingsError } from '../config/setting-readers.ts';

/**
 * What a command makes in DATA_DIR, or for a database in it, is of the user that it runs as: the server, who is the owner of DATA_DIR, could not read it.
 * Where there is no such folder yet, it is to be ours.
 *
 * @throws {SettingsError} where it belongs to somebody else.
 */
export async function refuseOtherUser(dataDir: string): Promise<void> {
  const owner = await stat(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return null;
    }
    throw error;
  });
  const uid = process.geteuid?.();
  if (owner && uid !== undefined && owner.uid !== uid) {
    throw new SettingsError(
      `DATA_DIR (${dataDir}) belongs to the user with the id ${owner.uid}, and this runs as ${uid}: the server could not read what would come of it. ` +
        `Run it as that user (as root: setpriv --reuid ${owner.uid} --regid ${owner.gid} --init-groups node scripts/noa.mjs …), or set DATA_DIR to a folder of your own.`,
    );
  }
}
