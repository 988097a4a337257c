/**
 * `npm run check:budgets`: what the built console makes a browser load, compressed, against what it may be (a town hall's
 * computer is old, and its line slow). The shell is everything up to the first screen; a screen is what it adds to that before
 * it shows anything. What a screen loads later is not counted.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './prepare.mjs';

const dist = join(root, 'console/dist');
const entry = 'index.html';
const firstScreen = 'src/screens/home/Home.tsx';

/** Kilobytes of 1,024. */
const budget = { shell: 250, styles: 45, screen: 35 };

/** Screens that are over it, with what they may be until they are mended: none grows. */
const over = {
  'src/resources/access-groups/AccessGroupView.tsx': 49,
  'src/resources/apartments/ApartmentCreate.tsx': 36,
  'src/resources/apartments/ApartmentView.tsx': 59,
  'src/resources/cards/CardCreate.tsx': 40,
  'src/resources/container-groups/ContainerGroupCreate.tsx': 39,
  'src/resources/container-groups/ContainerGroupUpdate.tsx': 40,
  'src/resources/container-groups/ContainerGroupView.tsx': 51,
  'src/resources/containers/ContainerCreate.tsx': 39,
  'src/resources/containers/ContainerUpdate.tsx': 41,
  'src/resources/entrances/EntranceView.tsx': 38,
  'src/resources/managers/ManagerView.tsx': 44,
  'src/resources/orgs/OrgUpdate.tsx': 37,
  'src/resources/orgs/OrgView.tsx': 62,
  'src/resources/tower-blocks/TowerBlockView.tsx': 39,
  'src/screens/handover/Handover.tsx': 44,
  'src/screens/reports/ScheduleUpdate.tsx': 37,
  'src/screens/status-update/StatusUpdate.tsx': 39,
};

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

const weigh = (files) =>
  [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) /
  1024;
const scripts = (keys) => weigh([...keys].map((key) => chunks[key].file));
const styles = (keys) => weigh([...keys].flatMap((key) => chunks[key].css ?? []));

const shell = closure(firstScreen, closure(entry));
const weights = [
  { what: 'shell, scripts', weight: scripts(shell), most: budget.shell },
  { what: 'shell, styles', weight: styles(shell), most: budget.styles },
];
for (const screen of chunks[entry].dynamicImports.filter((key) => /^src\/(screens|resources)\//.test(key))) {
  const wrapper = typedState.includes(screen) ? closure('src/resource/UrlState.tsx') : [];
  const own = [...new Set([...closure(screen), ...wrapper])].filter((key) => !shell.has(key));
  weights.push({ what: screen, weight: scripts(own), most: over[screen] ?? budget.screen });
}

let failed = 0;
for (const { what, weight, most } of weights.toSorted((one, other) => other.weight - one.weight)) {
  const isOver = weight > most;
  failed += isOver ? 1 : 0;
  process.stdout.write(`${isOver ? '✗' : ' '} ${weight.toFixed(1).padStart(6)} of ${most} KB  ${what}\n`);
}
process.exitCode = failed > 0 ? 1 : 0;
