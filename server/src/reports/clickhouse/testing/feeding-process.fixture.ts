import { tmpdir } from 'node:os';
import { ClickHouseEngine } from '../clickhouse-engine.ts';

/** Takes events in without end, in a process that a test may kill: `<database> <clickhouse>`. */
const [databaseUrl = '', eventsUrl = ''] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined };
const engine = new ClickHouseEngine({ dataDir: tmpdir(), databaseUrl, eventsUrl, log, epochEvents: 500 });
for (;;) {
  await engine.refresh().catch((cause: unknown) => console.error(cause));
}
