/**
 * `node bench/import.ts [--rows 200000] [--apartments 7500] [--town 50000] [--postgres embedded|<folder of programs> …]`
 *
 * First how fast: so many apartments with an occupier and a card each, in one file, through the API as CSV and as XLSX, into an empty
 * database and, as CSV, as the 50th org of a town; what each part of applying takes, how much more memory than idle, and how long a
 * list takes meanwhile; beside COPY of the same rows into a bare table. `--rows 0` leaves it out.
 *
 * Then how it grows: imports n, 2n and 4n apartments, each into an org that is new: in an empty database, as the 50th org of a town
 * that PostgreSQL has no statistics of, and as the 50th of one whose statistics are older than the org. Twice as many may take twice
 * as long. On the embedded PostgreSQL and on those that Debian's packages have put on this machine (`/usr/lib/postgresql/15/bin`), as
 * they are set. `--apartments 0` leaves it out.
 */
import { parseArgs } from 'node:util';
import { knownClusters, openCluster, prepareTemplates, templates, withNewOrg } from './in-process/clusters.ts';
import { copyIntoBareTable, measureImports } from './in-process/import-speed.ts';
import { importApartments, type ImportSeconds } from './in-process/imports.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    apartments: { type: 'string', default: '7500' },
    town: { type: 'string', default: '50000' },
    postgres: { type: 'string', multiple: true, default: knownClusters() },
  },
});
const rows = Number(values.rows);
const say = (line: string) => process.stdout.write(`${line}\n`);
const sizes = [1, 2, 4].map((times) => times * Number(values.apartments));

function sayLine(title: string, seconds: readonly number[]): void {
  const ratios = seconds.slice(1).map((each, i) => `× ${(each / (seconds[i] ?? NaN)).toFixed(1)}`);
  const taken = seconds.map((each) => each.toFixed(2)).join(' / ');
  say(`${title}: ${taken} s for ${sizes.join(' / ')}; twice as many take ${ratios.join(', ')}`);
}

async function measureSpeed(url: string): Promise<void> {
  await withNewOrg(url, 'empty', (copy) => copyIntoBareTable(copy, rows, say));
  for (const format of ['csv', 'xlsx'] as const) {
    await withNewOrg(url, 'empty', (copy, orgId) => measureImports(copy, orgId, { rows, format, say }));
  }
  say(`${templates.filled}:`);
  await withNewOrg(url, 'filled', (copy, orgId) => measureImports(copy, orgId, { rows, format: 'csv', say }));
}

async function measureGrowth(url: string, programs: string): Promise<void> {
  for (const [template, title] of Object.entries(templates)) {
    const taken: ImportSeconds[] = [];
    for (const apartments of sizes) {
      taken.push(await withNewOrg(url, template, (copy, orgId) => importApartments(copy, orgId, apartments)));
    }
    for (const step of ['dry run', 'applying'] as const) {
      const seconds = taken.map((each) => each[step]);
      sayLine(`${programs}, ${title}, ${step}`, seconds);
    }
  }
}

for (const programs of values.postgres) {
  const cluster = await openCluster(programs);
  try {
    await prepareTemplates(cluster.url, Number(values.town));
    if (rows > 0) {
      await measureSpeed(cluster.url);
    }
    if (Number(values.apartments) > 0) {
      await measureGrowth(cluster.url, programs);
    }
  } finally {
    await cluster.stop();
  }
}
