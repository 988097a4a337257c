import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** As `statfs` calls a file system in memory. */
const tmpfs = 0x01021994;
/** The tests' databases and files take a third of it at once. */
const roomNeeded = 6 * 1024 ** 3;

/**
 * Whether no program may be started from a folder that something is mounted at: tests start some that they have written.
 *
 * @param mounts - as Linux tells of them.
 */
export function forbidsPrograms(mounts, folder) {
  const mounted = mounts.split('\n').map((line) => line.split(' '));
  const [, , , options = ''] = mounted.findLast(([, at]) => at === folder) ?? [];
  return options.split(',').includes('noexec');
}

function hasRoom(folder) {
  if (!existsSync(folder) || forbidsPrograms(readFileSync('/proc/mounts', 'utf8'), folder)) {
    return false;
  }
  const { type, bavail, bsize } = statfsSync(folder);
  // Of a container that may have less than the machine has free, what lies in memory counts as its own.
  const free = Math.min(freemem(), process.availableMemory());
  return type === tmpfs && bavail * bsize >= roomNeeded && free >= 2 * roomNeeded;
}

/** Also one of another account, which may be asked for but not signalled. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch ({ code }) {
    return code !== 'ESRCH';
  }
}

/**
 * Removes what runs of our own account have left that were killed: in memory it would stay until the machine is started anew. What others have
 * left we may not remove, and one who tries does not come to the tests.
 */
function removeLeft(folder) {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^noa-tests-(\d+)-/.exec(name) ?? [];
    const path = join(folder, name);
    if (pid && !isRunning(Number(pid)) && lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid()) {
      removeQuickFolder(path);
    }
  }
}

/**
 * A new folder for what tests throw away, which anybody may write to as to the system's own: in memory where there is room for it, as making
 * and removing the 300,000 files of the tests' databases takes a file system on a disk a sixth of their processor time.
 */
export function makeQuickFolder(within = hasRoom(memory) ? memory : tmpdir()) {
  removeLeft(within);
  const folder = mkdtempSync(join(within, `noa-tests-${process.pid}-`));
  chmodSync(folder, 0o1777);
  return folder;
}

/** Removes it; what a process still writes there while it ends keeps a folder from being removed, for a moment. */
export const removeQuickFolder = (folder) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
