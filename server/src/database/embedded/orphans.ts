import { execFile } from 'node:child_process';
import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Milliseconds that a process is given to end by itself, and then to be gone once it was killed. */
const timeLimits = { asked: 300, killed: 5_000 } as const;

const lookEveryMs = 20;

/** The user that PostgreSQL runs as, where it is not ours: only that user may look into its processes. */
export type Owner = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Programs called `postgres` whose working folder is `$1`, compared as a file and not as a text: PostgreSQL changes into its data
 * folder and stays there. A zombie has no working folder any more.
 */
const listByProc = `for process in /proc/[0-9]*; do
  [ "$process/cwd" -ef "$1" ] && read -r name < "$process/comm" && [ "$name" = postgres ] && echo "\${process#/proc/}"
done 2>/dev/null; :`;

/**
 * The PostgreSQL processes that work on a data folder: the postmaster, and whatever it has started.
 *
 * @throws {Error} if the system does not tell.
 */
export async function findProcesses(folder: string, owner: Owner): Promise<number[]> {
  if (process.platform === 'linux') {
    const { stdout } = await run('sh', ['-c', listByProc, 'sh', folder], { ...owner, cwd: '/' });
    return stdout.split('\n').filter(Boolean).map(Number);
  }
  return findByLsof(folder);
}

/** As {@link findProcesses}, where there is no `/proc` (macOS). */
export async function findByLsof(folder: string): Promise<number[]> {
  // It ends with 1 when there is none, or when it may not look at one.
  const { stdout } = await run('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-Fpn'], { cwd: '/' }).catch(
    (error: { code: unknown; stdout: string }) => {
      if (error.code === 1) {
        return error;
      }
      throw error;
    },
  );
  const path = await realpath(folder);
  return [...stdout.matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm)]
    .filter(([, , cwd]) => cwd === path)
    .map(([, pid]) => Number(pid));
}

/**
 * Ends what a killed postmaster left behind: a backend that is busy, or stopped, does not notice its death, and holds the shared
 * memory that the next postmaster asks for. Whoever was connected to it has long lost it. First as PostgreSQL itself would
 * (`SIGQUIT`), then by force.
 *
 * @param pids - of `findProcesses`, none of which belongs to a living postmaster.
 * @returns once they have gone.
 * @throws {Error} if they cannot be ended.
 */
export async function endOrphans(pids: readonly number[]): Promise<void> {
  signal(pids, 'SIGQUIT');
  if (!(await areGone(pids, timeLimits.asked))) {
    signal(pids, 'SIGKILL');
    if (!(await areGone(pids, timeLimits.killed))) {
      throw new Error(`Processes ${pids.join(', ')} of a killed PostgreSQL cannot be ended.`);
    }
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!hasCode(error, 'ESRCH')) {
        throw error;
      }
    }
  }
}

async function areGone(pids: readonly number[], timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  while (performance.now() < until) {
    const living = await Promise.all(pids.map(isLiving));
    if (!living.includes(true)) {
      return true;
    }
    await delay(lookEveryMs);
  }
  return false;
}

/** Whether a process runs; a zombie, which nobody has asked how it ended, does not. */
async function isLiving(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
  if (process.platform !== 'linux') {
    return true;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''); // gone meanwhile
  return stat !== '' && !/^\d+ \(.*\) [ZX] /s.test(stat);
}

/** The process that the data folder's pid file names; null if there is no such file. */
export async function namedPostmaster(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return pid > 0 ? pid : null;
}

/**
 * Whether the postmaster of a data folder lives; cheap enough to ask five times a second. Its number may belong to another program
 * since, or to a zombie: as process 1 of a container hardly any program asks after its children. One that has been killed and has not yet ended lives:
 * it has no command any more, and still the folder and the number, by which it would be taken for one that can be asked.
 */
export async function isPostmasterAlive(folder: string): Promise<boolean> {
  const pid = await namedPostmaster(folder);
  if (pid === null || !(await isLiving(pid))) {
    return false;
  }
  if (process.platform !== 'linux') {
    return true;
  }
  const [command, name] = await Promise.all(
    ['cmdline', 'comm'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => null)), // gone meanwhile
  );
  const words = command?.split('\0') ?? [];
  return words.includes(folder) || (words.every((word) => word === '') && name === 'postgres\n');
}

/**
 * Removes the locks of a postmaster that is dead, if its number belongs to somebody else by now: PostgreSQL would believe them, for
 * good. Those that name nobody it removes itself.
 *
 * @param socketFolder - of this data folder alone.
 */
export async function removeStaleLocks(folder: string, socketFolder: string): Promise<void> {
  const pid = await namedPostmaster(folder);
  if (pid !== null && exists(pid)) {
    await rm(join(folder, 'postmaster.pid'), { force: true });
    await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
