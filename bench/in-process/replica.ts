import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ReadReplica } from '../../server/src/database/replica/read-replica.ts';
import { startPair, type Pair } from '../../server/src/testing/replica/standby.fixture.ts';
import { replicaReads } from '../../server/src/instruments/meters.ts';
import { median, openServer, type BenchServer, type Run } from './server.ts';
import { buildTown } from './town.ts';

/** Told of what was measured. */
type Say = (line: string) => void;

const container =
  'id serialNumber wasteStream accessMode sizeLitres volumeControlLitres addrStreet addrNr updatedAt rowId';
const page = `{ containers(first: 50) { nodes { ${container} } } }`;
const search = `{ apartments(first: 50, filter: { q: "popescu" }) { totalCount nodes { id addrAp occupierName } } }`;
const file = `query ($after: String) { apartments(first: 200, after: $after) { pageInfo { hasNextPage endCursor }
  nodes { id addrAp occupierName entrance { addrSc towerBlock { addrStreet addrNr addrBl } } } } }`;

interface ExportPage {
  readonly apartments: { readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null } };
}

/** What is asked in one round. */
const loads: Readonly<Record<string, (ask: Run) => Promise<unknown>>> = {
  'a page of containers': (ask) => times(500, () => ask(page)),
  'a search among apartments': (ask) => times(40, () => ask(search)),
  'an exported list': async (ask) => {
    for (let after: string | null = null, pages = 0; pages < 50; pages += 1) {
      const { data } = await ask(file, { after });
      const { pageInfo } = (data as unknown as ExportPage).apartments;
      if (!pageInfo.hasNextPage) {
        return;
      }
      after = pageInfo.endCursor;
    }
  },
};

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    await work();
  }
}

/** Milliseconds of processor that a cluster has taken: of its processes that run, and of those that have ended. */
function processorOf(folder: string): number {
  const [postmaster = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const statOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    } catch {
      return []; // ended since
    }
  };
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, stat: statOf(pid) }))
    .filter(({ pid, stat }) => pid === postmaster || stat[1] === postmaster)
    .flatMap(({ pid, stat }) => stat.slice(11, pid === postmaster ? 15 : 13).map(Number));
  return ticks.reduce((sum, each) => sum + each, 0) * 10;
}

interface Taken {
  readonly primary: number;
  readonly standby: number;
  readonly server: number;
  readonly ms: number;
}

async function measure({ folders }: Pair, work: () => Promise<unknown>): Promise<Taken> {
  const look = (): Taken => {
    const { user, system } = process.cpuUsage();
    const [primary, standby] = [processorOf(folders.primary), processorOf(folders.standby)];
    return { primary, standby, server: (user + system) / 1000, ms: performance.now() };
  };
  const before = look();
  await work();
  const after = look();
  return {
    primary: after.primary - before.primary,
    standby: after.standby - before.standby,
    server: after.server - before.server,
    ms: after.ms - before.ms,
  };
}

/** Containers report, one each twenty milliseconds, until it is told to end. */
function startReports(url: string): () => Promise<void> {
  let isOver = false;
  const run = async () => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`select set_config('noa.actor', 'bench', false)`);
    const { rows } = await client.query('select org_id, container_id from container_status limit 1');
    const key = Object.values(rows[0] as object);
    const report = `update container_status set value = (random() * 100)::int::text where org_id = $1 and container_id = $2`;
    while (!isOver) {
      await client.query({ name: 'report', text: report, values: key });
      await delay(20);
    }
    await client.end();
  };
  const running = run();
  return async () => {
    isOver = true;
    await running;
  };
}

interface Options {
  readonly rounds: number;
  readonly say: Say;
}

type Servers = Readonly<Record<'without' | 'with', BenchServer>>;

/** What was taken beside what is taken anyway. */
const without = (idle: Taken, taken: Taken): Taken => ({
  ...taken,
  primary: taken.primary - (idle.primary * taken.ms) / idle.ms,
  standby: taken.standby - (idle.standby * taken.ms) / idle.ms,
});

async function compare(pair: Pair, servers: Servers, { rounds, say }: Options): Promise<void> {
  const callerOf = (server: BenchServer) => server.callers.get('one org') as Run;
  const idle = await measure(pair, () => delay(5_000));
  say(
    `nothing but reports for ${Math.round(idle.ms)} ms: primary ${idle.primary} ms, standby ${idle.standby} ms of processor, left out below`,
  );
  for (const [what, load] of Object.entries(loads)) {
    const taken: Record<keyof typeof servers, Taken[]> = { without: [], with: [] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of ['without', 'with'] as const) {
        const measured = await measure(pair, () => load(callerOf(servers[name])));
        if (round > 0) {
          taken[name].push(without(idle, measured)); // the first of each warms it up
        }
      }
    }
    const middle = (of: readonly Taken[], part: keyof Taken) => Math.round(median(of.map((each) => each[part])));
    for (const [name, of] of Object.entries(taken)) {
      const [primary, standby, server, ms] = (['primary', 'standby', 'server', 'ms'] as const).map((part) =>
        middle(of, part),
      );
      say(`${what}, ${name}: primary ${primary} ms, standby ${standby} ms, server ${server} ms of processor; ${ms} ms`);
    }
    const share = middle(taken.with, 'primary') / middle(taken.without, 'primary');
    say(`${what}: ${(share * 100).toFixed(0)} % of the primary's processor time is left to it`);
  }
}

/** Builds a town in a PostgreSQL that another follows, and compares lists that are read at it alone with lists that are read at both. */
export async function compareReplica(cards: number, options: Options): Promise<void> {
  const { say } = options;
  const pair = await startPair();
  try {
    const client = new pg.Client(pair.ownerUrl);
    await client.connect();
    await buildTown(client, cards, say, { joined: false });
    await client.end();
    await pair.resume();
    const quiet = { warn: () => undefined, info: () => undefined };
    const replica = new ReadReplica({ url: pair.standbyUrl, primaryUrl: pair.appUrl, log: quiet });
    const servers = { without: await openServer(pair.ownerUrl), with: await openServer(pair.ownerUrl, replica) };
    const endReports = startReports(pair.ownerUrl);
    try {
      await compare(pair, servers, options);
      const { values } = await replicaReads.get();
      say(`reads: ${values.map(({ labels, value }) => `${labels.outcome} ${value}`).join(', ')}`);
    } finally {
      await endReports();
      await Promise.all(Object.values(servers).map((server) => server.close()));
      await replica.close();
    }
  } finally {
    await pair.stop();
  }
}
