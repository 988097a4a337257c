import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError, PassingError } from '@noa/domain/errors.ts';

/** Another Noa runs on the folder. */
export class FolderTaken extends OperatorError {
  override readonly name = 'FolderTaken';
}

/**
 * Takes a data folder for this process: two servers on one folder would stop each other's database, and so would a command that has started it.
 * A lock that a killed run left behind is taken over.
 *
 * @returns lets the folder go.
 * @throws {FolderTaken} with one sentence if another server runs on it. @throws {PassingError} if a command works on it.
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'noa.pid');
  for (;;) {
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (holder > 0 && holder !== process.pid) {
      await refuseHeld(dataDir, holder);
    }
    await rm(path, { force: true });
    if (await writtenByUs(path)) {
      return () => rm(path, { force: true });
    }
  }
}

/** @returns false where somebody who began at the same moment was there first. */
async function writtenByUs(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

async function refuseHeld(dataDir: string, holder: number): Promise<void> {
  const program = await programOf(holder);
  if (program === 'server') {
    throw new FolderTaken(
      `Another Noa (process ${holder}) runs on ${dataDir}; stop it, or set DATA_DIR to another folder.`,
    );
  }
  if (program === 'command') {
    throw new PassingError(
      `A command of Noa (process ${holder}) works on ${dataDir}, with the PostgreSQL in it; try again when it has ended.`,
    );
  }
}

/** What a process runs; null where there is none, or its number was given to another program since. */
async function programOf(pid: number): Promise<'server' | 'command' | null> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) {
      return null; // there is none; one of another user there is
    }
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'src/main.ts');
  const [path] = /(?<=^|\/|\0)src\/[\w/-]+\.ts(?=\0|$)/.exec(command) ?? [];
  return path === undefined ? null : path === 'src/main.ts' ? 'server' : 'command';
}
