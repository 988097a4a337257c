import { askApi, askDuckdb } from './reports/askers.ts';
import { processorTime, since } from './ingest/processor-time.ts';
import { ServerProcess } from './kill/server-process.ts';
import { admitReporter, findBiggestOrg } from './reports/people.ts';
import { extentOf, shapes } from './reports/shapes.ts';
import { untilIdle } from './reports/idle.ts';
const folder = process.argv[2] as string;
const times = Number(process.argv[3] ?? 100);
const only = new RegExp(process.argv[4] ?? 'in all|month of an org|by week');
const server = new ServerProcess({ dataDir: folder, port: 8352 });
await server.start({ demo: true, program: 'server/src/main.ts' });
try {
  await admitReporter(server.origin, server.databaseUrl);
  await untilIdle(folder, console.log);
  const extent = extentOf(2025, await findBiggestOrg(server.databaseUrl));
  const api = await askApi(server, extent);
  const bare = await askDuckdb(folder, extent);
  for (const shape of shapes.filter(({ title }) => only.test(title))) {
    for (let i = 0; i < 5; i += 1) await api.ask(shape);
    const before = await processorTime(folder);
    const t = performance.now();
    const all: number[] = [];
    for (let i = 0; i < times; i += 1) {
      const b = performance.now();
      await api.ask(shape);
      all.push(performance.now() - b);
    }
    const ms = performance.now() - t;
    const spent = since(before, await processorTime(folder));
    const u = process.cpuUsage();
    for (let i = 0; i < times; i += 1) await bare.ask(shape);
    const d = process.cpuUsage(u);
    const q = (p: number) => all.toSorted((a, b) => a - b)[Math.floor(all.length * p)]?.toFixed(1);
    console.log(shape.title, `wall ${(ms / times).toFixed(1)} q10 ${q(0.1)} q50 ${q(0.5)}`, Object.entries(spent).map(([w, v]) => `${w} ${(v / times).toFixed(2)}`).join(' '), `bare cpu ${((d.user + d.system) / 1000 / times).toFixed(2)}`);
  }
  await bare.close();
} finally {
  await server.stop();
}
