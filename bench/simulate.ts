/**
 * `npm run simulate [-- --containers 240 --rate 200 --minutes 5 --changes 30 --seed 1 --pairs 4000 --url http://localhost:8080 --mqtt mqtt://broker]`:
 * plays the locks of a town against a running server, over its API and with tokens of its provider. Locks fetch their lists
 * and decide by them offline, lose the network and resend, drift, reboot, drain and fill, while the registry changes. At the
 * end everything they did is compared with what it should have been; any difference makes the exit code 1.
 */
import { parseArgs } from 'node:util';
import { Client } from './client.ts';
import { compareBeliefs, compareClocks } from './simulate/belief.ts';
import { overHttp, overMqtt } from './simulate/network.ts';
import { Town, type Play } from './simulate/play.ts';
import { Random } from './simulate/random.ts';
import { compareUsage, countsOf, periodAround, usageByContainer } from './simulate/recount.ts';
import { Stats } from './simulate/stats.ts';
import { findContainers, findOrg, readRegistry } from './simulate/town.ts';
import { compareDecisions, compareLists, compareMayOpen, type Finding } from './simulate/verdict.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    mqtt: { type: 'string' },
    org: { type: 'string' },
    containers: { type: 'string', default: '240' },
    rate: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '5' },
    changes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '4000' },
  },
});

/** Lines of differences that are printed of each comparison. */
const shown = 20;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** @throws {Error} with one sentence for what is no number. */
function numberOf(name: 'containers' | 'rate' | 'minutes' | 'changes' | 'seed', least: number): number {
  const number = Number(values[name]);
  if (!Number.isFinite(number) || number < least) {
    throw new Error(`--${name} is "${values[name]}"; it must be a number from ${least}.`);
  }
  return number;
}

function readPlay(): Play & { readonly containers: number } {
  return {
    containers: numberOf('containers', 1),
    rate: numberOf('rate', 0),
    seconds: numberOf('minutes', 0) * 60,
    changesPerMinute: numberOf('changes', 0),
    seed: numberOf('seed', 0),
  };
}

function progress(town: Town, stats: Stats, second: number, now: number): void {
  const clock = `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;
  const online = town.locks.filter((lock) => lock.isOnline(now)).length;
  const p99 = stats.quantile('recordCardEvents', 0.99).toFixed(0);
  say(
    `${clock.padStart(6)}  ${stats.of('uses')} uses, ${stats.of('eventsAccepted')} stored, ${stats.of('eventsDuplicate')} sent again, ` +
      `${town.waiting} waiting, ${online} of ${town.locks.length} online, ${stats.of('changes')} changes, p99 ${p99} ms`,
  );
}

/** A page for each finding: what was compared, and what was found. @returns whether all is as it should be. */
function conclude(findings: readonly Finding[]): boolean {
  for (const { title, differences } of findings) {
    say(
      `${differences.length === 0 ? '✓' : '✗'} ${title}${differences.length === 0 ? '' : `: ${differences.length} different`}`,
    );
    differences.slice(0, shown).forEach((line) => say(`    ${line}`));
  }
  return findings.every(({ differences }) => differences.length === 0);
}

/** What no run may have seen. */
function mishaps(stats: Stats, town: Town, arrived: boolean): Finding {
  const never = ['eventsRejected', 'updatesRejected', 'wrongChecksums', 'notApplied'] as const;
  const complaints = town.gateways.flatMap(({ complaints: each }) => [...each]);
  return {
    title: 'everything arrived, nothing was rejected, every checksum was right',
    differences: [
      ...never.filter((what) => stats.of(what) > 0).map((what) => `${what}: ${stats.of(what)}`),
      ...(arrived ? [] : [`${town.waiting} reports never arrived`]),
      ...new Set(complaints),
    ],
  };
}

async function simulate(): Promise<number> {
  const play = readPlay();
  const root = await Client.person(values.url, 'root@noa.test');
  const gateway = await Client.gateway(values.url);
  const org = await findOrg(root, 'noa-gateway', values.org);
  const containers = await findContainers(root, org, play.containers, say);
  const start = await readRegistry(root, org, containers);
  say(`${org.name}: ${containers.length} containers, ${start.facts.cards.size} cards; seed ${play.seed}`);
  const period = periodAround(Date.now());
  const before = await usageByContainer(root, org.id, period);

  const network = values.mqtt ? await overMqtt(values.mqtt, gateway, 'noa-gateway') : overHttp(gateway);
  const stats = new Stats();
  const town = new Town(start, { root, network }, { play, stats });
  process.once('SIGINT', () => town.end()); // a second one ends it without comparing, and leaves the changes
  await town.live((second) => {
    if (second % 5 === 0) {
      progress(town, stats, second, Date.now());
    }
  });
  say('The network is good again; everything that waits arrives, and every lock fetches its list');
  const arrived = await town.settle();

  say('Comparing');
  const { decisions, changes, locks } = town;
  const now = await readRegistry(root, org, containers);
  const changed = new Set(changes.made.flatMap((change) => ('serialNumber' in change ? [change.serialNumber] : [])));
  const pairs = values.pairs === 'all' ? Number.POSITIVE_INFINITY : Number(values.pairs);
  const findings = [
    mishaps(stats, town, arrived),
    {
      title: `${changes.made.length} changes, and nobody else changed who opens what`,
      differences: changes.registry.differencesFrom(now),
    },
    compareDecisions(start, changes.made, decisions),
    compareLists(now, locks),
    await compareBeliefs(root, locks),
    await compareClocks(root, locks),
    await compareMayOpen(root, now, { locks, changed, pairs, random: new Random(play.seed, 'pairs') }),
    compareUsage(before, await usageByContainer(root, org.id, period), countsOf(decisions)),
  ];
  await changes.undoAll();
  await network.close();
  say('What was seen');
  for (const line of stats.lines()) {
    say(line);
  }
  const right = conclude(findings);
  say(right ? 'OK: every lock did what it should.' : 'DIFFERENT: see above.');
  return right ? 0 : 1;
}

try {
  process.exitCode = await simulate();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
