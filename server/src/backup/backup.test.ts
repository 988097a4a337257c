import { mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import S3rver from '@20minutes/s3rver';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keyId } from '../database/keys/sealing.ts';
import { migrate } from '../database/schema/migrate.ts';
import { checkIncarnation } from '../database/incarnation/database-incarnation.ts';
import { makeDatabase, type TestDatabase } from '../testing/databases.ts';
import { asOwner, databaseUrl, dataKey } from '../testing/harness.ts';
import { as, contentOf } from './backup.fixture.ts';
import { fillEveryTable } from './filled.fixture.ts';
import { findBackup, listBackups } from './find-backups.ts';
import { makeBackup, type MadeBackup } from './make-backup.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { openFileStore, type FileStore } from '../file-store/file-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-backup-'));
afterAll(() => rm(folder, { recursive: true }));

let store: FileStore;
let made: MadeBackup;
/** What the database held when it was made. */
let before: unknown;
/** It is brought back into this one. */
const restored = await makeDatabase('empty');
afterAll(() => restored.drop());
beforeAll(async () => {
  await fillEveryTable();
  await asOwner('update container_sync set ground = 1'); // locks have asked for their lists
  store = await openFileStore(folder);
  made = await makeBackup(databaseUrl, store);
  before = await contentOf(databaseUrl);
});

/** The backup that was made, changed, under another name. */
async function spoilt(change: (path: string, manifest: Manifest) => Promise<unknown>): Promise<string> {
  const name = `noa-20200101T000000Z-${Math.floor(Math.random() * 65_536)
    .toString(16)
    .padStart(6, '0')}`;
  for (const file of await readdir(join(folder, made.name))) {
    await store.write(`${name}/${file}`, Readable.from([await readFile(join(folder, made.name, file))]));
  }
  await change(join(folder, name), made.manifest);
  onTestFinished(() => rm(join(folder, name), { recursive: true }));
  return name;
}

const rewrite = (path: string, manifest: unknown) => writeFile(join(path, 'manifest.json'), JSON.stringify(manifest));

describe('a backup', () => {
  it('brings back every table, row and right', async () => {
    await restoreBackup(restored.url, store, made.name);

    expect(await contentOf(restored.url)).toEqual(before);
    // There was something of everything, so that the comparison says something. Marks are settled when a transaction ends.
    const empty = made.manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name);
    expect(empty).toEqual(['cold_file', 'cold_run', 'grant_mark']); // files: cold-months.test.ts
    // Who used a container in the month that runs goes with the month: no older backup may have it.
    expect(made.manifest.tables.filter(({ name }) => /^month_(key|pseudonym)$/.test(name))).toEqual([]);
  });

  it('lets the restored database go on where the other was', async () => {
    const [row] = await restored.run(
      `set noa.actor = 'tests'`,
      `update org set addr = 'Strada Nouă 1' where name = (select min(name) from org)`,
      `select (select max(row_id) from org) > (select max(row_id) from org_history) as later,
        audit_first_broken() as broken, (select count(*)::int from audit_entry) > 0 as audited`,
    );
    expect(row).toEqual({ later: true, broken: null, audited: true });
  });

  it('lets nobody believe of a lock that it still holds what it had confirmed', async () => {
    const [known] = await restored.run(
      `select count(*)::int as locks, count(*) filter (where not restart)::int as believed from container_sync
        where ground is not null or applied_version is not null`,
    );
    expect(known).toMatchObject({ believed: 0 });
    expect(known?.['locks']).toBeGreaterThan(0);
    // The server that starts on it says so, also in the audit.
    expect(await checkIncarnation(restored.url, null)).toMatchObject({
      cameBack: 'a backup',
      locksReset: known?.['locks'],
    });
  });

  it('holds no key, and is closed to everybody but its owner', async () => {
    for (const file of await readdir(join(folder, made.name))) {
      const path = join(folder, made.name, file);
      expect((await stat(path)).mode & 0o077).toBe(0);
      expect((await readFile(path)).includes(dataKey)).toBe(false);
    }
    expect(made.manifest.keyIds).toEqual([keyId(dataKey).toString('hex')]);
  });

  it('is of one moment, whatever is written meanwhile', async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const slow: FileStore = {
      ...as(store),
      write: async (name, content) => {
        await client.query(`insert into searched values ('written while ' || $1, 'name')`, [name]);
        await store.write(name, content);
      },
    };
    try {
      const { manifest } = await makeBackup(databaseUrl, slow);
      const { rows } = await client.query(`select from searched where kind like 'written while %'`);
      expect(rows.length).toBeGreaterThan(20);
      expect(manifest.tables.find((table) => table.name === 'searched')).toEqual(
        made.manifest.tables.find((table) => table.name === 'searched'),
      );
    } finally {
      await client.query(`delete from searched where kind like 'written while %'`);
      await client.end();
    }
  });

  it('comes back where letters are made small by another locale, also one whose hashes have what is computed of them', async () => {
    const romanian = await makeDatabase('Romanian');
    onTestFinished(() => romanian.drop());
    await migrate(romanian.url);
    await romanian.run(`set noa.actor = 'tests'`, `insert into org (name) values ('ԱՐԱՄ ȘI FIII')`);
    const place = join(folder, 'of-another');
    const apart = await openFileStore(place);
    const { name, manifest } = await makeBackup(romanian.url, apart);
    // Armenian is none of the letters that are made small the same everywhere.
    const key = `select name_key collate "C" like '%արամ%' as small from org`;
    const hashOfAll = async () =>
      String(
        (await romanian.run('select sum(hashtextextended(o::text, 0)::numeric)::text as hash from org o'))[0]?.['hash'],
      );
    const former = {
      ...manifest,
      tables: await Promise.all(
        manifest.tables.map(async ({ isHashOfColumns: _left, ...table }) =>
          table.name === 'org' ? { ...table, hash: await hashOfAll() } : table,
        ),
      ),
    };

    for (const written of [manifest, former]) {
      await rewrite(join(place, name), written);
      const other = await makeDatabase('C');
      onTestFinished(() => other.drop());
      await restoreBackup(other.url, apart, name);
      expect(await other.run('select name from org')).toEqual([{ name: 'ԱՐԱՄ ȘI FIII' }]);
      // Or nothing would have been tried.
      expect([await romanian.run(key), await other.run(key)]).toEqual([[{ small: true }], [{ small: false }]]);
    }
  });

  it('fails as its place does, and leaves nothing that is taken for a backup', async () => {
    const full: FileStore = { ...as(store), write: () => Promise.reject(new Error('No space left on device')) };
    const backups = await listBackups(store);

    await expect(makeBackup(databaseUrl, full)).rejects.toThrow('No space left');
    expect(await listBackups(store)).toEqual(backups);
  });
});

describe('restoring', () => {
  /** Never gets more than tables without rows. */
  let target: TestDatabase;
  beforeAll(async () => {
    target = await makeDatabase('migrated');
  });
  afterAll(() => target.drop());

  it('touches no database that has something in it', async () => {
    await expect(restoreBackup(databaseUrl, store, made.name)).rejects.toThrow('not empty');
    expect(await contentOf(databaseUrl)).toEqual(before);
  });

  const damages: [string, string, (path: string, manifest: Manifest) => Promise<unknown>][] = [
    [
      'a file was changed',
      'account.copy.gz',
      async (path) => {
        const file = join(path, 'account.copy.gz');
        const bytes = await readFile(file);
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 12) ^ 1, bytes.length - 12);
        await writeFile(file, bytes);
      },
    ],
    ['a file is missing', 'account.copy.gz', (path) => unlink(join(path, 'account.copy.gz'))],
    [
      'a file has other rows',
      'entrance.copy.gz',
      async (path, manifest) => {
        await writeFile(join(path, 'entrance.copy.gz'), await readFile(join(path, 'manager.copy.gz')));
        await rewrite(path, manifest);
      },
    ],
    [
      'the rows are other ones than were counted',
      'card has',
      (path, manifest) =>
        rewrite(path, {
          ...manifest,
          tables: manifest.tables.map((table) => (table.name === 'card' ? { ...table, hash: '1' } : table)),
        }),
    ],
    [
      'it is of a newer version',
      'Start Noa 99.0.0 or newer',
      (path, manifest) =>
        rewrite(path, {
          ...manifest,
          migrations: [...manifest.migrations, { name: '2099-01-01-01-x', sha256: 'x', program: '99.0.0' }],
        }),
    ],
    ['its format is of a newer version', 'a newer one', (path, manifest) => rewrite(path, { ...manifest, format: 2 })],
  ];
  it.each(damages)('says what is wrong and keeps nothing of it: %s', async (_what, said, change) => {
    const name = await spoilt(change);

    await expect(restoreBackup(target.url, store, name)).rejects.toThrow(said);
    expect(await target.run('select from org union all select from account')).toEqual([]);
  });

  it('comes into an empty database once, also where two come at the same moment', async () => {
    const shared = await makeDatabase('migrated');
    onTestFinished(() => shared.drop());

    const came = await Promise.allSettled([1, 2].map(() => restoreBackup(shared.url, store, made.name)));

    expect(came.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = came.find((each) => each.status === 'rejected');
    expect(String(refused?.reason)).toContain('The database is not empty, and nothing in it was touched');
  });

  it('goes into tables that an earlier try left without rows', async () => {
    await restoreBackup(target.url, store, (await findBackup(`${folder}/latest`)).name);

    expect(await contentOf(target.url)).toEqual(before);
  });
});

describe('places of backups', () => {
  it('may be a bucket of an S3-compatible store', async () => {
    const s3 = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      allowMismatchedSignatures: true, // those of this library are newer than it knows
      directory: join(folder, 's3'),
      configureBuckets: [{ name: 'noa' }],
    });
    const { port } = await s3.run();
    const environment = {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    };
    const others = { ...process.env };
    Object.assign(process.env, environment);
    onTestFinished(async () => {
      process.env = others;
      await s3.close();
    });
    const bucket = await openFileStore('s3://noa/of/a-town');
    const database = await makeDatabase('migrated');
    onTestFinished(() => database.drop());

    const { name } = await makeBackup(databaseUrl, bucket);
    await restoreBackup(database.url, bucket, name);

    expect(await contentOf(database.url)).toEqual(before);
    expect(await findBackup('s3://noa/of/a-town/latest')).toMatchObject({ name });
    await bucket.remove(await bucket.list(`${name}/`));
    expect(await bucket.list('')).toEqual([]);
    await expect(readManifest(bucket, name)).rejects.toThrow();
  });
});
