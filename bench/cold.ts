/**
 * `npm run bench:cold [-- --events 200000000 --data folder --rounds 7 --port 8360]`: a year of a country of 20 orgs, all of which lies outside the database
 * as Parquet files; how many bytes an event takes there and in the projection, how long a server without a projection reads them, and how long
 * reports take, through the API and by DuckDB over the files, which must give equal numbers. A folder that is named is kept for the next run.
 * With `--clickhouse` it is ClickHouse that counts: chdb, which `npm run test:long` has fetched to the folder that CHDB_PATH names.
 */
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { startChdb } from './in-process/chdb.ts';
import { coldYear, makeColdYear } from './in-process/cold-year.ts';
import { Client } from './client.ts';
import { ServerProcess } from './kill/server-process.ts';
import { untilIdle } from './reports/idle.ts';
import { findOrgs } from './cold/orgs.ts';
import { measureRebuild } from './reports/rebuild.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '200000000' },
    data: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    port: { type: 'string', default: '8360' },
    clickhouse: { type: 'boolean', default: false },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** What is asked, in the API's words and over the files. Local time is that of Bucharest. */
const local = `timezone('Europe/Bucharest', timezone('UTC', occurred_at))`;
const questions = [
  {
    title: 'a month of an org, by date',
    limitMs: 100,
    months: [5, 6],
    groupBy: ['date'],
    sql: `${local}::date::varchar`,
  },
  {
    title: 'a year by hour and container of an org',
    limitMs: 1_000,
    months: [1, 13],
    groupBy: ['hour', 'container'],
    sql: `hour(${local}), container_id::varchar`,
  },
  {
    title: 'a year by month and waste stream of an org',
    limitMs: 200,
    months: [1, 13],
    groupBy: ['month', 'waste_stream'],
    sql: `strftime(${local}, '%Y-%m'), waste_stream`,
  },
] as const;

const moment = (month: number) => {
  const [year, of] = month > 12 ? [coldYear + 1, month - 12] : [coldYear, month];
  return new Date(
    `${year}-${String(of).padStart(2, '0')}-01T00:00:00${of > 3 && of < 11 ? '+03:00' : '+02:00'}`,
  ).toISOString();
};

const median = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN;

interface Answer {
  readonly rows: unknown[][];
  readonly totals: unknown[];
  readonly rowCount: number;
}

/** The first thousand rows are among those counted over the files, which are as many, and as much in all. */
function isEqual({ rows, totals, rowCount }: Answer, counted: readonly unknown[][]): boolean {
  const told = new Set(counted.map((row) => row.map(String).join(' ')));
  const events = counted.reduce((sum, row) => sum + Number(row.at(-2)), 0);
  return (
    counted.length === rowCount && totals.at(-2) === events && rows.every((row) => told.has(row.map(String).join(' ')))
  );
}

const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'noa-cold-')));
await mkdir(folder, { recursive: true });
await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
process.env['COLD_MONTHS_TO'] = join(folder, 'cold');
const chdb = values.clickhouse ? await startChdb(process.env['CHDB_PATH'] ?? '', join(folder, 'clickhouse')) : null;
if (chdb) {
  process.env['EVENTS_URL'] = `${chdb.url}/noa_cold`;
}
const server = new ServerProcess({ dataDir: folder, port: Number(values.port) });
try {
  const began = performance.now();
  const bytes = await makeColdYear(folder, Number(values.events), say);
  say(`${bytes.toFixed(1)} bytes an event in Parquet; made in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
  await server.start({ demo: true, program: 'server/src/main.ts' });
  await measureRebuild(server, say);
  if (!chdb) {
    await untilIdle(folder, say);
    const { size } = await stat(join(folder, 'projection', 'events.duckdb'));
    say(
      `The projection has ${(size / 1e9).toFixed(2)} GB, ${(size / Number(values.events)).toFixed(1)} bytes an event.`,
    );
  }
  say(`${cpus().length} processors; load ${loadavg()[0]?.toFixed(1)} before.`);
  const root = await Client.person(server.origin, 'root@noa.test');
  const orgs = await findOrgs(server.databaseUrl);
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '2GB' });
  const bare = await instance.connect();
  let isGood = true;
  for (const { orgId, events, title, limitMs, months, groupBy, sql } of orgs.flatMap((org) =>
    questions.map((question) => ({ ...org, ...question })),
  )) {
    const [from, to] = months.map(moment) as [string, string];
    const input = {
      from,
      to,
      groupBy,
      metrics: ['event_count', 'total_litres'],
      filters: [{ field: 'org', operator: 'eq', value: orgId }],
      first: 1_000,
    };
    const [api, files]: [number[], number[]] = [[], []];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const asked = performance.now();
      const { report } = await root.run<{ report: Answer }>(
        'query ($input: ReportInput!) { report(name: "usage", input: $input) { rows totals rowCount } }',
        { input },
      );
      api.push(performance.now() - asked);
      const read = performance.now();
      const found = await bare.runAndReadAll(
        `select ${sql}, count(*)::double, sum(litres)::double from read_parquet('${join(folder, 'cold')}/*/${orgId}-*.parquet')
        where occurred_at >= timestamp '${from.slice(0, -1)}' and occurred_at < timestamp '${to.slice(0, -1)}' group by all`,
      );
      files.push(performance.now() - read);
      if (!isEqual(report, found.getRowsJS())) {
        isGood = false;
        say(`${title}: other numbers, ${report.rowCount} and ${found.getRowsJS().length} rows`);
      }
    }
    isGood &&= median(api) <= limitMs;
    say(
      `${title} of ${events.toLocaleString('en')} events: ${median(api).toFixed(0)} ms (limit ${limitMs}), ${median(files).toFixed(0)} ms over the files; ratio ${(median(api) / median(files)).toFixed(2)}`,
    );
  }
  bare.closeSync();
  instance.closeSync();
  process.exitCode = isGood ? 0 : 1;
} finally {
  await server.stop();
  await chdb?.stop();
  if (values.data === undefined) {
    await rm(folder, { recursive: true, force: true });
  }
}
