/** A real Keycloak with the realms of `deploy/keycloak`, for `npm run check:keycloak`. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, root, run, step } from '../prepare.mjs';

/** The version that deploy/compose/compose.yaml runs, and the checksum of its archive on Maven Central. */
export const keycloakVersion = '26.4.2';
const checksum = '2a30e4602d63d4501a4a8263bfa4e14cbd5970b4116c618ea28f339b16190233';

/** Java as Keycloak asks for it. */
const oldestJava = 17;

/** Milliseconds for the first start, which rebuilds Keycloak for its settings; seconds of processor on an idle machine: 40. */
const startMs = 600_000;

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'noa');

/** What is missing on this machine for a Keycloak, as one sentence; undefined when nothing is. */
export function missingForKeycloak() {
  const version = /version "(\d+)/.exec(outputOf('java', ['-version']))?.[1];
  if (!version || Number(version) < oldestJava) {
    return `Keycloak needs Java ${oldestJava} or newer${version ? `; this is ${version}` : ''}.`;
  }
  const archive = process.env.KEYCLOAK_ZIP;
  if (archive && !existsSync(archive)) {
    return `KEYCLOAK_ZIP leads to ${archive}, where there is no file.`;
  }
  const needed = archive || existsSync(homeOf()) ? ['unzip'] : ['unzip', 'mvn'];
  const missing = needed.filter((name) => outputOf('sh', ['-c', `command -v ${name}`]) === '');
  return missing.length === 0 ? undefined : `To fetch and unpack Keycloak, ${missing.join(' and ')} must be installed.`;
}

/** What a program prints; nothing when there is no such program, or it fails. */
function outputOf(program, args) {
  try {
    // Java prints its version as an error.
    return execFileSync('sh', ['-c', '"$0" "$@" 2>&1', program, ...args], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    if (typeof error.status === 'number') {
      return '';
    }
    throw error;
  }
}

const homeOf = () => join(cache, `keycloak-${keycloakVersion}`);

/** Fetches and unpacks Keycloak once for all checkouts; @returns its folder. */
async function fetchKeycloak() {
  const home = homeOf();
  if (existsSync(home)) {
    return home;
  }
  const folder = join(cache, `fetching-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    await step(`Fetching Keycloak ${keycloakVersion} (160 MB)`, async () => {
      const archive = process.env.KEYCLOAK_ZIP || (await download(folder));
      const found = createHash('sha256').update(readFileSync(archive)).digest('hex');
      if (found !== checksum) {
        fail(`${archive} has the checksum ${found}; Keycloak ${keycloakVersion} has ${checksum}.`);
      }
      if ((await run('unzip', ['-q', archive, '-d', folder])) !== 0) {
        fail(`${archive} could not be unpacked.`);
      }
    });
    renameSync(join(folder, `keycloak-${keycloakVersion}`), home);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return home;
}

async function download(folder) {
  const artifact = `org.keycloak:keycloak-quarkus-dist:${keycloakVersion}:zip`;
  const args = ['-B', '-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`];
  if ((await run('mvn', args)) !== 0) {
    fail('Maven could not fetch Keycloak; the lines above say why.');
  }
  return join(folder, `keycloak-quarkus-dist-${keycloakVersion}.zip`);
}

/** A port of this machine that nobody listens on just now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts Keycloak on loopback, in development mode and with its data in memory, for a Noa at `publicUrl`.
 *
 * @returns its address, the administrator's password, and what ends it.
 */
export async function startKeycloak(publicUrl) {
  const home = await fetchKeycloak();
  cpSync(join(root, 'deploy/keycloak'), join(home, 'data/import'), { recursive: true });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const password = randomBytes(18).toString('hex');
  const env = {
    ...process.env,
    NOA_PUBLIC_URL: publicUrl,
    KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
    KC_BOOTSTRAP_ADMIN_PASSWORD: password,
    JAVA_OPTS_KC_HEAP: '-Xms128m -Xmx640m',
  };
  const args = ['start-dev', '--import-realm', '--db=dev-mem', '--http-host=127.0.0.1', `--http-port=${port}`];
  // The script becomes the Java program, so that what ends the one ends the other.
  const child = spawn('bash', [join(home, 'bin/kc.sh'), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const ended = new Promise((resolve) => child.on('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([ended, wait(20_000, undefined, { ref: false })]);
    child.kill('SIGKILL');
  };
  try {
    await step('Starting Keycloak', () => ready(`${url}/realms/dev/.well-known/openid-configuration`, child));
  } catch (error) {
    process.stderr.write(Buffer.concat(output));
    await stop();
    throw error;
  }
  return { url, password, stop };
}

async function ready(address, child) {
  const until = Date.now() + startMs;
  while (Date.now() < until && child.exitCode === null) {
    // Refused for as long as nobody listens; told from other failures by the time that is left.
    const status = await fetch(address).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) {
      return;
    }
    await wait(500);
  }
  fail(
    child.exitCode === null ? `Keycloak did not answer within ${startMs / 1000} s.` : 'Keycloak has ended by itself.',
  );
}
