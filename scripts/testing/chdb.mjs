/**
 * The engine of ClickHouse as a library for Python (`chdb-core`, from PyPI), for the tests of events in ClickHouse: put into a folder of its own,
 * and never where other programs of Python find it. Without it, or without Python, these tests are left out, after one sentence.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, step } from '../prepare.mjs';
import { say } from '../steps.mjs';

const version = '26.9.0';

/** Where it is put; a setting names one that is there already, and the Python it was made for. */
const chdbFolder = () =>
  process.env['CHDB_PATH'] || join(root, 'node_modules/.cache/noa-programs', `chdb-core-${version}`);
const python = () => process.env['PYTHON'] || 'python3';

/** Whether Python answers a statement. */
function says(statement) {
  try {
    const env = { ...process.env, PYTHONPATH: chdbFolder() };
    execFileSync(python(), ['-c', statement], { stdio: 'ignore', env });
    return true;
  } catch {
    return false;
  }
}

/** What tests are told so that they count events in ClickHouse, if it is here already; undefined if it is not. */
export function knownChdb() {
  const isThere = existsSync(join(chdbFolder(), 'chdb/__init__.py')) && says('');
  return isThere ? { TEST_EVENTS: 'clickhouse', CHDB_PATH: chdbFolder() } : undefined;
}

/** As {@link knownChdb}, and installs it where it is not here. */
export async function findChdb() {
  const skipped = (why) => say(`SKIPPED: the tests of events in ClickHouse, as ${why}\n`);
  const known = knownChdb();
  if (known) {
    return known;
  }
  if (!says('import sys; assert sys.version_info >= (3, 9)')) {
    skipped('there is no Python 3.9 or newer (PYTHON names one)');
    return undefined;
  }
  await step(`Fetching chdb-core ${version} (pip install), 534 MB`, () => {
    mkdirSync(chdbFolder(), { recursive: true });
    const options = ['--quiet', '--no-deps', '--only-binary', ':all:', '--target', chdbFolder()];
    return run(python(), ['-m', 'pip', 'install', ...options, `chdb-core==${version}`], { quiet: true });
  });
  const fetched = knownChdb();
  if (!fetched) {
    skipped('chdb-core could not be fetched. Is PyPI within reach?');
  }
  return fetched;
}
