import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { findByLsof, findProcesses } from './orphans.ts';

let folder: string;
let postgres: EmbeddedPostgres;
const onRestart = vi.fn<() => void>();

async function aFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'noa-embedded-'));
  await chmod(made, 0o755); // as root, PostgreSQL runs as a user of its own
  return made;
}

beforeAll(async () => {
  folder = await aFolder();
  postgres = await startEmbeddedPostgres(folder, { onRestart });
});

afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => onRestart.mockClear());

async function connected({ url } = postgres): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the server is killed on purpose
  await client.connect();
  return client;
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = await connected();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = () => join(folder, 'postgres/postmaster.pid');
const postmaster = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);
const untilBack = () => vi.waitUntil(() => onRestart.mock.calls.length > 0, { timeout: 20_000, interval: 20 });

/** A backend that notices nothing of what happens around it. */
async function aStoppedBackend(of = postgres): Promise<number> {
  const client = await connected(of);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  return pid;
}

async function ownerOfFolder(): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await stat(join(folder, 'postgres'));
  return { uid, gid };
}

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the embedded PostgreSQL', () => {
  it('keeps what was committed when it is killed, and is back within five seconds', async () => {
    await query('create table kept as select 42 as answer');
    const killedAt = Date.now();
    process.kill(await postmaster(), 'SIGKILL');

    await untilBack();

    expect(await query('select answer from kept')).toEqual([{ answer: 42 }]);
    expect(Date.now() - killedAt).toBeLessThan(5_000);
  });

  it('is back though a backend of it lives on, and leaves everything that is not of its folder alone', async () => {
    const otherFolder = await aFolder();
    const other = await startEmbeddedPostgres(otherFolder);
    const bystander = await aStoppedBackend(other);
    onTestFinished(async () => {
      process.kill(bystander, 'SIGCONT');
      await other.stop();
      await rm(otherFolder, { recursive: true, force: true });
    });
    // Whoever looks around in the folder.
    const looking = spawn('sleep', ['60'], { cwd: join(folder, 'postgres') });
    onTestFinished(() => void looking.kill());
    await once(looking, 'spawn');
    const orphan = await aStoppedBackend();
    process.kill(await postmaster(), 'SIGKILL');

    await untilBack();

    expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
    expect([bystander, looking.pid ?? 0].map(lives)).toEqual([true, true]);
    // Killed, it has a number until the first process of the machine asks how it ended.
    await expect.poll(() => lives(orphan), { timeout: 20_000 }).toBe(false);
  });

  it('is back though the number of the killed one belongs to another program by now', async () => {
    const stranger = spawn('sleep', ['60'], await ownerOfFolder());
    onTestFinished(() => void stranger.kill());
    await once(stranger, 'spawn');
    const text = await readFile(pidFile(), 'utf8');
    const before = await postmaster();
    const lock = join(folder, 'socket/.s.PGSQL.5432.lock');
    const renumbered = (content: string) => content.replace(String(before), String(stranger.pid));
    process.kill(before, 'SIGKILL');
    await writeFile(pidFile(), renumbered(text));
    await writeFile(lock, renumbered(await readFile(lock, 'utf8')));

    await untilBack();

    expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(lives(stranger.pid ?? 0)).toBe(true);
  });

  it('knows its processes, with and without /proc', async () => {
    const byProc = await findProcesses(join(folder, 'postgres'), await ownerOfFolder());

    expect(byProc).toContain(await postmaster());
    expect(new Set(await findByLsof(join(folder, 'postgres')))).toEqual(new Set(byProc));
  });

  it('listens to nobody on the network', async () => {
    expect(await query('show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  });

  it('logs no parameter of a statement for whoever looks for slow ones', async () => {
    const serial = '04A1B2C3D4E5F6';
    const client = await connected();
    onTestFinished(() => client.end());
    await client.query(
      `set log_min_messages = 'log'; set log_min_duration_statement = 0; set log_error_verbosity = 'default'`,
    );

    await client.query(`select pg_sleep(0.01), $1::text as "slow one"`, [serial]);

    const log = await readFile(join(folder, 'postgres/server.log'), 'utf8');
    expect(log).toMatch(/duration: .* select pg_sleep\(0\.01\), \$1::text as "slow one"/);
    expect(log).not.toContain(serial);
  });
});
