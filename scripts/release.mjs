/**
 * `npm run release`: makes the next version of what `.changeset/` says (npx changeset adds to it), or the version that stands in
 * package.json if it has no tag yet: version, CHANGELOG.md, a filled database of it for the tests of upgrades, commit, tag. Pushing
 * is left to the person. Needs PostgreSQL's own programs (Debian's postgresql package). `-- --fixture-only` makes the database only.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, install, program, root, run, step } from './prepare.mjs';

const path = (...names) => join(root, ...names);
const packages = ['', ...JSON.parse(readFileSync(path('package.json'), 'utf8')).workspaces];
const readVersion = (folder) => JSON.parse(readFileSync(path(folder, 'package.json'), 'utf8')).version;
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

async function must(work, sentence) {
  if ((await work) !== 0) {
    fail(sentence);
  }
}

const changesets = () => readdirSync(path('.changeset')).filter((file) => file.endsWith('.md') && file !== 'README.md');

/** Changesets speak of the server; all of Noa has its version, and one changelog. */
async function nextVersion() {
  copyFileSync(path('CHANGELOG.md'), path('server/CHANGELOG.md'));
  for (const file of changesets()) {
    const text = readFileSync(path('.changeset', file), 'utf8');
    writeFileSync(path('.changeset', file), text.replace(/^['"]noa['"]:/m, `'@noa/server':`)); // as people call it
  }
  await must(run('changeset', ['version']), 'changeset version failed; the lines above say why.');
  renameSync(path('server/CHANGELOG.md'), path('CHANGELOG.md'));
  const version = readVersion('server');
  for (const folder of packages) {
    const file = path(folder, 'package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, `"version": "${version}"`));
    if (folder !== '') {
      rmSync(path(folder, 'CHANGELOG.md'), { force: true }); // of what depends on the server
    }
  }
  for (const [file, pattern] of namesVersion) {
    writeFileSync(path(file), readFileSync(path(file), 'utf8').replaceAll(pattern, `$1${version}`));
  }
}

/** What runs a version names it, beside the packages. */
const namesVersion = [
  ['deploy/helm/noa/Chart.yaml', /^((?:appV|v)ersion: )\S+/gm],
  ['deploy/compose/compose.yaml', /^( +image: noa:)\S+/gm],
];

/** The newest of PostgreSQL's own programs on this machine. */
function findPrograms() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
  if (!newest) {
    fail('Install postgresql: its pg_dump writes the database of the release.');
  }
  return `/usr/lib/postgresql/${newest}/bin`;
}

/** A PostgreSQL of its own, since pg_dump reads none that is newer than it. */
async function makeFixture() {
  const bin = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'noa-release-'));
  chmodSync(folder, 0o777);
  const asRoot = process.getuid() === 0 ? ['su', 'postgres', '-c'] : ['sh', '-c'];
  const shell = (line) =>
    execFileSync(asRoot[0], [...asRoot.slice(1), line], { stdio: ['ignore', 'ignore', 'inherit'] });
  shell(`${bin}/initdb -D ${folder}/data -U noa -A trust -E UTF8 --locale=C`);
  shell(`${bin}/pg_ctl -D ${folder}/data -w -l ${folder}/log -o "-c listen_addresses='' -k ${folder}" start`);
  try {
    const env = { TEST_DATABASE_URL: `postgresql://noa@/postgres?host=${folder}`, NOA_RELEASE_BIN: bin };
    const args = ['run', '--project', 'server', 'server/src/database/releases'];
    await must(run('vitest', args, { env }), 'The database of the release could not be made; the lines above say why.');
  } finally {
    shell(`${bin}/pg_ctl -D ${folder}/data -m immediate stop`);
    rmSync(folder, { recursive: true, force: true });
  }
}

await program(async () => {
  await install();
  const onlyFixture = process.argv.includes('--fixture-only');
  if (!onlyFixture) {
    if (git('status', '--porcelain') !== '') {
      fail('There are changes that are not committed: a release is of what is.');
    }
    if (changesets().length > 0) {
      if (git('tag', '--list', `v${readVersion('server')}`) === '') {
        fail(`v${readVersion('server')} has no tag yet: what .changeset says belongs into CHANGELOG.md below it.`);
      }
      await step('Making the next version', nextVersion);
      await must(
        run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund']),
        'package-lock.json could not be made.',
      );
    }
  }
  const version = readVersion('server');
  if (!onlyFixture && git('tag', '--list', `v${version}`) !== '') {
    fail(`v${version} is released already: say what is new by npx changeset, and commit it.`);
  }
  await step(`Filling a database of ${version}`, makeFixture);
  await step('Upgrading the databases of all releases', () =>
    must(
      run('vitest', ['run', '--project', 'server', 'server/src/database/releases']),
      'A database is not upgraded as it should be.',
    ),
  );
  if (!onlyFixture) {
    git('add', '--all');
    if (git('status', '--porcelain') !== '') {
      git('commit', '--message', `Release ${version}`);
    }
    git('tag', '--annotate', `v${version}`, '--message', `Noa ${version}`);
    process.stdout.write(`v${version} is made; npm test, then: git push --follow-tags\n`);
  }
  return 0;
});
