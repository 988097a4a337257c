/**
 * `npm run bench:export [-- --rows 1000000 --data folder --port 8380 --only CSV]`: so many card events, on a server and a
 * PostgreSQL of the run's own, taken away over HTTP as files: each of them as CSV and as XLSX, and a report of about as many rows.
 * How long that takes, and how much more memory the server (with the report engine, which lives in its process) needs for it than
 * when it is idle; it must stay under 200 MB. Each file is fetched from a server that was just started, then all of them, one
 * after the other, from one server; `--only` leaves out those whose title lacks that text. A folder that is named is kept for the
 * next run.
 */
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from './client.ts';
import { fetchFile, type Fetched, type FileAsked } from './export/downloads.ts';
import { idleMemory, peakDuring } from './export/memory.ts';
import { makeYear } from './in-process/year-of-events.ts';
import { ServerProcess } from './kill/server-process.ts';
import { measureRebuild } from './reports/rebuild.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    port: { type: 'string', default: '8380' },
    only: { type: 'string', default: '' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Period {
  readonly from: string;
  readonly to: string;
}

/** MB above idle. */
const limit = 200;

const formats = ['CSV', 'XLSX'] as const;
const all: readonly FileAsked[] = [
  ...formats.map((format): FileAsked => ({
    title: `events, ${format}`,
    report: 'usage',
    records: true,
    format,
    groupBy: [],
    metrics: ['event_count'],
  })),
  ...formats.map((format): FileAsked => ({
    title: `cards by date, ${format}`,
    report: 'usage',
    records: false,
    format,
    groupBy: ['card', 'date'],
    metrics: ['event_count', 'total_litres'],
  })),
];
const files = all.filter(({ title }) => title.includes(values.only));

const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'noa-export-')));
await mkdir(folder, { recursive: true });
await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
const server = new ServerProcess({ dataDir: folder, port: Number(values.port) });
try {
  const period = await makeYear(folder, Number(values.rows), say);
  await server.start({ demo: true, program: 'server/src/main.ts' });
  await measureRebuild(server, say);
  await server.stop();
  const rounds = files.map((file) => [file]);
  for (const round of files.length > 1 ? [...rounds, files] : rounds) {
    await measure(round, period);
  }
} finally {
  await server.stop();
  if (values.data === undefined) {
    await rm(folder, { recursive: true, force: true });
  }
}

/** On a server started anew: what another turn needed, or building the projection, is not what idle means. */
async function measure(round: readonly FileAsked[], period: Period): Promise<void> {
  const fresh = new ServerProcess({ dataDir: folder, port: Number(values.port) });
  await fresh.start({ demo: true, program: 'server/src/main.ts' });
  try {
    const client = await Client.person(fresh.origin, 'root@noa.test');
    const input = { ...period, groupBy: ['entrance'], metrics: ['event_count'] };
    await client.run('query ($input: ReportInput!) { report(name: "usage", input: $input) { totals } }', { input });
    const pid = (await readFile(join(folder, 'noa.pid'), 'utf8')).trim();
    const idle = await idleMemory(pid);
    say(`\n${cpus().length} processors; load ${loadavg()[0]?.toFixed(1)} before. Idle: ${idle.toFixed(0)} MB.`);
    say(
      `${'file'.padEnd(22)}${'rows'.padStart(10)}${'s'.padStart(8)}${'MB'.padStart(8)}${'MB/s'.padStart(8)}   above idle, of ${limit} MB`,
    );
    for (const file of round) {
      const { result, peak } = await peakDuring(pid, () => fetchFile(client, file, period));
      tell(file, result, peak - idle);
    }
  } finally {
    await fresh.stop();
  }
}

function tell({ title }: FileAsked, { rows, bytes, seconds }: Fetched, above: number): void {
  const megabytes = bytes / 1024 / 1024;
  say(
    `${title.padEnd(22)}${rows.toLocaleString('en').padStart(10)}${seconds.toFixed(1).padStart(8)}` +
      `${megabytes.toFixed(1).padStart(8)}${(megabytes / seconds).toFixed(1).padStart(8)}   ${above.toFixed(0).padStart(4)} MB` +
      `${above > limit ? '  OVER' : ''}`,
  );
  if (above > limit) {
    process.exitCode = 1;
  }
}
