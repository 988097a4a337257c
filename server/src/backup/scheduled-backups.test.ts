import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { withClient } from '../database/connection/with-client.ts';
import { openFileStore } from '../file-store/file-store.ts';
import { asUser, somebody } from '../file-store/other-user.fixture.ts';
import { anOrg } from '../testing/factories.ts';
import { databaseUrl } from '../testing/harness.ts';
import { restoreColdFiles } from './cold-months.ts';
import { findBackup, listBackups } from './find-backups.ts';

import { backUpIfDue, lastDue } from './scheduled-backups.ts';
import { readOrigin } from './origin.ts';
import { makingLock } from './store.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-due-'));
await chown(folder, somebody.uid, somebody.gid);
afterAll(() => rm(folder, { recursive: true }));

await anOrg();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** The socket of the embedded PostgreSQL is its owner's: a server that is somebody else has a PostgreSQL of its own. */
const socket = new URLSearchParams(databaseUrl.split('?')[1]).get('host');
if (socket && process.geteuid?.() === 0) {
  await chmod(socket, 0o711);
  await chmod(join(socket, '.s.PGSQL.5432'), 0o777);
}

async function originHere() {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const origin = await readOrigin(client);
  await client.end();
  return origin;
}

describe('what somebody else left at a place', () => {
  /** A place with a folder of a disk's own, and a backup that root made by hand: both closed to the server. */
  async function sharedFolder(): Promise<string> {
    const place = await asUser(() => mkdtemp(join(folder, 'shared-')));
    for (const closed of ['lost+found', 'noa-20260101T000000Z-000000', 'cold-months.old']) {
      await mkdir(join(place, closed));
      await writeFile(join(place, closed, 'manifest.json'), '{}');
      await chmod(join(place, closed), 0);
    }
    return place;
  }

  it('keeps nobody from making backups, finding them and removing those that are too many', async () => {
    const to = await sharedFolder();
    const options = { settings: { to, at: 90, keep: 1 }, databaseUrl, log };
    const names = await asUser(async () => [
      await backUpIfDue(options, new Date('2026-10-22T03:00:00Z')),
      await backUpIfDue(options, new Date('2026-10-23T03:00:00Z')),
    ]);

    expect(names).toEqual([expect.stringMatching(/^noa-/), expect.stringMatching(/^noa-/)]);
    const store = await openFileStore(to);
    expect(await asUser(() => listBackups(store))).toEqual([
      { name: 'noa-20260101T000000Z-000000', state: 'closed', says: null },
      { name: names[1], state: 'whole', says: expect.anything() as unknown },
    ]);
    expect(await asUser(() => findBackup(`${to}/latest`))).toMatchObject({ name: names[1] });
    await expect(asUser(() => findBackup(`${to}/noa-20260101T000000Z-000000`))).rejects.toThrow('as the user who owns');
  });

  it('keeps nobody from bringing back months that lie outside the database', async () => {
    const [from, to] = [await openFileStore(await sharedFolder()), await openFileStore(await sharedFolder())];
    const file = { name: '2025-01/a.parquet', sha256: createHash('sha256').update('events').digest('hex') };
    await asUser(async () => {
      await from.write(`cold-months/${file.name}`, Readable.from(['events']));
      await restoreColdFiles([file], from, to);
      await restoreColdFiles([file], from, to); // and again, as it is there
    });

    expect(await to.list('2025')).toEqual([file.name]);
  });

  it('does not make a backup be made again, where older ones cannot be removed', async () => {
    const to = await asUser(() => mkdtemp(join(folder, 'stuck-')));
    const stuck = join(to, 'noa-20260101T000000Z-000000');
    await mkdir(stuck); // in which only root may remove anything
    await writeFile(join(stuck, 'manifest.json'), JSON.stringify({ origin: await originHere() }));
    const errors: unknown[] = [];
    const options = {
      settings: { to, at: 90, keep: 1 },
      databaseUrl,
      log: { ...log, error: (facts: { readonly backup?: string }) => void errors.push(facts.backup) },
    };
    const name = await asUser(() => backUpIfDue(options, new Date('2026-10-24T03:00:00Z')));

    expect(await asUser(() => backUpIfDue(options, new Date('2026-10-24T03:10:00Z')))).toBeNull();
    expect(errors).toEqual([name]);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query(
      `select name, failure, pruning_failure ~ 'EACCES' as pruning from backup_run where due_at = '2026-10-24T01:30Z'`,
    );
    await client.end();
    expect(rows).toEqual([{ name, failure: null, pruning: true }]);
  });
});

describe('backups by themselves', () => {
  const day = new Date('2026-11-22T03:00:00Z');

  it('are due once a day, at the time that is set', () => {
    expect(lastDue(day, 90)).toEqual(new Date('2026-11-22T01:30:00Z'));
    expect(lastDue(new Date('2026-11-22T01:29:59Z'), 90)).toEqual(new Date('2026-11-21T01:30:00Z'));
  });

  it('are made by one of the servers, once, and again if it failed', async () => {
    const to = join(folder, 'due');
    const options = { settings: { to, at: 90, keep: 2 }, databaseUrl, log };
    await writeFile(to, 'no folder');
    await expect(backUpIfDue(options, day)).rejects.toThrow();
    await unlink(to);

    const runs = await Promise.all([1, 2, 3].map(() => backUpIfDue(options, day)));
    const [name] = runs.filter((each) => each !== null);

    expect(runs.filter((each) => each === null)).toHaveLength(2);
    expect(name).toMatch(/^noa-/);
    expect(await backUpIfDue(options, new Date(day.getTime() + 3_600_000))).toBeNull();
    expect(await backUpIfDue(options, new Date(day.getTime() + 86_400_000))).toMatch(/^noa-/);
    expect(await backUpIfDue(options, new Date(day.getTime() + 2 * 86_400_000))).toMatch(/^noa-/);
    const kept = await listBackups(await openFileStore(to));
    expect(kept).toHaveLength(2);
    expect(kept.map((backup) => backup.name)).not.toContain(name);
  });

  it('are made once, also where the connection is cut that keeps others from making them', async () => {
    const options = { settings: { to: join(folder, 'cut'), at: 90, keep: 2 }, databaseUrl, log };
    const then = new Date(day.getTime() - 50 * 86_400_000);
    const rowsOf = (client: pg.Client, text: string) => client.query(text, [lastDue(then, 90)]);
    const isBegun = 'select name from backup_run where due_at = $1';

    const { made, rows } = await withClient({ connectionString: databaseUrl }, async (client) => {
      // It waits for this while it is cut.
      await client.query(`select pg_advisory_lock(${makingLock})`);
      const making = backUpIfDue(options, then);
      await vi.waitUntil(async () => (await rowsOf(client, isBegun)).rowCount, { timeout: 20_000, interval: 10 });
      await client.query(`
        select pg_terminate_backend(pid, 10000) from pg_locks
        where locktype = 'advisory' and (classid::bigint << 32 | objid::bigint)::bit(32) = hashtext('noa.backup')::bit(32)
          and database = (select oid from pg_database where datname = current_database())`);
      await client.query(`select pg_advisory_unlock(${makingLock})`);
      return { made: await making, rows: (await rowsOf(client, isBegun)).rows as unknown[] };
    });

    expect(made).toMatch(/^noa-/);
    expect(rows).toEqual([{ name: made }]);
    expect(await backUpIfDue(options, then)).toBeNull();
  });

  it('are told as failed until one is made: also while it is tried again, which may take longer than to look', async () => {
    const to = join(folder, 'again');
    const options = { settings: { to, at: 90, keep: 2 }, databaseUrl, log };
    const now = new Date(); // the newest of all is told
    await writeFile(to, 'no folder');
    await expect(backUpIfDue(options, now)).rejects.toThrow();
    await unlink(to);
    const state = async (client: pg.Client) =>
      (
        await client.query<object>(
          'select has_failed as failed, ended_at as ended, name from backup_state(), backup_run where due_at = $1',
          [lastDue(now, 90)],
        )
      ).rows[0];

    const { during, name } = await withClient({ connectionString: databaseUrl }, async (client) => {
      // It waits for this.
      await client.query(`select pg_advisory_lock(${makingLock})`);
      const making = backUpIfDue(options, now);
      await vi.waitFor(async () => expect(await state(client)).toMatchObject({ ended: null }), {
        timeout: 20_000,
        interval: 10,
      });
      const found = await state(client);
      await client.query(`select pg_advisory_unlock(${makingLock})`);
      return { during: found, name: await making };
    });

    expect(during).toEqual({ failed: true, ended: null, name: null });
    const after = await withClient({ connectionString: databaseUrl }, state);
    expect(after).toMatchObject({ failed: false, name });
  });

  it('end with their server, whatever they wait for or read', async () => {
    const to = join(folder, 'left');
    const options = { settings: { to, at: 90, keep: 2 }, databaseUrl, log };
    const then = new Date(day.getTime() - 60 * 86_400_000);
    const leaving = new AbortController();
    const rowsOf = async (client: pg.Client) =>
      (await client.query('select name, failure from backup_run where due_at = $1', [lastDue(then, 90)])).rows;

    await withClient({ connectionString: databaseUrl }, async (client) => {
      // It waits for this, and would as long as we like.
      await client.query(`select pg_advisory_lock(${makingLock})`);
      const making = backUpIfDue(options, then, leaving.signal);
      await vi.waitUntil(async () => (await rowsOf(client)).length, { timeout: 20_000, interval: 10 });
      leaving.abort();
      await expect(making).rejects.toThrow();
      expect(await rowsOf(client)).toEqual([{ name: null, failure: 'The server was stopped meanwhile' }]);
    });

    expect(await backUpIfDue(options, then)).toMatch(/^noa-/);
  });

  it('say why they failed, wherever on the way it was', async () => {
    const to = join(folder, 'file');
    await writeFile(to, 'no folder');
    for (const [index, place] of [to, 'ftp://backups', 's3://'].entries()) {
      const options = { settings: { to: place, at: 90, keep: 2 }, databaseUrl, log };
      const then = new Date(day.getTime() - (index + 10) * 86_400_000);

      await expect(backUpIfDue(options, then), place).rejects.toThrow();

      const { rows } = await withClient({ connectionString: databaseUrl }, (client) =>
        client.query(
          `select name, failure is not null as told, ended_at is not null as ended from backup_run where due_at = $1`,
          [lastDue(then, 90)],
        ),
      );
      expect(rows, place).toEqual([{ name: null, told: true, ended: true }]);
    }
  });

  it('are not made where no place is set', async () => {
    expect(await backUpIfDue({ settings: { to: null, at: 0, keep: 1 }, databaseUrl, log }, day)).toBeNull();
  });
});
