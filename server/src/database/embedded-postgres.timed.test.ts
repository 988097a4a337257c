import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
let postgres: EmbeddedPostgres;
const onRestart = vi.fn<() => void>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noa-embedded-'));
  await chmod(folder, 0o755);
  postgres = await startEmbeddedPostgres(folder, { onRestart });
});

afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined); // the server is killed on purpose
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = async () => Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

describe('the embedded PostgreSQL', () => {
  it('keeps what was committed when it is killed, and is back within five seconds', async () => {
    await query('create table kept as select 42 as answer');
    const killedAt = Date.now();
    process.kill(await postmaster(), 'SIGKILL');

    await vi.waitUntil(() => onRestart.mock.calls.length > 0, { timeout: 5_000, interval: 20 });

    expect(await query('select answer from kept')).toEqual([{ answer: 42 }]);
    expect(Date.now() - killedAt).toBeLessThan(5_000);
  });

  it('listens to nobody on the network', async () => {
    expect(await query('show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  });

  it('takes over a server that a killed run left behind', async () => {
    const before = await postmaster();

    const again = await startEmbeddedPostgres(folder);

    expect(again.url).toBe(postgres.url);
    expect(await postmaster()).toBe(before);
    await again.stop();
  });
});
