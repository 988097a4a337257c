/**
 * `node bench/import.ts [--apartments 7500] [--town 50000] [--postgres embedded|<folder of programs> …]`: imports n, 2n and 4n
 * apartments through the API, each into an org that is new: in an empty database, as the 50th org of a town that PostgreSQL has no
 * statistics of, and as the 50th of one whose statistics are older than the org. Twice as many may take twice as long. On the
 * embedded PostgreSQL and on those that Debian's packages have put on this machine (`/usr/lib/postgresql/15/bin`), as they are set.
 */
import { parseArgs } from 'node:util';
import { knownClusters, openCluster, prepareTemplates, templates, withNewOrg } from './in-process/clusters.ts';
import { importApartments, type ImportSeconds } from './in-process/imports.ts';

const { values } = parseArgs({
  options: {
    apartments: { type: 'string', default: '7500' },
    town: { type: 'string', default: '50000' },
    postgres: { type: 'string', multiple: true, default: knownClusters() },
  },
});
const sizes = [1, 2, 4].map((times) => times * Number(values.apartments));

function sayLine(title: string, seconds: readonly number[]): void {
  const ratios = seconds.slice(1).map((each, i) => `× ${(each / (seconds[i] ?? NaN)).toFixed(1)}`);
  const taken = seconds.map((each) => each.toFixed(2)).join(' / ');
  process.stdout.write(`${title}: ${taken} s for ${sizes.join(' / ')}; twice as many take ${ratios.join(', ')}\n`);
}

for (const programs of values.postgres) {
  const cluster = await openCluster(programs);
  try {
    await prepareTemplates(cluster.url, Number(values.town));
    for (const [template, title] of Object.entries(templates)) {
      const taken: ImportSeconds[] = [];
      for (const apartments of sizes) {
        taken.push(await withNewOrg(cluster.url, template, (url, orgId) => importApartments(url, orgId, apartments)));
      }
      for (const step of ['dry run', 'applying'] as const) {
        const seconds = taken.map((each) => each[step]);
        sayLine(`${programs}, ${title}, ${step}`, seconds);
      }
    }
  } finally {
    await cluster.stop();
  }
}
