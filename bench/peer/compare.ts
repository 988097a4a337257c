import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { Client } from '../client.ts';
import { median } from '../in-process/server.ts';
import { freePort, ServerProcess } from '../kill/server-process.ts';

/** What both are asked for: a page of containers with eleven fields, and what differs in how they name things. */
const fields =
  'serialNumber wasteStream accessMode sizeLitres volumeControlLitres cardCapacity addrStreet addrNr addrBl';
const ourQuery = `{ containers(first: 50) { nodes { id rowId ${fields} } } }`;
const theirQuery = `{ allContainers(first: 50) { nodes { rowId version ${fields} } } }`;

/** The release that is compared with. */
const peerVersion = '5.1.5';

const rounds = 7;
const roundMs = 3_000;
const connections = 8;

interface Asked {
  readonly port: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests a second that are answered with a page of 50 over so many connections that are kept. */
async function requestsPerSecond(asked: Asked, agent: Agent): Promise<number> {
  const until = performance.now() + roundMs;
  let answered = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        await ask(asked, agent);
        answered += 1;
      }
    }),
  );
  return (answered * 1000) / (performance.now() - began);
}

/** @returns the text of the answer. */
function ask({ port, body, headers }: Asked, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers };
    const sent = request(
      { port, host: '127.0.0.1', path: '/graphql', method: 'POST', agent, headers: all },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve(Buffer.concat(chunks).toString()));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Installs the peer in a scratch folder, which is kept for the next time. */
async function installPeer(say: (line: string) => void): Promise<string> {
  const folder = join(tmpdir(), `noa-bench-peer-${peerVersion}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  say(`installing PostGraphile ${peerVersion} in ${folder}`);
  await promisify(execFile)(
    'npm',
    ['install', '--no-audit', '--no-fund', `postgraphile@${peerVersion}`, 'graphql@16'],
    { cwd: folder },
  );
  await copyFile(new URL('postgraphile.mjs', import.meta.url), join(folder, 'postgraphile.mjs'));
  return folder;
}

async function startPeer(folder: string, databaseUrl: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['postgraphile.mjs'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(child.stdout), 'line');
  return child;
}

/** As PostgreSQL does by itself within a minute of the town's making: until then it plans by no statistics. */
async function analyze(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('analyze');
  await client.end();
}

const nodesOf = (text: string): number => {
  const { data, errors } = JSON.parse(text) as { data?: Record<string, { nodes: unknown[] }>; errors?: unknown };
  if (!data || errors) {
    throw new Error(text.slice(0, 500));
  }
  return Object.values(data)[0]?.nodes.length ?? 0;
};

/** Lets them take turns, and prints each round and the median. */
async function alternate(noa: Asked, postGraphile: Asked, say: (line: string) => void): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  for (const asked of [noa, postGraphile]) {
    const rows = nodesOf(await ask(asked, agent));
    if (rows !== 50) {
      throw new Error(`There are ${rows} rows instead of 50`);
    }
    await requestsPerSecond(asked, agent); // warm
  }
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const ours = await requestsPerSecond(noa, agent);
    const theirs = await requestsPerSecond(postGraphile, agent);
    ratios.push(ours / theirs);
    say(
      `round ${round}: Noa ${ours.toFixed(0)}/s, PostGraphile ${theirs.toFixed(0)}/s, ${(ours / theirs).toFixed(2)} ×`,
    );
  }
  agent.destroy();
  say(`Noa answers ${median(ratios).toFixed(2)} × as many (median of ${rounds} rounds)`);
}

/**
 * Asks Noa and PostGraphile in turn for the same page of the demonstration town's containers, over HTTP, from the same PostgreSQL: Noa as a
 * signed-in implementer whom row-level security shows one org, PostGraphile as the tables' owner with neither.
 */
export async function comparePeer(say: (line: string) => void): Promise<void> {
  const folder = await installPeer(say);
  const dataDir = await mkdtemp(join(tmpdir(), 'noa-bench-'));
  await chmod(dataDir, 0o755); // as root, PostgreSQL runs as a user of its own
  const [port, peerPort] = [await freePort(), await freePort()];
  const server = new ServerProcess({ dataDir, port });
  let peer: ChildProcess | undefined;
  try {
    await server.start({ demo: true, program: 'server/src/main.ts' });
    await analyze(server.databaseUrl);
    peer = await startPeer(folder, server.databaseUrl, peerPort);
    const token = await (await Client.person(server.origin, 'implementer@noa.test')).token();
    await alternate(
      { port, body: JSON.stringify({ query: ourQuery }), headers: { authorization: `Bearer oidc~${token}` } },
      { port: peerPort, body: JSON.stringify({ query: theirQuery }), headers: {} },
      say,
    );
  } finally {
    peer?.kill();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
