import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openFileStore } from '../file-store/file-store.ts';
import { asUser, somebody } from '../file-store/other-user.fixture.ts';
import { anOrg } from '../testing/factories.ts';
import { makeDatabase } from '../testing/databases.ts';
import { asOwner, databaseUrl } from '../testing/harness.ts';
import { restoreColdFiles } from './cold-months.ts';
import { describeBackup, findBackup, listBackups } from './find-backups.ts';
import { keepNewest } from './keep-newest.ts';
import { makeBackup } from './make-backup.ts';
import { writeManifest } from './manifest.ts';
import { backUpIfDue, lastDue } from './scheduled-backups.ts';
import { readOrigin } from './origin.ts';
import { restoreBackup } from './restore-backup.ts';
import { BackupError, labelName, manifestName } from './store.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-kept-'));
await chown(folder, somebody.uid, somebody.gid);
afterAll(() => rm(folder, { recursive: true }));

const org = await anOrg();
/** The socket of the embedded PostgreSQL is its owner's: a server that is somebody else has a PostgreSQL of its own. */
const socket = new URLSearchParams(databaseUrl.split('?')[1]).get('host');
if (socket && process.geteuid?.() === 0) {
  await chmod(socket, 0o711);
  await chmod(join(socket, '.s.PGSQL.5432'), 0o777);
}
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const audited = (purpose: string) =>
  asOwner(
    `set noa.scope_all = 'on'`,
    `set noa.actor = 'tests'`,
    `select append_audit('${org.id}', 'reveal_id_number', 'Apartment', '${org.id}', null, '${purpose}')`,
  );

async function originHere() {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const origin = await readOrigin(client);
  await client.end();
  return origin;
}

describe('places of backups', () => {
  it('keep the newest, and nothing of those that never became whole', async () => {
    const target = await openFileStore(await mkdtemp(join(folder, 'kept-')));
    const made = await makeBackup(databaseUrl, target);
    await rename(join(target.address, made.name), join(target.address, 'noa-20260104T000000Z-000000'));
    for (const [day, file] of [
      [1, manifestName],
      [2, labelName],
      [3, manifestName],
      [5, labelName],
    ] as const) {
      const name = `noa-2026010${day}T000000Z-000000`;
      await target.write(`${name}/org.copy.gz`, Readable.from(['x']));
      await target.write(`${name}/${file}`, Readable.from([JSON.stringify(made.manifest)]));
    }

    const { removed } = await keepNewest(databaseUrl, target, { ...made, name: 'noa-20260104T000000Z-000000' }, 2);
    expect(removed).toEqual(['noa-20260101T000000Z-000000', 'noa-20260102T000000Z-000000']);
    // The newest may still be written.
    expect((await listBackups(target)).map(({ name, state }) => [name.slice(4, 12), state])).toEqual([
      ['20260103', 'whole'],
      ['20260104', 'whole'],
      ['20260105', 'unfinished'],
    ]);
    expect((await findBackup(`${target.address}/latest`)).name).toContain('20260104');
    await expect(findBackup(`${target.address}/noa-20260105T000000Z-000000`)).rejects.toThrow(BackupError);
  });

  it('may hold those of several databases, of which each removes its own alone', async () => {
    const to = await mkdtemp(join(folder, 'towns-'));
    const [store, other] = [await openFileStore(to), await makeDatabase('migrated')];
    onTestFinished(() => other.drop());
    await other.run('update database_identity set id = gen_random_uuid()');
    const keep = async (url: string) => {
      const made = await makeBackup(url, store);
      return { name: made.name, ...(await keepNewest(url, store, made, 1)) };
    };
    const ofOther = await keep(other.url);
    const unnamed = await makeBackup(databaseUrl, store);
    const { origin: _, ...manifest } = unnamed.manifest; // as backups were, and with an audit of nobody's
    await writeManifest(store, unnamed.name, { ...manifest, audit: { number: '1', hash: '00' } });
    const first = await keep(databaseUrl);
    const second = await keep(databaseUrl);

    expect(second.removed).toEqual([first.name]);
    expect(second.left.map(({ name }) => name)).toEqual([ofOther.name, unnamed.name]);
    expect((await listBackups(store)).map(describeBackup)).toEqual([
      expect.stringMatching(`${ofOther.name} of a database without organisations \\([0-9a-f]{8}\\)$`),
      `${unnamed.name} of a database that it does not name`,
      expect.stringMatching(`${second.name} of ${org.name} \\([0-9a-f]{8}\\)$`),
    ]);
    await expect(findBackup(`${to}/latest`)).rejects.toThrow('backups of 2 databases');
    expect(await findBackup(`${to}/${second.name}`)).toMatchObject({ name: second.name });
  });

  it('never take one of a clock that was wrong for the newest, nor remove the one that was just made for it', async () => {
    const store = await openFileStore(await mkdtemp(join(folder, 'clock-')));
    const ahead = (await makeBackup(databaseUrl, store)).name.replace(/^noa-\d{4}/, 'noa-2099');
    await rename(join(store.address, (await listBackups(store))[0]?.name ?? ''), join(store.address, ahead));
    await expect(findBackup(`${store.address}/latest`)).rejects.toThrow(`${ahead} of ${org.name}`);

    const first = await makeBackup(databaseUrl, store);
    expect((await keepNewest(databaseUrl, store, first, 1)).removed).toEqual([]);
    const second = await makeBackup(databaseUrl, store);
    const kept = await keepNewest(databaseUrl, store, second, 1);

    expect(kept.removed).toEqual([first.name]);
    expect(kept.left).toEqual([{ name: ahead, why: expect.stringContaining('clock was wrong') as string }]);
    expect((await findBackup(`${store.address}/latest`)).name).toBe(second.name);
    expect((await listBackups(store)).map(describeBackup).at(-1)).toMatch(/2099.*clock was wrong/);
    expect((await findBackup(`${store.address}/${ahead}`)).name).toBe(ahead);
  });

  it('remove nothing by a clock that is behind, which knows of none but the one that it made', async () => {
    const store = await openFileStore(await mkdtemp(join(folder, 'behind-')));
    const before = await makeBackup(databaseUrl, store);
    const made = await makeBackup(databaseUrl, store);
    const name = made.name.replace(/^noa-\d{4}/, 'noa-2020');
    await rename(join(store.address, made.name), join(store.address, name));

    expect(await keepNewest(databaseUrl, store, { ...made, name }, 1)).toMatchObject({
      removed: [],
      left: [{ name: before.name }],
    });
    expect(await listBackups(store)).toHaveLength(2);
  });

  it('remove those of before they said whose they are, if their audit is that of the database', async () => {
    const store = await openFileStore(await mkdtemp(join(folder, 'before-')));
    await audited('o probă');
    const before = await makeBackup(databaseUrl, store);
    const { origin: _, ...manifest } = before.manifest;
    await writeManifest(store, before.name, manifest);
    await audited('încă una');
    const made = await makeBackup(databaseUrl, store);

    expect(await keepNewest(databaseUrl, store, made, 1)).toEqual({ removed: [before.name], left: [] });
  });

  it('keep those of a database that was brought back among its own', async () => {
    const store = await openFileStore(await mkdtemp(join(folder, 'back-')));
    const before = await makeBackup(databaseUrl, store);
    const back = await makeDatabase('empty');
    onTestFinished(() => back.drop());
    await restoreBackup(back.url, store, before.name);
    const made = await makeBackup(back.url, store);

    expect(await keepNewest(back.url, store, made, 1)).toEqual({ removed: [before.name], left: [] });
  });
});

describe('what somebody else left at a place', () => {
  /** A place with a folder of a disk's own, and a backup that root made by hand: both closed to the server. */
  async function aFolder(): Promise<string> {
    const place = await asUser(() => mkdtemp(join(folder, 'shared-')));
    for (const closed of ['lost+found', 'noa-20260101T000000Z-000000', 'cold-months.old']) {
      await mkdir(join(place, closed));
      await writeFile(join(place, closed, 'manifest.json'), '{}');
      await chmod(join(place, closed), 0);
    }
    return place;
  }

  it('keeps nobody from making backups, finding them and removing those that are too many', async () => {
    const to = await aFolder();
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
    const [from, to] = [await openFileStore(await aFolder()), await openFileStore(await aFolder())];
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

  it('are not made where no place is set', async () => {
    expect(await backUpIfDue({ settings: { to: null, at: 0, keep: 1 }, databaseUrl, log }, day)).toBeNull();
  });
});
