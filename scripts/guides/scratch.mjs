/** Where a guide is followed: an empty folder, with nothing of this checkout but what its repository would give. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../keycloak/keycloak.mjs';
import { root } from '../prepare.mjs';

const git = (cwd, ...args) => execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** An empty folder that every user of the machine may go through: PostgreSQL runs as one of its own. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'noa-guide-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** A repository at `folder` with what stands in this checkout, committed or not. */
export function makeRepository(folder) {
  git('/', 'clone', '--quiet', root, folder);
  const changed = git(root, 'ls-files', '--modified', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter(Boolean);
  for (const path of changed) {
    if (existsSync(join(root, path))) {
      cpSync(join(root, path), join(folder, path));
    } else {
      rmSync(join(folder, path), { force: true });
    }
  }
  commitAll(folder, 'As it stands');
}

/** Commits what was changed in a repository of a test, if something was. */
export function commitAll(folder, message) {
  git(folder, 'config', 'user.name', 'Tests');
  git(folder, 'config', 'user.email', 'tests@noa.test');
  git(folder, 'add', '--all');
  if (git(folder, 'status', '--porcelain') !== '') {
    git(folder, 'commit', '--quiet', '--message', message);
  }
}

/** Calls what is committed in a repository of a test by a name, if it has not got it. */
export const tag = (folder, name) => git(folder, 'tag', '--force', name);

/** Ports of this machine that nobody listens on just now, each another. */
export async function freePorts(count) {
  const ports = new Set();
  while (ports.size < count) {
    ports.add(await freePort());
  }
  return [...ports];
}
