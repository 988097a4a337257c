/** README.md and the table of CONTRIBUTING.md, followed in a fresh clone with the embedded engines. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeFollowing } from './follow.mjs';
import { commitAll, freePorts, makeFolder, makeRepository, tag } from './scratch.mjs';
import { Shell } from './shell.mjs';

const folder = makeFolder();
const clone = join(folder, 'noa');
const [port, consolePort] = await freePorts(2);
makeRepository(clone);
// What people have who begin: no settings, but for a port that is free on this machine.
const { DATABASE_URL: _url, DATA_DIR: _dir, NODE_ENV: _env, ...env } = process.env;
const shell = new Shell(clone, { ...env, PORT: String(port) });
afterAll(async () => {
  await shell.end();
  rmSync(folder, { recursive: true, force: true });
}, 600_000);

/** What stands in the guides, and what is typed for it. */
const placeholders = [
  ['http://localhost:8080', `http://localhost:${port}`],
  ['--minutes 5', `--minutes 1 --url http://localhost:${port}`],
  ['/mnt/backups', join(folder, 'backups')],
  ['/srv/new', join(folder, 'new')],
  // README: where no DATA_KEY is set, the command makes the key and keeps it itself.
  ['DATABASE_URL=… DATA_KEY=… NEW_DATA_KEY=$NEW_DATA_KEY ', ''],
  ['TEST_SEED=…', 'TEST_SEED=7'],
  ['@noa/console', `@noa/console -- --port ${consolePort}`],
  ['npm run pascani', `npm run pascani -- http://localhost:${port}`],
];

describeFollowing('README.md', { shell, placeholders });
describeFollowing('SECURITY.md', { shell, placeholders });
describeFollowing('CONTRIBUTING.md', {
  shell,
  placeholders,
  before: {
    'npm run release': () => {
      // Something new to release, after what stands in package.json was.
      tag(clone, `v${JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')).version}`);
      writeFileSync(join(clone, '.changeset/tried.md'), "---\n'noa': minor\n---\n\nA release that is tried.\n");
      commitAll(clone, 'Something new');
    },
  },
});
