/**
 * `npm run bench:ingest [-- --batches 160 --rounds 3 --batch 500 --connections 8 --port 8290 --only shuffled]`: how fast card events are
 * recorded, over HTTP by a gateway with a real token, on a server and a PostgreSQL of the run's own; against what a bare
 * multi-row INSERT of the same events reaches on the same PostgreSQL, from as many connections, into tables of as many rows, in turns with it: of
 * whole events, with the ids of what they belonged to, and of the rows that recording makes of them. First as gateways drain locks, then in
 * shuffled batches over 200 locks and five boots.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from './client.ts';
import { BareInserts, shapes } from './ingest/bare-inserts.ts';
import { inventBatches } from './ingest/batches.ts';
import { inAll, processorTime, since, type ProcessorTime } from './ingest/processor-time.ts';
import { sendAll } from './ingest/sender.ts';
import { ServerProcess } from './kill/server-process.ts';

const { values } = parseArgs({
  options: {
    batches: { type: 'string', default: '160' },
    rounds: { type: 'string', default: '3' },
    batch: { type: 'string', default: '500' },
    connections: { type: 'string', default: '8' },
    port: { type: 'string', default: '8290' },
    only: { type: 'string' },
  },
});
const [batches, rounds, batch, connections] = [values.batches, values.rounds, values.batch, values.connections].map(
  Number,
) as [number, number, number, number];

const say = (line: string) => process.stdout.write(`${line}\n`);
const load = () => loadavg()[0]?.toFixed(1);
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(0)} %`;

interface Measured {
  /** Events a second. */
  readonly rate: number;
  /** Microseconds of processor. */
  readonly perEvent: number;
  readonly spent: ProcessorTime;
}

interface Round {
  readonly api: Measured;
  readonly whole: Measured;
  readonly values: Measured;
  readonly unnest: Measured;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;
const show = (rate: number) => `${rate.toLocaleString('en').padStart(7)}/s`;

const folder = await mkdtemp(join(tmpdir(), 'noa-ingest-'));
await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
const server = new ServerProcess({ dataDir: folder, port: Number(values.port) });
try {
  say('Starting a server with the demonstration town …');
  await server.start({ demo: true, program: 'server/src/main.ts' });
  const root = await Client.person(server.origin, 'root@noa.test');
  const gateway = await Client.gateway(server.origin);
  const open = (shape: keyof typeof shapes, table: string) =>
    BareInserts.open(server.databaseUrl, connections, shapes[shape], table);
  const bare = {
    whole: await open('whole', 'bench_whole_event'),
    values: await open('numbered', 'bench_numbered_event'),
    unnest: await open('numbered', 'bench_unnested_event'),
  };
  const events = batches * batch;
  say(
    `${cpus().length} processors for generator, server and PostgreSQL (with fsync); load ${load()} before. ` +
      `${rounds} rounds of ${events.toLocaleString('en')} events in batches of ${batch}, ${connections} connections:`,
  );
  if (values.only !== 'shuffled') {
    await compare('As gateways drain their locks', false);
  }
  if (values.only !== 'drained') {
    await compare('In shuffled batches over 200 locks and five boots', true);
  }

  async function compare(way: string, isShuffled: boolean): Promise<void> {
    say(`${way}:`);
    const found: Round[] = [];
    // The first is not measured: plans, caches, compiled code.
    for (let round = 0; round <= rounds; round += 1) {
      const sent = await inventBatches(root, { round, batches, batch, connections, isShuffled });
      const token = await gateway.token();
      const api = await measure(async () => (await sendAll(server.origin, token, sent)).ms);
      await Promise.all([bare.whole.take(sent), bare.values.take(sent), bare.unnest.take(sent)]);
      const whole = await measure(() => bare.whole.insertValues(batch));
      const values = await measure(() => bare.values.insertValues(batch));
      const unnest = await measure(() => bare.unnest.insertUnnest(batch));
      if (round > 0) {
        found.push({ api, whole, values, unnest });
        say(
          `  round ${round}: recorded ${show(api.rate)}, bare INSERT of whole events ${show(whole.rate)}, ratio ${percent(api.rate, whole.rate)}, of their rows ${show(values.rate)}, ${percent(api.rate, values.rate)}; load ${load()}`,
        );
      }
    }
    tell(found);
  }

  function tell(found: readonly Round[]): void {
    const middle = (of: keyof Round) => {
      const sorted = found.map((round) => round[of]).toSorted((one, other) => one.rate - other.rate);
      return sorted[Math.floor(sorted.length / 2)] as Measured;
    };
    // Each round by itself: the machine is not as fast in the next one.
    const ratio = (of: 'whole' | 'values' | 'unnest') =>
      percent(median(found.map((round) => round.api.rate / round[of].rate)), 1);
    const [api, whole, values, unnest] = [middle('api'), middle('whole'), middle('values'), middle('unnest')];
    say(`Recorded over the API:        ${show(api.rate)}   (goal 8,000/s)           ${costs(api)}`);
    say(`Bare INSERT of whole events:  ${show(whole.rate)}   ratio ${ratio('whole')} (goal 60 %)   ${costs(whole)}`);
    say(`Bare INSERT of their rows:    ${show(values.rate)}   ratio ${ratio('values')} (goal 60 %)   ${costs(values)}`);
    say(`The same from arrays:         ${show(unnest.rate)}   ratio ${ratio('unnest')}               ${costs(unnest)}`);
    const byTime = (of: 'whole' | 'values') =>
      percent(median(found.map((round) => round[of].perEvent / round.api.perEvent)), 1);
    say(
      `By processor time, which other work on the machine does not change: ratio ${byTime('whole')} of whole events, ${byTime('values')} of their rows.`,
    );
  }

  async function measure(work: () => Promise<number>): Promise<Measured> {
    const before = await processorTime(folder);
    const ms = await work();
    const spent = since(before, await processorTime(folder));
    return { rate: Math.round((events * 1000) / ms), perEvent: (inAll(spent) * 1000) / events, spent };
  }

  function costs({ perEvent, spent }: Measured): string {
    const parts = Object.entries(spent).map(([who, ms]) => `${who} ${((ms * 1000) / events).toFixed(0)}`);
    return `${perEvent.toFixed(0)} µs of processor an event (${parts.join(', ')})`;
  }
  await Promise.all([bare.whole.close(), bare.values.close(), bare.unnest.close()]);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
