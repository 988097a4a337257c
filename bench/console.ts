/**
 * `npm run bench:console [-- --only tasks|heap|frames|slow|lighthouse --navigations 200 --rows 10000 --seconds 10]`: the built console in
 * a browser, before a server of its own with the demonstration town. How long the longest task of each screen is, what 200 navigations
 * leave in memory, how many frames a second a list of 10,000 rows is scrolled with, how soon home can be used with a processor four
 * times as slow over Fast 3G, and what Lighthouse says of five screens. Each figure stands beside its limit; one that is over makes the
 * exit code 1. On a quiet machine: what else runs counts.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openBrowser, signIn, type OpenBrowser } from './console/browser.ts';
import { framesOver } from './console/frames.ts';
import { growthOver } from './console/heap.ts';
import { judge } from './console/lighthouse.ts';
import { longestTasks } from './console/long-tasks.ts';
import { timeSlowHome } from './console/slow-home.ts';
import { lineText, ratioOf, type Line } from './console/table.ts';
import { freePort, ServerProcess } from './kill/server-process.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    navigations: { type: 'string', default: '200' },
    rows: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '10' },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);

const who = 'implementer@noa.test';

/** Where a day goes. */
const screens = [
  '/home',
  '/containers/status',
  '/containers',
  '/card?size=100',
  '/entrances',
  '/reports',
  '/reports/usage',
  '/reports/separate-collection',
];

/** What each figure may be. What waits for 200 ms is felt; a day of 1,000 navigations may leave five megabytes and no screen. */
const limits = {
  longTaskMs: 200,
  kbEach: 5,
  nodesEach: 1,
  framesPerSecond: 58,
  latePct: 1,
  usableSeconds: 3.5,
  performance: 95,
  others: 100,
} as const;

const measures: Readonly<Record<string, (open: OpenBrowser) => Promise<readonly Line[]>>> = {
  tasks: async ({ page }) =>
    (await longestTasks(page, screens)).map(({ path, ms }) => ({
      what: `longest task, ${path}`,
      value: ms,
      limit: limits.longTaskMs,
      unit: 'ms',
      digits: 0,
    })),
  heap: async (open) => {
    const grown = await growthOver(open, screens, Number(values.navigations));
    say(`  heap ${grown.beforeMb.toFixed(1)} MB before, ${grown.afterMb.toFixed(1)} MB after`);
    return [
      { what: 'heap, growth a navigation', value: grown.kbEach, limit: limits.kbEach, unit: 'kB', digits: 2 },
      { what: 'nodes, growth a navigation', value: grown.nodesEach, limit: limits.nodesEach, unit: '', digits: 2 },
    ];
  },
  frames: async ({ page }) => {
    const { rows, perSecond, latePct, longestMs } = await framesOver(page, Number(values.rows), Number(values.seconds));
    say(`  longest wait for a frame ${longestMs.toFixed(0)} ms`);
    return [
      { what: `frames, ${rows} rows`, value: perSecond, limit: limits.framesPerSecond, unit: '/s', atLeast: true },
      { what: 'frames that came late', value: latePct, limit: limits.latePct, unit: '%' },
    ];
  },
  slow: async (open) => {
    const lines: Line[] = [];
    for (const cache of ['empty', 'kept'] as const) {
      const { usable, kb } = await timeSlowHome(open, cache);
      say(`  home over Fast 3G, cache ${cache}: ${kb.toFixed(0)} kB`);
      const what = `home usable, 4 × slower, Fast 3G, cache ${cache}`;
      lines.push({ what, value: usable, limit: limits.usableSeconds, unit: 's' });
    }
    return lines;
  },
};

/** The screens that Lighthouse judges once somebody is signed in. */
const judged = ['/home', '/containers', '/reports/usage', '/containers/status'];

async function judgeScreen(name: string, url: string, toolsPort: number): Promise<readonly Line[]> {
  const { scores, findings } = await judge(url, toolsPort);
  findings.forEach((finding) => say(`  ${name}: ${finding}`));
  return Object.entries(scores).map(([category, value]) => ({
    what: `Lighthouse, ${name}, ${category}`,
    value,
    limit: category === 'performance' ? limits.performance : limits.others,
    unit: '',
    atLeast: true,
    digits: 0,
  }));
}

const isAsked = (part: string) => values.only === undefined || values.only === part;

async function measureAll(origin: string): Promise<Line[]> {
  const lines: Line[] = [];
  const add = (more: readonly Line[]) => {
    more.forEach((line) => say(lineText(line)));
    lines.push(...more);
  };
  const toolsPort = await freePort();
  const open = await openBrowser(origin, toolsPort);
  try {
    if (isAsked('lighthouse')) {
      add(await judgeScreen('sign-in', `${origin}/home`, toolsPort));
    }
    await signIn(open.page, who);
    for (const [part, measure] of Object.entries(measures)) {
      if (isAsked(part)) {
        add(await measure(open));
      }
    }
    for (const path of isAsked('lighthouse') ? judged : []) {
      add(await judgeScreen(path, `${origin}${path}`, toolsPort));
    }
  } finally {
    await open.close();
  }
  return lines;
}

const dataDir = await mkdtemp('/tmp/noa-bench-console-');
await chmod(dataDir, 0o755); // PostgreSQL, as another user, must get in
const server = new ServerProcess({ dataDir, port: await freePort() });
try {
  await server.start({ demo: true, program: 'server/src/main.ts' });
  const lines = await measureAll(server.origin);
  const over = lines.filter((line) => ratioOf(line) > 1);
  say(over.length === 0 ? '✓ All within their limits' : `✗ ${over.length} of ${lines.length} over their limits`);
  process.exitCode = over.length === 0 ? 0 : 1;
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
