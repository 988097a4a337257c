/**
 * `npm run soak:kill [-- --kills 60 --rate 300 --seed 1]`: locks report to a server of their own while it, its PostgreSQL, both at
 * once and single backends are killed (`kill -9`) again and again, in any order. What the senders' ledger says, what is stored, and
 * what the usage report counts must agree afterwards; half of the times it must be back within 5 seconds, and always within 30.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runKills } from './kill/kill-run.ts';
import { Random } from './simulate/random.ts';
import { freePort, type Victim } from './kill/server-process.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    rate: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const kinds: readonly Victim[] = ['server', 'postgres', 'both', 'backend', 'all but a backend'];

/** Milliseconds until it serves again, at the median and at most. */
const demanded = { median: 5_000, longest: 30_000 } as const;

const seed = Number(values.seed);
const random = new Random(seed, 'victims');

const summary = (times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  // Of an even number, between the two in the middle: of two kills the longer is none.
  const middle = [
    sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
    sorted[Math.floor(sorted.length / 2)] ?? 0,
  ] as const;
  return { median: (middle[0] + middle[1]) / 2, longest: sorted.at(-1) ?? 0 };
};

const dataDir = await mkdtemp('/tmp/noa-soak-kill-');
await chmod(dataDir, 0o755); // PostgreSQL, as another user, must get in
try {
  const { findings, recoveries, stats } = await runKills({
    dataDir,
    port: await freePort(),
    program: 'scripts/start.mjs',
    victims: Array.from({ length: Number(values.kills) }, () => random.pick(kinds)),
    seed,
    rate: Number(values.rate),
    calm: [1, 8],
    say,
  });
  for (const victim of [...kinds, null]) {
    const times = recoveries.filter((each) => victim === null || each.victim === victim).map(({ ms }) => ms);
    const { median, longest } = summary(times);
    say(
      `${(victim ?? 'all').padEnd(17)} ${String(times.length).padStart(3)} kills, back after ${median.toFixed(0)} ms (median), ${longest.toFixed(0)} ms at most`,
    );
  }
  const { median, longest } = summary(recoveries.map(({ ms }) => ms));
  const isSlow = median > demanded.median || longest > demanded.longest;
  say(`${isSlow ? '✗' : '✓'} back within ${demanded.median} ms at the median and ${demanded.longest} ms at most`);
  for (const line of stats.lines()) {
    say(line);
  }
  for (const { title, differences } of findings) {
    say(`${differences.length === 0 ? '✓' : '✗'} ${title}`);
    differences.slice(0, 20).forEach((line) => say(`    ${line}`));
  }
  process.exitCode = !isSlow && findings.every(({ differences }) => differences.length === 0) ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
