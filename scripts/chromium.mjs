/** The browser of the journeys: the one of CHROMIUM_PATH, or Debian's, installed when we may. */
import { existsSync } from 'node:fs';
import { run, step } from './prepare.mjs';

const debianPath = '/usr/bin/chromium';

/** Path of a Chromium; undefined, after one sentence on how to get one, when there is none. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    return existsSync(given) ? given : missing(`CHROMIUM_PATH leads to ${given}, where there is no program.`);
  }
  if (existsSync(debianPath)) {
    return debianPath;
  }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return missing('The browser journeys need Chromium: install it, or set CHROMIUM_PATH.');
  }
  await step('Installing Chromium (apt-get)', async () => {
    const quiet = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
    await run('apt-get', ['-qq', 'update'], quiet);
    await run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'chromium'], quiet);
  });
  return existsSync(debianPath) ? debianPath : missing('Chromium could not be installed; set CHROMIUM_PATH to one.');
}

function missing(sentence) {
  process.stderr.write(`${sentence}\n`);
  return undefined;
}
