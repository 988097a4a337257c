import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { Client } from '../client.ts';
import { median } from '../in-process/server.ts';
import { freePort, ServerProcess } from '../kill/server-process.ts';

const rounds = 7;
const roundMs = 3_000;
const connections = 8;

/** One who answers the same question as another. */
export interface Asked {
  readonly name: string;
  readonly port: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests a second that are answered over so many connections that are kept. */
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

/**
 * Lets them take turns, and prints each round and the median of how many times as often the first one answers.
 *
 * @param check - throws if an answer is not what both are asked for; it is given both.
 */
export async function alternate(
  [one, other]: readonly [Asked, Asked],
  check: (answers: readonly [string, string]) => void,
  say: (line: string) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  check([await ask(one, agent), await ask(other, agent)]);
  for (const asked of [one, other]) {
    await requestsPerSecond(asked, agent); // warm
  }
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const ours = await requestsPerSecond(one, agent);
    const theirs = await requestsPerSecond(other, agent);
    ratios.push(ours / theirs);
    const perSecond = `${one.name} ${ours.toFixed(0)}/s, ${other.name} ${theirs.toFixed(0)}/s`;
    say(`round ${round}: ${perSecond}, ${(ours / theirs).toFixed(2)} ×`);
  }
  agent.destroy();
  say(`${one.name} answers ${median(ratios).toFixed(2)} × as many (median of ${rounds} rounds)`);
}

/** As PostgreSQL does by itself within a minute of the town's making: until then it plans by no statistics. */
async function analyze(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('analyze');
  await client.end();
}

/** The demonstration town as it is served. */
interface Town {
  readonly port: number;
  readonly databaseUrl: string;
  /** Of an implementer, whom row-level security shows one org. */
  readonly authorization: string;
}

/** Serves the demonstration town while `work` is done. */
export async function withTown(work: (town: Town) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'noa-bench-'));
  await chmod(dataDir, 0o755); // as root, PostgreSQL runs as a user of its own
  const port = await freePort();
  const server = new ServerProcess({ dataDir, port });
  try {
    await server.start({ demo: true, program: 'server/src/main.ts' });
    await analyze(server.databaseUrl);
    const token = await (await Client.person(server.origin, 'implementer@noa.test')).token();
    await work({ port, databaseUrl: server.databaseUrl, authorization: `Bearer oidc~${token}` });
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A program that says in a line that it serves. */
export async function startServing(
  program: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(child.stdout), 'line');
  return child;
}
