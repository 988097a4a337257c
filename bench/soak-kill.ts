/**
 * `npm run soak:kill [-- --kills 50 --rate 300 --seed 1]`: locks report to a server of their own while it, its PostgreSQL and
 * single backends of that are killed (`kill -9`) again and again. What the senders' ledger says, what is stored, and what the
 * usage report counts must agree afterwards.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runKills } from './kill/kill-run.ts';
import { freePort, type Victim } from './kill/server-process.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    rate: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const order: readonly Victim[] = ['server', 'postgres', 'backend'];

const dataDir = await mkdtemp('/tmp/noa-soak-kill-');
await chmod(dataDir, 0o755); // PostgreSQL, as another user, must get in
try {
  const { findings, recoveries, tally } = await runKills({
    dataDir,
    port: await freePort(),
    program: 'scripts/start.mjs',
    victims: Array.from({ length: Number(values.kills) }, (_, index) => order[index % order.length] ?? 'server'),
    seed: Number(values.seed),
    rate: Number(values.rate),
    // start.mjs gives a server up that dies five times within a minute.
    calm: [4, 7],
    say,
  });
  for (const victim of order) {
    const times = recoveries.filter((each) => each.victim === victim).map(({ ms }) => ms);
    const sorted = times.toSorted((a, b) => a - b);
    const half = sorted[Math.floor(sorted.length / 2)] ?? 0;
    say(
      `${victim.padEnd(8)} ${times.length} kills, back after ${half.toFixed(0)} ms (median), ${(sorted.at(-1) ?? 0).toFixed(0)} ms at most`,
    );
  }
  for (const line of tally.lines()) {
    say(line);
  }
  for (const { title, differences } of findings) {
    say(`${differences.length === 0 ? '✓' : '✗'} ${title}`);
    differences.slice(0, 20).forEach((line) => say(`    ${line}`));
  }
  process.exitCode = findings.every(({ differences }) => differences.length === 0) ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
