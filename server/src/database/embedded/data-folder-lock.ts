import { readFileSync, renameSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError, PassingError } from '@noa/domain/errors.ts';

/** Another Noa runs on the folder. */
export class FolderTaken extends OperatorError {
  override readonly name = 'FolderTaken';
}

/** Milliseconds within which others who looked at the same moment have said so; the look and the saying are one step, and take far less. */
const settledMs = 50;

/**
 * Takes a data folder for this process: two servers on one folder would stop each other's database, and so would a command that has started it.
 * A lock that a killed run left behind is taken over; of several who come at once it is the last one's.
 *
 * @returns lets the folder go.
 * @throws {FolderTaken} with one sentence if another server runs on it. @throws {PassingError} if a command works on it.
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'noa.pid');
  const ours = `${path}.${process.pid}`;
  for (;;) {
    await writeFile(ours, String(process.pid));
    try {
      refuseHeld(dataDir, holderOf(path));
      renameSync(ours, path);
    } catch (error) {
      await rm(ours, { force: true });
      throw error;
    }
    await delay(settledMs);
    if (holderOf(path) === process.pid) {
      return () => rm(path, { force: true });
    }
  }
}

/** The process that a lock names; 0 or no number where it names none. */
function holderOf(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return 0;
  }
}

function refuseHeld(dataDir: string, holder: number): void {
  const program = holder > 0 && holder !== process.pid ? programOf(holder) : null;
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
function programOf(pid: number): 'server' | 'command' | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) {
      return null; // there is none; one of another user there is
    }
  }
  const [path] = /(?<=^|\/|\0)src\/[\w/-]+\.ts(?=\0|$)/.exec(commandOf(pid)) ?? [];
  return path === undefined ? null : path === 'src/main.ts' ? 'server' : 'command';
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return 'src/main.ts'; // macOS tells nothing
  }
}
