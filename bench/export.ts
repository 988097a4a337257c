/**
 * `npm run bench:export [-- --rows 1000000 --data folder --port 8380]`: so many card events, on a server and a PostgreSQL of the
 * run's own, taken away over HTTP as files: each of them as CSV and as XLSX, and a report of about as many rows. How long that
 * takes, and how much more memory the server (with the report engine, which lives in its process) needs for it than when it is
 * idle; it must stay under 200 MB. A folder that is named is kept for the next run.
 */
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from './client.ts';
import { fetchFile, type FileAsked } from './export/downloads.ts';
import { idleMemory, peakDuring } from './export/memory.ts';
import { makeYear } from './in-process/year-of-events.ts';
import { ServerProcess } from './kill/server-process.ts';
import { measureRebuild } from './reports/rebuild.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    port: { type: 'string', default: '8380' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

/** MB above idle. */
const limit = 200;

const formats = ['CSV', 'XLSX'] as const;
const files: readonly FileAsked[] = [
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

const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'noa-export-')));
await mkdir(folder, { recursive: true });
await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
const server = new ServerProcess({ dataDir: folder, port: Number(values.port) });
try {
  const period = await makeYear(folder, Number(values.rows), say);
  await server.start({ demo: true, program: 'server/src/main.ts' });
  await measureRebuild(server, say);
  // Started anew: what building the projection needed once is not what idle means.
  await server.stop();
  const again = new ServerProcess({ dataDir: folder, port: Number(values.port) });
  await again.start({ demo: true, program: 'server/src/main.ts' });
  try {
    await measure(again, period);
  } finally {
    await again.stop();
  }
} finally {
  await server.stop();
  if (values.data === undefined) {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  { origin }: ServerProcess,
  period: { readonly from: string; readonly to: string },
): Promise<void> {
  const client = await Client.person(origin, 'root@noa.test');
  const input = { ...period, groupBy: ['entrance'], metrics: ['event_count'] };
  await client.run('query ($input: ReportInput!) { report(name: "usage", input: $input) { totals } }', { input });
  const pid = (await readFile(join(folder, 'noa.pid'), 'utf8')).trim();
  const idle = await idleMemory(pid);
  say(`${cpus().length} processors; load ${loadavg()[0]?.toFixed(1)} before. Idle: ${idle.toFixed(0)} MB.`);
  say(
    `\n${'file'.padEnd(22)}${'rows'.padStart(10)}${'s'.padStart(8)}${'MB'.padStart(8)}${'MB/s'.padStart(8)}   above idle, of ${limit} MB`,
  );
  for (const file of files) {
    const { result, peak } = await peakDuring(pid, () => fetchFile(client, file, period));
    const [megabytes, above] = [result.bytes / 1024 / 1024, peak - idle];
    say(
      `${file.title.padEnd(22)}${result.rows.toLocaleString('en').padStart(10)}${result.seconds.toFixed(1).padStart(8)}` +
        `${megabytes.toFixed(1).padStart(8)}${(megabytes / result.seconds).toFixed(1).padStart(8)}   ${above.toFixed(0).padStart(4)} MB` +
        `${above > limit ? '  OVER' : ''}`,
    );
    if (above > limit) {
      process.exitCode = 1;
    }
  }
}
