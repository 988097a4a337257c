import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openFileStore, type FileStore } from '../file-store/file-store.ts';
import { anOrg } from '../testing/factories.ts';
import { makeDatabase } from '../testing/databases.ts';
import { asOwner, databaseUrl } from '../testing/harness.ts';
import { as } from './backup.fixture.ts';
import { describeBackup, findBackup, listBackups } from './find-backups.ts';
import { keepNewest } from './keep-newest.ts';
import { makeBackup } from './make-backup.ts';
import { writeManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { BackupError, labelName, manifestName } from './store.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-kept-'));
afterAll(() => rm(folder, { recursive: true }));

const org = await anOrg();
const audited = (purpose: string) =>
  asOwner(
    `set noa.scope_all = 'on'`,
    `set noa.actor = 'tests'`,
    `select append_audit('${org.id}', 'reveal_id_number', 'Apartment', '${org.id}', null, '${purpose}')`,
  );

/** What breaks off within a file. */
const broken = () =>
  Readable.from(
    (function* () {
      yield 'the beginning';
      throw new Error('No space left on device');
    })(),
  );

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
    expect(removed.map((name) => name.slice(4, 12))).toEqual(['20260101', '20260102', '20260105']);
    expect((await listBackups(target)).map(({ name, state }) => [name.slice(4, 12), state])).toEqual([
      ['20260103', 'whole'],
      ['20260104', 'whole'],
    ]);
    expect((await findBackup(`${target.address}/latest`)).name).toContain('20260104');
    await expect(findBackup(`${target.address}/noa-20260105T000000Z-000000`)).rejects.toThrow(BackupError);
  });

  it('lose what was left by those that ended on the way, however new, and none that is being made', async () => {
    const store = await openFileStore(await mkdtemp(join(folder, 'left-')));
    const ofBefore = join(store.address, 'noa-20260101T000000Z-000000');
    await mkdir(ofBefore); // by a version that did not say whose it was
    await writeFile(join(ofBefore, 'card.copy.gz.part'), 'x');
    const left = await makeBackup(databaseUrl, store);
    await rm(join(store.address, left.name, manifestName));
    const { promise: isAtIt, resolve: begin } = Promise.withResolvers<unknown>();
    const { promise: goOn, resolve: release } = Promise.withResolvers<unknown>();
    const slow = {
      ...as(store),
      write: async (...given: Parameters<FileStore['write']>) => {
        await store.write(...given);
        begin(null);
        await goOn;
      },
    };
    const other = makeBackup(databaseUrl, slow);
    await isAtIt;
    const made = await makeBackup(databaseUrl, store);
    expect((await keepNewest(databaseUrl, store, made, 1)).removed).toEqual(['noa-20260101T000000Z-000000']);
    release(null);
    const newest = await other;

    expect((await keepNewest(databaseUrl, store, newest, 2)).removed).toEqual([left.name]);
    expect((await listBackups(store)).map(({ name, state }) => [name, state])).toEqual(
      [made.name, newest.name].toSorted().map((name) => [name, 'whole']),
    );
  });

  it.each(['on its way', 'at its end'])('have nothing of one that failed %s', async (when) => {
    const store = await openFileStore(await mkdtemp(join(folder, 'full-')));
    let files = 0;
    const full = {
      ...as(store),
      write: (name: string, content: Readable) => {
        files += 1;
        return store.write(
          name,
          when === 'at its end' ? (name.endsWith(manifestName) ? broken() : content) : files > 5 ? broken() : content,
        );
      },
    };

    await expect(makeBackup(databaseUrl, full)).rejects.toThrow('No space left');
    expect(files).toBeGreaterThan(5);
    expect(await readdir(store.address)).toEqual([]);
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
