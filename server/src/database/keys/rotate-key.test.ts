import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { noa } from '../../testing/command.fixture.ts';
import { loadDataKey } from '../../config/data-key.ts';
import { makeDatabase } from '../../testing/databases.ts';
import { sessionOf } from '../connection/session.ts';
import { withClient } from '../connection/with-client.ts';
import { keyId } from './sealing.ts';

const [database, folder] = await Promise.all([makeDatabase('migrated'), mkdtemp(join(tmpdir(), 'noa-keys-'))]);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Without DATA_KEY: the installation has made its own. */
const dataDir = join(folder, 'data');
await mkdir(dataDir);
await loadDataKey(dataDir);
const settings = { DATA_KEY: '', DATA_DIR: dataDir };
const rotate = () => noa({ program: 'database/keys/rotate-key.ts', url: database.url, settings }, 'rotate-key');
const backup = (...args: readonly string[]) =>
  noa({ program: 'backup/command.ts', url: database.url, settings }, ...args);
const currentKey = () => readFile(join(dataDir, 'data-key'));

it('keeps each key of DATA_DIR that it exchanges, says where and for how long, and verifies backups of before with it', async () => {
  expect(await rotate()).toMatchObject({ code: 0 });
  const old = await currentKey();
  const target = join(folder, 'backups');
  expect(await backup('backup', '--to', target)).toMatchObject({ code: 0 });

  const { out, code } = await rotate();

  expect(code).toBe(0);
  const id = keyId(old).toString('hex');
  const kept = join(dataDir, `data-key.${id}`);
  expect(await readFile(kept)).toEqual(old);
  expect((await stat(kept)).mode & 0o777).toBe(0o600);
  expect(await currentKey()).not.toEqual(old);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('data-key'))).toHaveLength(3); // two exchanges
  expect(out).toContain(id);
  expect(out).toContain(
    `is in ${kept}: backups from before open with it only. Remove it when the last of them is gone.`,
  );
  expect(await backup('verify', 'latest', '--to', target)).toMatchObject({
    err: '',
    code: 0,
    out: expect.stringContaining('is sound'),
  });
});

it('says by its id which key backups of before need, where the key is a setting', async () => {
  const [from, to] = [await currentKey(), Buffer.alloc(32, 9)];
  const keys = { DATA_KEY: from.toString('hex'), NEW_DATA_KEY: to.toString('hex') };

  const { out } = await noa(
    { program: 'database/keys/rotate-key.ts', url: database.url, settings: { ...settings, ...keys } },
    'rotate-key',
  );

  expect(out).toContain(`Keep the old key, with the id ${keyId(from).toString('hex')}`);
});

it('is refused while another exchanges the key, whose files it would change', async () => {
  const before = await readdir(dataDir);

  const said = await withClient(sessionOf(database.url, 'owner'), async (other) => {
    await other.query(`select pg_advisory_lock(hashtext('noa.rotate_key'))`);
    return rotate();
  });

  expect(said).toMatchObject({ code: 2, err: expect.stringContaining('another rotate-key works on this database') });
  expect(await readdir(dataDir)).toEqual(before);
});

it('takes no file for the key that was cut short, and says what to do', async () => {
  const cut = join(folder, 'cut');
  await mkdir(cut);
  await writeFile(join(cut, 'data-key'), '');

  await expect(loadDataKey(cut)).rejects.toThrow(`${join(cut, 'data-key')} is no data key: it has 0 bytes`);
});
