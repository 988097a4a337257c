/** Programs that only tests need and npm does not bring: the one a setting names, or Debian's, installed when we may. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run, step } from './prepare.mjs';
import { say } from './steps.mjs';

/** What is only unpacked stands here. */
const unpackedFolder = join(root, 'node_modules/.cache/noa-programs');

/** Its headless shell does without the window around pages: journeys take a third less of the processor. */
const chromium = {
  name: 'Chromium',
  package: 'chromium-headless-shell',
  setting: 'CHROMIUM_PATH',
  paths: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'],
  need: 'The browser journeys',
};
const mosquitto = {
  name: 'mosquitto',
  setting: 'MOSQUITTO_PATH',
  package: 'mosquitto',
  paths: ['/usr/sbin/mosquitto'],
  need: 'The tests of the MQTT bridge',
};

const libreOffice = {
  name: 'LibreOffice',
  package: 'libreoffice-calc-nogui',
  setting: 'LIBREOFFICE_PATH',
  paths: ['/usr/bin/soffice'],
  need: 'The check of exported workbooks',
};

const speller = {
  name: 'hunspell for Romanian',
  package: 'hunspell-ro',
  with: ['hunspell'],
  setting: 'HUNSPELL_RO_PATH',
  paths: ['/usr/share/hunspell/ro_RO.dic'],
  need: 'The spelling of Romanian texts',
};

const faketime = {
  name: 'faketime',
  setting: 'FAKETIME_PATH',
  package: 'faketime',
  paths: ['/usr/bin/faketime'],
  need: 'The tests at the end of a month',
};

/** Debian's package of it starts a Prometheus: of that, the one program is unpacked, and nothing is installed. */
const promtool = {
  name: 'promtool',
  package: 'prometheus',
  setting: 'PROMTOOL_PATH',
  unpacked: 'usr/bin/promtool',
  paths: ['/usr/bin/promtool', join(unpackedFolder, 'usr/bin/promtool')],
  need: 'The checks of /metrics and of the alerts',
};

/** Path of a promtool; undefined, after one sentence on how to get one, when there is none. */
export const findPromtool = () => find(promtool);

/** Path of hunspell's Romanian dictionary; undefined, after one sentence on how to get it, when there is none. */
export const findSpeller = () => find(speller);

/** Path of a Chromium; undefined, after one sentence on how to get one, when there is none. */
export const findChromium = () => find(chromium);

/** Path of a mosquitto, a broker; undefined, after one sentence on how to get one, when there is none. */
export const findMosquitto = () => find(mosquitto);

/** Path of a faketime, which puts the clock of programs to another hour; undefined, after one sentence on how to get one, when there is none. */
export const findFaketime = () => find(faketime);

/** Path of a LibreOffice with its spreadsheet; undefined, after one sentence on how to get one, when there is none. */
export const findLibreOffice = () => find(libreOffice);

const debianPostgres = '/usr/lib/postgresql';

/**
 * Folders of the programs of each PostgreSQL that Debian's packages have put here; none, after one sentence, when there is none. It
 * is not installed by us: the package also makes a cluster and starts it.
 */
export function findStockPostgres() {
  const versions = existsSync(debianPostgres) ? readdirSync(debianPostgres) : [];
  const found = versions
    .map((each) => join(debianPostgres, each, 'bin'))
    .filter((bin) => existsSync(join(bin, 'initdb')));
  if (found.length === 0) {
    missing(
      `SKIPPED: the server's tests on a PostgreSQL as its packagers set it. Install Debian's postgresql for them.`,
    );
  }
  return found;
}

const quiet = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };

let updated;

/** Has Debian's lists of packages fetched, once for all programs. */
const updateLists = () => (updated ??= run('apt-get', ['-qq', 'update'], quiet));

/**
 * Finds them one after another, so that who looks later finds them there; beside `npm ci`, which empties the folder that promtool is unpacked into:
 * that is fetched, and unpacked by who looks for it.
 */
export async function findBeforehand() {
  for (const program of [chromium, mosquitto, speller]) {
    await find(program);
  }
  if (!process.env[promtool.setting] && !promtool.paths.some((path) => existsSync(path)) && mayInstall()) {
    await step(`Fetching ${promtool.name} (apt-get)`, () => fetchPackage(promtool.package));
  }
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

async function find({ name, package: debian, with: others = [], unpacked, setting, paths, need }) {
  const given = process.env[setting];
  if (given) {
    return existsSync(given) ? given : missing(`${setting} leads to ${given}, where there is no program.`);
  }
  const installed = () => paths.find((path) => existsSync(path));
  const there = installed();
  if (there) {
    return there;
  }
  if (!mayInstall()) {
    return missing(`${need} need ${name}: install it, or set ${setting}.`);
  }
  await step(`Installing ${name} (apt-get)`, async () => {
    if (unpacked) {
      await unpack(debian, unpacked);
      return;
    }
    await updateLists();
    await run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', debian, ...others], quiet);
  });
  return installed() ?? missing(`${name} could not be installed; set ${setting} to one.`);
}

/** Folders of packages that are fetched, each once, and not installed. */
const fetched = new Map();

function fetchPackage(debian) {
  if (!fetched.has(debian)) {
    fetched.set(debian, download(debian));
  }
  return fetched.get(debian);
}

async function download(debian) {
  await updateLists();
  const folder = mkdtempSync(join(tmpdir(), 'noa-package-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o777); // apt-get fetches as somebody else
  await run('sh', ['-c', 'cd "$1" && apt-get -qq download "$2"', 'sh', folder, debian], { quiet: true });
  return folder;
}

/** Takes one file out of a package. */
async function unpack(debian, path) {
  const folder = await fetchPackage(debian);
  mkdirSync(unpackedFolder, { recursive: true });
  const script = 'cd "$1" && dpkg-deb --fsys-tarfile ./*.deb | tar -x -C "$2" "./$3"';
  await run('sh', ['-c', script, 'sh', folder, unpackedFolder, path], { quiet: true });
}

function missing(sentence) {
  say(`${sentence}\n`);
  return undefined;
}
