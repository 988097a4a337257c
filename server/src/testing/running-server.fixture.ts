import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { demoPassword } from '../identity/provider/demo-users.ts';

/** The server as people run it, in a process of its own, on a database that somebody else looks after. */
export interface RunningServer {
  readonly origin: string;
  readonly instance: Instance;
  readonly child: ChildProcess;
  /** What it has said and logged until now. */
  said(): string;
  /** Everything it logged, once it has ended. */
  readonly logged: Promise<string>;
  /** Exit code and signal. */
  readonly ended: Promise<unknown[]>;
  /** Kills it, and throws its folder away. */
  remove(): Promise<void>;
}

/** The data key, unless the settings say another: a database may have several servers in one test. */
export const testKey = Buffer.alloc(32, 7);

/** Where a server runs: one that is started again runs where it did. */
export interface Instance {
  readonly port: number;
  readonly dataDir: string;
}

export const newInstance = async (): Promise<Instance> => ({
  port: await freePort(),
  dataDir: await mkdtemp(join(tmpdir(), 'noa-running-')),
});

/** @param settings - beside `PORT`, `DATA_DIR` and `DATABASE_URL`. */
export async function runServer(
  databaseUrl: string,
  settings: NodeJS.ProcessEnv = {},
  instance?: Instance,
): Promise<RunningServer> {
  const { port, dataDir } = instance ?? (await newInstance());
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DATA_KEY: testKey.toString('hex'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
    process.stderr.write(chunk);
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const ended = once(child, 'close');
  const origin = `http://localhost:${port}`;
  const server = {
    origin,
    instance: { port, dataDir },
    child,
    said: () => said,
    logged: ended.then(() => said),
    ended,
    remove: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  while ((await fetch(`${origin}/readyz`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) {
      throw new Error(`The server ended with ${child.exitCode}: ${complaint}${await server.logged}`);
    }
    await delay(50);
  }
  return server;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Asks the embedded provider for an access token of a demonstration account. */
export const askToken = (origin: string, username = 'root@noa.test'): Promise<Response> =>
  fetch(`${origin}/realms/dev/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'noa-cli',
      username,
      password: demoPassword,
      scope: 'openid',
    }),
  });

export async function tokenOf(origin: string): Promise<string> {
  const { access_token: token } = (await (await askToken(origin)).json()) as { access_token: string };
  return token;
}

/** Sends one operation. */
export const askApi = (origin: string, token: string, query: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${origin}/graphql`, {
    method: 'POST',
    ...init,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer oidc~${token}`,
      ...Object.fromEntries(new Headers(init.headers)),
    },
    body: JSON.stringify({ query }),
  });
