/**
 * `npm run bench:reports [-- --events 20000000 --data folder --rounds 7 --only pattern --times 1 --no-sql --rebuild --ingest 2000 --port 8350]`: a year of card
 * events in a town, and how long reports over it take: by this product through the API, by plain SQL in its PostgreSQL, and by
 * bare DuckDB over the projection, in turns. All three must give equal numbers. A folder that is named is kept for the next run.
 * `--times 5` puts them five times into the projection alone, for want of room in PostgreSQL, which is then not asked.
 * With `--ingest 2000`, instead, how reports and as many events a second that come in bear on each other, and 50,000 at once on reports.
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeYear } from './in-process/year-of-events.ts';
import { ServerProcess } from './kill/server-process.ts';
import { askApi, askDuckdb, askPostgres } from './reports/askers.ts';
import { measureBurst } from './reports/burst.ts';
import { compare } from './reports/comparison.ts';
import { multiplyEvents } from './in-process/multiply.ts';
import { measureRebuild } from './reports/rebuild.ts';
import { admitReporter, findBiggestOrg } from './reports/people.ts';
import { extentOf, shapes } from './reports/shapes.ts';
import { untilIdle } from './reports/idle.ts';
import { measureUnderLoad } from './reports/under-load.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    events: { type: 'string', default: '20000000' },
    data: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '1' },
    sql: { type: 'boolean', default: true },
    rebuild: { type: 'boolean', default: false },
    ingest: { type: 'string' },
    port: { type: 'string', default: '8350' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'noa-reports-')));
await mkdir(folder, { recursive: true });
await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
const server = new ServerProcess({ dataDir: folder, port: Number(values.port) });
try {
  const period = await makeYear(folder, Number(values.events), say);
  if (values.rebuild) {
    await rm(join(folder, 'projection'), { recursive: true, force: true });
  }
  const start = () => server.start({ demo: true, program: 'server/src/main.ts' });
  await start();
  await admitReporter(server.origin, server.databaseUrl);
  await measureRebuild(server, say);
  await untilIdle(folder, say);
  const times = Number(values.times);
  if (times > 1) {
    await server.stop();
    await multiplyEvents(folder, times, say);
    await start();
  }
  const url = server.databaseUrl;
  const extent = extentOf(new Date(period.from).getUTCFullYear(), await findBiggestOrg(url));
  const asked = shapes.filter(({ title }) => new RegExp(values.only).test(title));
  say(`${cpus().length} processors; load ${loadavg()[0]?.toFixed(1)} before.`);
  const api = await askApi(server, extent);
  if (values.ingest) {
    await measureUnderLoad({ server, url, api, perSecond: Number(values.ingest) }, say);
    await measureBurst(server, api, say);
  } else {
    const sql = times > 1 || !values.sql ? null : await askPostgres(url, extent);
    const askers = { api, sql, bare: await askDuckdb(folder, extent) };
    const isEqual = await compare(askers, asked, Number(values.rounds), say);
    await Promise.all([api, askers.bare, ...(sql ? [sql] : [])].map((asker) => asker.close()));
    process.exitCode = isEqual ? 0 : 1;
  }
} finally {
  await server.stop();
  await rm(values.data === undefined ? folder : join(folder, 'bare.duckdb'), { recursive: true, force: true });
}
