/**
 * `npm run check:budgets`: what the built console makes a browser load, as it is sent (brotli, made by the build), against what
 * it may be: a town hall's computer is old, and its line slow. The shell is everything up to the first screen; behind it comes what that can do
 * without and others cannot; a screen is what it adds to both before it shows anything. What a screen loads later is not counted, but for the
 * map, which most come for.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const dist = join(root, 'console/dist');
const entry = 'index.html';

/** Kilobytes of 1,024, but for the files of the shell and of a screen: each costs a turn on the line, six at a time, and the processor. */
const budget = { shell: 208, behind: 47, files: 20, styles: 45, screen: 35, screenFiles: 15, map: 330 };

/** Screens inside a wrapper load it as well. */
const typedState = [
  'src/screens/handover/Handover.tsx',
  'src/screens/import/Import.tsx',
  'src/screens/reports/ReportView.tsx',
];

const chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** Everything that is loaded before `key` runs, itself included. */
function closure(key, found = new Set()) {
  if (!found.has(key)) {
    found.add(key);
    (chunks[key].imports ?? []).forEach((each) => closure(each, found));
  }
  return found;
}

/** Bytes of a file as a browser gets it; the smallest are not compressed. */
function sizeOf(file) {
  const path = join(dist, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

const weigh = (files) => [...new Set(files)].reduce((sum, file) => sum + sizeOf(file), 0) / 1024;
const scripts = (keys) => weigh([...keys].map((key) => chunks[key].file));
const styles = (keys) => weigh([...keys].flatMap((key) => chunks[key].css ?? []));

/** The chunk of a name that `console/chunks.ts` gives. */
const named = (name) => Object.keys(chunks).find((key) => chunks[key].name === name);
const shell = closure(named('start'), closure(entry));
/** What draws messages, with the parts of Mantine that other screens have, and what renews, watches and ends the session. */
const behind = ['src/app/start/NoticeContainer.tsx', 'src/session/user-manager.ts'].reduce(
  (found, key) => closure(key, found),
  new Set(),
);
const beyondShell = (keys) => [...keys].filter((key) => !shell.has(key) && !behind.has(key));
const screens = [...shell]
  .flatMap((key) => chunks[key].dynamicImports ?? [])
  .filter((key) => /^src\/(screens|resources)\//.test(key));
const map = closure(
  'src/screens/container-status/map/StatusMap.tsx',
  closure('src/screens/container-status/ContainerStatus.tsx'),
);
/** Comes beside home's list once that can be used, so it is no part of the shell. */
const homeMap = 'src/screens/home/problems/ProblemsMap.tsx';
const worker = Object.values(chunks).find(({ name }) => name === 'map-worker');

const weights = [
  { what: 'shell, scripts', weight: scripts(shell), most: budget.shell },
  {
    what: 'behind the first screen',
    weight: scripts([...behind].filter((key) => !shell.has(key))),
    most: budget.behind,
  },
  { what: 'shell, files of scripts', weight: shell.size, most: budget.files, unit: '' },
  { what: 'shell, styles', weight: styles(shell), most: budget.styles },
  {
    what: 'the state of containers, with its map',
    weight: scripts(beyondShell(map)) + weigh([worker.file]),
    most: budget.map,
  },
  {
    what: 'the map beside home',
    weight: scripts(beyondShell(closure(homeMap))) + weigh([worker.file]),
    most: budget.map,
  },
];
const fileCounts = [];
for (const screen of screens.filter((key) => key !== homeMap)) {
  const wrapper = typedState.includes(screen) ? closure('src/crud/list/UrlState.tsx') : [];
  // What a kind says of its list is shown by one screen for all.
  const list = screen.endsWith('.resource.tsx') ? closure(named('list')) : [];
  const own = beyondShell(new Set([...closure(screen), ...wrapper, ...list]));
  weights.push({ what: screen, weight: scripts(own), most: budget.screen });
  fileCounts.push({ what: `${screen}, files`, weight: own.length, most: budget.screenFiles, unit: '' });
}

let failed = 0;
// Of the files of screens the most are told, and all that are too many.
const mostFiles = fileCounts.toSorted((one, other) => other.weight - one.weight);
weights.push(...mostFiles.filter(({ weight, most }, index) => index === 0 || weight > most));
for (const { what, weight, most, unit = 'KB' } of weights.toSorted((one, other) => other.weight - one.weight)) {
  const isOver = weight > most;
  failed += isOver ? 1 : 0;
  process.stdout.write(
    `${isOver ? '✗' : ' '} ${weight.toFixed(1).padStart(6)} of ${most} ${unit.padEnd(2)}  ${what}\n`,
  );
}
// Node 24 may wait for itself for ever in process.exit() (nodejs/node 54918).
process.exitCode = failed > 0 || screens.length === 0 ? 1 : 0;
