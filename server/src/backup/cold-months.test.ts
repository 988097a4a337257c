import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { FolderStore } from '../file-store/folder-store.ts';
import { hashing } from '../file-store/whole-file.ts';
import { anOrg } from '../testing/factories.ts';
import { makeDatabase } from '../testing/databases.ts';
import { asOwner, databaseUrl } from '../testing/harness.ts';
import { checkColdFiles, restoreColdFiles } from './cold-months.ts';
import { keepNewest } from './keep-newest.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-cold-backup-'));
afterAll(() => rm(folder, { recursive: true }));

const [cold, backups] = [new FolderStore(join(folder, 'cold')), new FolderStore(join(folder, 'backups'))];
const org = await anOrg();

/** A month outside the database, as far as a backup looks at it. */
async function aFile(month: string): Promise<string> {
  const name = `${month}/${org.id}-00000000.parquet`;
  const content = `the events of ${month}`;
  const { through, digest } = hashing();
  await Promise.all([
    Readable.from([content]).pipe(through).resume().toArray(),
    cold.write(name, Readable.from([content])),
  ]);
  await asOwner(`insert into cold_file (name, org_id, month, events, bytes, sha256, last_tx, container_ids)
    values ('${name}', '${org.id}', '${month}-01', 1, ${content.length}, '\\x${digest().sha256}', pg_current_xact_id(), '{}')`);
  return name;
}

const saved = (name: string) => `cold-months/${name}`;

describe('a backup of months outside the database', () => {
  it('asks where they are, saves each once, and brings back what is missing', async () => {
    const first = await aFile('2025-01');
    await expect(makeBackup(databaseUrl, backups)).rejects.toThrow('COLD_MONTHS_TO');
    await expect(backups.folders()).rejects.toThrow('There is no folder'); // noticed before anything was written
    const made = await makeBackup(databaseUrl, backups, { coldStore: cold });
    await cold.write('notes.txt', Readable.from(['not ours']));
    const second = await aFile('2025-02');
    const { manifest, name } = await makeBackup(databaseUrl, backups, { coldStore: cold });
    expect(await backups.list('cold-months/')).toEqual([saved(first), saved(second)]);
    expect((await verifyBackup(backups, name, null)).manifest.coldFiles).toHaveLength(2);

    await cold.remove([first]);
    const files = manifest.coldFiles ?? [];
    await expect(restoreColdFiles(files, backups, null)).rejects.toThrow('COLD_MONTHS_TO');
    await restoreColdFiles(files, backups, cold);

    expect(await cold.list('2025')).toEqual([first, second]);
    await writeFile(join(cold.address, second), 'something else');
    await expect(restoreColdFiles(files, backups, cold)).rejects.toThrow(
      `${second} of ${cold.address} is not as it was`,
    );
    await writeFile(join(backups.address, saved(second)), 'something else');
    await expect(verifyBackup(backups, name, null)).rejects.toThrow(`${second} of ${backups.address} is not as it was`);
    expect(made.manifest.coldFiles).toHaveLength(1);
    await writeFile(join(cold.address, second), 'the events of 2025-02');
  });

  it('brings back nothing beside a database that is not empty', async () => {
    const name = await aFile('2025-05');
    const { name: backup } = await makeBackup(databaseUrl, backups, { coldStore: cold });
    const empty = new FolderStore(join(folder, 'untouched'));

    await expect(restoreBackup(databaseUrl, backups, backup, { coldStore: empty })).rejects.toThrow('not empty');
    await expect(readdir(empty.address)).rejects.toThrow('ENOENT');
    const database = await makeDatabase('empty');
    onTestFinished(() => database.drop());
    await restoreBackup(database.url, backups, backup, { coldStore: empty });
    expect(await empty.list('2025-05')).toEqual([name]);
    await asOwner(`delete from cold_file where name = '${name}'`);
  });

  it('writes anew what was cut short among the backups, and says so of what only reading shows', async () => {
    const name = await aFile('2025-04');
    await makeBackup(databaseUrl, backups, { coldStore: cold });
    const file = join(backups.address, saved(name));
    const whole = await readFile(file);
    await truncate(file, 5);
    const { manifest } = await makeBackup(databaseUrl, backups, { coldStore: cold });

    expect(await readFile(file)).toEqual(whole);
    await writeFile(file, whole.toReversed());
    await expect(checkColdFiles(manifest.coldFiles ?? [], backups)).rejects.toThrow(
      'remove it there and make a backup',
    );
    await rm(file);
    await expect(checkColdFiles(manifest.coldFiles ?? [], backups)).rejects.toThrow(
      'remove it there and make a backup',
    );
    await makeBackup(databaseUrl, backups, { coldStore: cold });
    expect(await readFile(file)).toEqual(whole);
    await asOwner(`delete from cold_file where name = '${name}'`);
  });

  it('saves nothing of a file that is not as it was, and keeps a file for as long as a backup needs it', async () => {
    const third = await aFile('2025-03');
    await writeFile(join(cold.address, third), 'something else');
    await expect(makeBackup(databaseUrl, backups, { coldStore: cold })).rejects.toThrow('not as it was written');
    expect(await backups.list('cold-months/2025-03')).toEqual([]);
    await asOwner(`delete from cold_file where name = '${third}' or month = '2025-01-01'`);
    const made = await makeBackup(databaseUrl, backups, { coldStore: cold });

    await keepNewest(databaseUrl, backups, made, 2);
    expect(await backups.list('cold-months/2025-01')).toHaveLength(1); // of the one before

    await keepNewest(databaseUrl, backups, made, 1);
    expect((await backups.list('cold-months/')).map((name) => name.slice(12, 19))).toEqual(['2025-02']);
  });
});
