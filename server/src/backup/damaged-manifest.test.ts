import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openFileStore } from '../file-store/file-store.ts';
import { noa } from '../testing/command.fixture.ts';
import { anOrg } from '../testing/factories.ts';
import { databaseUrl } from '../testing/harness.ts';
import { makeBackup } from './make-backup.ts';
import { readManifest } from './manifest.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-manifest-'));
afterAll(() => rm(folder, { recursive: true }));
await anOrg();
const store = await openFileStore(folder);
const { name } = await makeBackup(databaseUrl, store);
const path = join(folder, name, 'manifest.json');
const whole = await readFile(path, 'utf8');

/** Of before there was a hash of it. */
const unhashed = (manifest: Record<string, unknown>) => ({ ...manifest, sha256: undefined });
const parsed = JSON.parse(whole) as Record<string, unknown>;

const damages: Readonly<Record<string, string>> = {
  'one digit of a sequence is another': whole.replace(
    /("value": ")(\d)/,
    (_, before: string, digit: string) => `${before}${(Number(digit) + 1) % 10}`,
  ),
  'a table is left out': JSON.stringify({ ...parsed, tables: (parsed['tables'] as unknown[]).slice(1) }),
  'it is cut short': whole.slice(0, 3000),
  'it is empty': '',
  'it is something else': 'null',
  'it says nothing': '{}',
  'it is no text': '\u0000\u0001\u0002',
  'it has no tables, and no hash yet': JSON.stringify(unhashed({ ...parsed, tables: undefined })),
  'a table of it has no columns, and it has no hash yet': JSON.stringify(
    unhashed({ ...parsed, tables: [{ name: 'org' }] }),
  ),
};

it.each(Object.entries(damages))('a manifest is damaged, and the backup with it, where %s', async (_, content) => {
  await writeFile(path, content);

  await expect(readManifest(store, name)).rejects.toMatchObject({
    name: 'BackupError',
    message: expect.stringMatching(new RegExp(`manifest.json of the backup ${name} .*take another backup`)) as string,
  });
});

it('a manifest that was written before there were hashes of manifests is read', async () => {
  await writeFile(path, JSON.stringify(unhashed(parsed)));

  expect(await readManifest(store, name)).toMatchObject({ tables: parsed['tables'] });
});

it('list names a damaged backup as such, and verify says that it is not sound', async () => {
  await writeFile(path, whole.slice(0, 3000));
  const where = { program: 'backup/command.ts', url: databaseUrl, settings: { DATA_DIR: join(folder, 'none') } };

  expect(await noa(where, 'list', '--to', folder)).toMatchObject({
    out: expect.stringContaining(`${name} (damaged`) as string,
  });
  expect(await noa(where, 'verify', `${folder}/latest`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('manifest.json') as string,
  });
});
