import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Processor time that somebody has taken so far, in milliseconds. */
export interface ProcessorTime {
  readonly generator: number;
  readonly server: number;
  readonly postgres: number;
}

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** Of this process, of the server that works on `dataDir`, and of its PostgreSQL with all its backends. */
export async function processorTime(dataDir: string): Promise<ProcessorTime> {
  const { user, system } = process.cpuUsage();
  const server = await readFile(join(dataDir, 'noa.pid'), 'utf8');
  const postmaster = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0] ?? '';
  const all = (await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(statOf))).filter(
    (stat) => stat !== undefined,
  );
  const sum = (belongs: (stat: Stat) => boolean) => all.filter(belongs).reduce((ms, stat) => ms + stat.ms, 0);
  // Who vacuums comes and goes.
  const ended = all.find(({ pid }) => pid === postmaster)?.endedMs ?? 0;
  return {
    generator: (user + system) / 1000,
    server: sum(({ pid }) => pid === server.trim()),
    postgres: ended + sum(({ pid, parent }) => pid === postmaster || parent === postmaster),
  };
}

export const since = (before: ProcessorTime, after: ProcessorTime): ProcessorTime => ({
  generator: after.generator - before.generator,
  server: after.server - before.server,
  postgres: after.postgres - before.postgres,
});

export const inAll = ({ generator, server, postgres }: ProcessorTime): number => generator + server + postgres;

interface Stat {
  readonly pid: string;
  readonly parent: string;
  readonly ms: number;
  /** Of its children that have ended. */
  readonly endedMs: number;
}

/** Undefined for a process that has ended meanwhile. */
async function statOf(pid: string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name, in brackets, may hold anything.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
  const parent = fields[1];
  const msOf = (user: number) => (Number(fields[user]) + Number(fields[user + 1])) * tickMs;
  return parent === undefined ? undefined : { pid, parent, ms: msOf(11), endedMs: msOf(13) };
}
