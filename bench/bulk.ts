/**
 * `node bench/bulk.ts [--cards 10000]`: blocks and unblocks so many cards of one org as bulk jobs of a real server, on a
 * PostgreSQL that is thrown away; asks for a list all the while; kills the server (`kill -9`) in the middle of the second
 * job, starts it again, and counts afterwards that every card was changed by each job exactly once.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Client } from './client.ts';
import { openTown } from './in-process/database.ts';
import { median } from './in-process/server.ts';

const { values } = parseArgs({ options: { cards: { type: 'string', default: '10000' } } });
const cards = Number(values.cards);
const port = 8268;
const origin = `http://localhost:${port}`;
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Job {
  readonly state: string;
  readonly total: number;
  readonly done: number;
  readonly changed: number;
}

async function startServer(databaseUrl: string, dataDir: string): Promise<ChildProcess> {
  const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  while (!(await fetch(`${origin}/health`).catch(() => undefined))?.ok) {
    await pause(20);
  }
  return server;
}

async function startJob(client: Client, action: string, orgId: string): Promise<string> {
  const { startBulkJob } = await client.run<{ startBulkJob: { id: string } }>(
    'mutation ($input: BulkJobInput!) { startBulkJob(input: $input) { id } }',
    { input: { action, filter: { card: { orgId } } } },
  );
  return startBulkJob.id;
}

async function look(client: Client, id: string): Promise<Job> {
  const query = 'query ($id: ID!) { bulkJob(id: $id) { state total done changed } }';
  return (await client.run<{ bulkJob: Job }>(query, { id })).bulkJob;
}

/** Follows a job until `enough`, and gives the milliseconds that a page of a list took meanwhile, each time. */
async function follow(client: Client, id: string, enough: (job: Job) => boolean): Promise<number[]> {
  const pages: number[] = [];
  while (!enough(await look(client, id))) {
    const began = performance.now();
    await client.run('{ cards(first: 25) { nodes { id status } } }');
    pages.push(performance.now() - began);
    await pause(20);
  }
  return pages;
}

const isDone = ({ state }: Job) => state === 'done';
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;

// Half of a town's cards are of its first org.
const town = await openTown(cards * 2, say);
const dataDir = await mkdtemp(join(tmpdir(), 'noa-bench-bulk-'));
let server = await startServer(town.url, dataDir);
try {
  const client = await Client.person(origin, 'root@noa.test');
  const { orgs } = await client.run<{ orgs: { nodes: { id: string }[] } }>('{ orgs(first: 1) { nodes { id } } }');
  const orgId = orgs.nodes[0]?.id ?? '';

  let began = performance.now();
  const blocking = await startJob(client, 'block_cards', orgId);
  const accepted = performance.now() - began;
  const pages = await follow(client, blocking, isDone);
  const blocked = performance.now() - began;
  const job = await look(client, blocking);
  say(
    `${job.total} cards asked to be blocked, ${job.changed} changed: accepted after ${seconds(accepted)}, done after ${seconds(blocked)}`,
  );
  say(`a page of cards meanwhile: median ${median(pages).toFixed(0)} ms, slowest ${Math.max(...pages).toFixed(0)} ms`);

  const unblocking = await startJob(client, 'unblock_cards', orgId);
  await follow(client, unblocking, ({ done, total }) => done > total / 3);
  server.kill('SIGKILL');
  await once(server, 'exit');
  began = performance.now();
  server = await startServer(town.url, dataDir);
  const up = performance.now() - began;
  const again = await Client.person(origin, 'root@noa.test');
  const { done } = await look(again, unblocking);
  await follow(again, unblocking, isDone);
  say(
    `killed in the second job: up after ${seconds(up)}, with ${done} done; done after ${seconds(performance.now() - began)}`,
  );

  const db = new pg.Client({ connectionString: town.url });
  await db.connect();
  const { rows } = await db.query(
    `select count(*)::int as count from (
      select c.id, (select count(*) from card_event e where e.card_id = c.id and e.kind = 'card_blocked') as blocked,
        (select count(*) from card_event e where e.card_id = c.id and e.kind = 'card_unblocked') as unblocked,
        (select count(*) from card_history h where h.id = c.id) as versions
      from card c where c.org_id = $1 and c.status <> 'erased') t
    where versions <> blocked + unblocked or blocked > 1 or unblocked <> 1`,
    [orgId],
  );
  await db.end();
  say(`cards not changed exactly once by each job: ${rows[0].count}`);
  process.exitCode = rows[0].count === 0 ? 0 : 1;
} finally {
  server.kill();
  await once(server, 'exit').catch(() => undefined);
  await town.close();
  await rm(dataDir, { recursive: true, force: true });
}
