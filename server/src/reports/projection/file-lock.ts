import { readFile, stat } from 'node:fs/promises';

/** A write lock on a whole file, by process and inode: `1: POSIX  ADVISORY  WRITE 4711 fd:01:131131 0 EOF`. */
const lockLine = /^\d+: POSIX +ADVISORY +WRITE +(-?\d+) +[\da-f]+:[\da-f]+:(\d+) /;

/**
 * Whether another process holds the lock that DuckDB takes on its file, by the kernel's own table of locks (proc_locks(5));
 * false also where there is no such table.
 */
export async function isLockedByAnother(path: string): Promise<boolean> {
  const [file, locks] = await Promise.all([
    stat(path).catch(() => undefined), // no file, no lock
    readFile('/proc/locks', 'utf8').catch(() => ''),
  ]);
  return locks.split('\n').some((line) => {
    const [, holder, inode] = lockLine.exec(line) ?? [];
    return inode !== undefined && inode === String(file?.ino) && Number(holder) !== process.pid;
  });
}
