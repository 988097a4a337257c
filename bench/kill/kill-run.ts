import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../client.ts';
import { overHttp } from '../simulate/network.ts';
import { Town } from '../simulate/play.ts';
import { Random } from '../simulate/random.ts';
import { compareUsage, periodAround, usageByContainer, type Counts } from '../simulate/recount.ts';
import { Stats } from '../simulate/stats.ts';
import { findContainers, findOrg, readRegistry } from '../simulate/town.ts';
import { compareLists, type Finding } from '../simulate/verdict.ts';
import { FileLedger, readLedger } from './ledger.ts';
import { ServerProcess, type Program, type ServerOptions, type Victim } from './server-process.ts';
import { furnish, makeOrg } from './small-town.ts';
import { compareStored, readStored, type StoredEvent } from './stored.ts';

export interface KillRun extends ServerOptions {
  readonly program: Program;
  /** Who is killed, in this order. */
  readonly victims: readonly Victim[];
  readonly seed: number;
  /** Uses a second. */
  readonly rate: number;
  /** Seconds between one recovery and the next kill, at least and at most. */
  readonly calm: readonly [number, number];
  readonly say: (line: string) => void;
}

export interface KillResult {
  readonly findings: readonly Finding[];
  /** Milliseconds until it served again, for each kill. */
  readonly recoveries: readonly { readonly victim: Victim; readonly ms: number }[];
  readonly stats: Stats;
  readonly stored: number;
}

const containers = 12;
const cards = 16;

/**
 * Plays locks against a server of its own, kills it and its PostgreSQL in the middle of that, and compares afterwards what
 * the sender's ledger says with what is stored and with what the report counts.
 */
export async function runKills({ victims, seed, rate, calm, say, program, ...options }: KillRun): Promise<KillResult> {
  const server = new ServerProcess(options);
  const path = join(options.dataDir, 'ledger.txt');
  let ledger: FileLedger | undefined;
  try {
    await server.start({ demo: false, program: 'server/src/main.ts' });
    await makeOrg(server.databaseUrl);
    await server.startAgain({ demo: true, program });
    ledger = new FileLedger(path);

    const root = await Client.person(server.origin, 'root@noa.test');
    await furnish(root, containers, cards);
    const network = overHttp(await Client.gateway(server.origin));
    const org = await findOrg(root, 'noa-gateway', undefined);
    const start = await readRegistry(root, org, await findContainers(root, org, containers, say));
    const stats = new Stats();
    const play = { seed, rate, seconds: Number.POSITIVE_INFINITY, changesPerMinute: 0 };
    const town = new Town(start, { root, network }, { play, stats, ledger });
    const living = town.live(() => undefined);
    const { recoveries, lost } = await killAll(server, ledger, { victims, seed, calm, say }).finally(() => town.end());
    await living;
    const arrived = await town.settle();

    const entries = await readLedger(path);
    const stored = await readStored(server.databaseUrl);
    const reported = compareUsage(
      new Map(),
      await usageByContainer(root, org.id, periodAround(Date.now())),
      recount(stored),
    );
    const rejected = stats.of('eventsRejected') + stats.of('updatesRejected');
    return {
      recoveries,
      stats,
      stored: stored.length,
      findings: [
        { title: `${victims.length} kills: after each, all that had been acknowledged was there`, differences: lost },
        compareStored(entries, stored),
        {
          title: 'everything that was sent arrived, and nothing was rejected',
          differences: [
            ...(arrived && entries.acknowledged.size === entries.sent.size ? [] : ['Not everything arrived']),
            ...(rejected === 0 ? [] : [`${rejected} reports were rejected`]),
          ],
        },
        reported,
        compareLists(start, town.locks),
      ],
    };
  } finally {
    ledger?.close();
    await server.stop();
  }
}

async function killAll(
  server: ServerProcess,
  ledger: FileLedger,
  { victims, seed, calm, say }: Pick<KillRun, 'victims' | 'seed' | 'calm' | 'say'>,
) {
  const random = new Random(seed, 'kills');
  const recoveries: { victim: Victim; ms: number }[] = [];
  const lost: string[] = [];
  let looked = new Set<string>();
  for (const [index, victim] of victims.entries()) {
    await pause(random.between(...calm) * 1_000);
    const acknowledged = new Set(ledger.acknowledgedKeys);
    const ms = await server.kill(victim);
    recoveries.push({ victim, ms });
    const stored = new Set((await readStored(server.databaseUrl)).map(({ key }) => key));
    const fresh = [...acknowledged].filter((key) => !looked.has(key));
    const gone = fresh.filter((key) => !stored.has(key));
    lost.push(...gone.map((key) => `${key} was gone after kill ${index + 1} (${victim})`));
    looked = acknowledged;
    say(
      `kill ${String(index + 1).padStart(3)} of ${victims.length}  ${victim.padEnd(17)}  back after ${ms.toFixed(0).padStart(5)} ms, ` +
        `${acknowledged.size} acknowledged before, ${gone.length} of them gone`,
    );
  }
  return { recoveries, lost };
}

/** What the report must say, counted from the stored events themselves. */
function recount(stored: readonly StoredEvent[]): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const { containerId, litres, failed } of stored) {
    const sum = counts.get(containerId) ?? { events: 0, litres: 0, failed: 0 };
    counts.set(containerId, {
      events: sum.events + 1,
      litres: sum.litres + litres,
      failed: sum.failed + Number(failed),
    });
  }
  return counts;
}
