import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '@noa/domain/errors.ts';

/** Another Noa runs on the folder. */
export class FolderTaken extends OperatorError {
  override readonly name = 'FolderTaken';
}

/**
 * Takes a data folder for this process: two servers on one folder would stop each other's database. A lock that a killed
 * run left behind is taken over.
 *
 * @returns lets the folder go.
 * @throws {FolderTaken} with one sentence if another server runs on it.
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'noa.pid');
  const holder = Number(await readFile(path, 'utf8').catch(() => ''));
  if (holder > 0 && holder !== process.pid && (await isServer(holder))) {
    throw new FolderTaken(
      `Another Noa (process ${holder}) runs on ${dataDir}; stop it, or set DATA_DIR to another folder.`,
    );
  }
  await writeFile(path, String(process.pid));
  return () => rm(path, { force: true });
}

/** A number may have been given to another program since. */
async function isServer(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'main.ts');
    return command.includes('main.ts');
  } catch {
    return false; // no such process
  }
}
