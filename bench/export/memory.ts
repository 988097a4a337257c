import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** What a process holds in memory, in MB, as Linux counts it: everything of it, the report engine included. */
async function field(pid: string, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return Number(kilobytes) / 1024;
}

/** MB, once it has not grown or shrunk by more than 2 MB for two seconds. */
export async function idleMemory(pid: string): Promise<number> {
  for (let before = await field(pid, 'VmRSS'); ;) {
    await pause(2_000);
    const now = await field(pid, 'VmRSS');
    if (Math.abs(now - before) <= 2) {
      return now;
    }
    before = now;
  }
}

/** Runs `work` and tells the most that the process held meanwhile, which the kernel notes: nothing is missed between samples. */
export async function peakDuring<T>(pid: string, work: () => Promise<T>): Promise<{ result: T; peak: number }> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const result = await work();
  return { result, peak: await field(pid, 'VmHWM') };
}
