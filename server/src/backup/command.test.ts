import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { openFileStore } from '../file-store/file-store.ts';
import { somebody } from '../file-store/other-user.fixture.ts';
import { noa, noaProcess } from '../testing/command.fixture.ts';
import { anOrg } from '../testing/factories.ts';
import { databaseUrl } from '../testing/harness.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-commands-'));
afterAll(() => rm(folder, { recursive: true }));
await anOrg();

const run = promisify(execFile);

const isRoot = process.geteuid?.() === 0;
const where = (settings: Record<string, string> = {}) => ({
  program: 'backup/command.ts',
  url: databaseUrl,
  settings: { DATA_DIR: join(folder, 'none'), ...settings },
});

describe('npx noa', () => {
  it('list says that there is no such place, and that there is nothing in one', async () => {
    const nowhere = join(folder, 'nowhere');
    expect(await noaProcess(where(), 'list', '--to', nowhere)).toMatchObject({
      out: '',
      err: expect.stringContaining(`There is no folder ${nowhere}`) as string,
      code: 1,
    });
    expect(await noa(where(), 'list', '--to', folder)).toMatchObject({
      err: `There are no backups in ${folder}.\n`,
      code: 0,
    });
  });

  it('backup goes on when nobody reads any more what it says', async () => {
    const to = join(folder, 'unheard');
    const program = fileURLToPath(new URL('./command.ts', import.meta.url));
    const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'none') };
    for (const _ of [1, 2]) {
      const unheard = ['--norc', '-o', 'pipefail', '-c', '"$@" | true', 'sh', process.execPath, program];
      const { stderr } = await run('bash', [...unheard, 'backup', '--to', to, '--keep', '1'], { env });
      expect(stderr).toBe('');
    }
    expect(await readdir(to)).toHaveLength(1);
  });

  it.each(['s3:/bucket/noa', ' s3://bucket/noa', 'ftp://host/noa', ''])(
    'backup writes into no folder that is called as a mistyped place is: "%s"',
    async (to) => {
      const before = await readdir('.');
      const said = await noa(where(), 'backup', '--to', to);

      expect(said).toMatchObject({ out: '', err: expect.stringContaining('--to') as string });
      expect(said.code).not.toBe(0);
      expect(await readdir('.')).toEqual(before);
    },
  );

  it('backup and list name the place that they cannot use, and what can be done', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await noa(where(), 'backup', '--to', file)).toMatchObject({
      err: `${file} is no folder, or leads through a file: name a folder.\n`,
      code: 2,
    });
    expect(await noa(where(), 'backup', '--to', '/proc/noa')).toMatchObject({
      err: expect.stringMatching(/^\/proc\/noa is not there: /) as string,
      code: 2,
    });
    expect(await noa(where(), 'list', '--to', file)).toMatchObject({
      err: expect.stringContaining(`There is no folder ${file}`) as string,
      code: 1,
    });
  });

  it('backup says that its place is full, and leaves nothing there', async () => {
    const to = join(folder, 'full');
    const program = fileURLToPath(new URL('./command.ts', import.meta.url));
    const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'none') };
    const within = ['--norc', '-c', 'ulimit -f 1 && exec "$@"', 'sh', process.execPath, program, 'backup', '--to', to];

    await expect(run('bash', within, { env })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(new RegExp(`^${to} may not become so large`)) as string,
    });
    expect(await readdir(to)).toEqual([]);
  });

  it('backup takes no place that has the months that are outside the database', async () => {
    const said = await noa(
      where({ COLD_MONTHS_TO: join(folder, 'b/cold-months') }),
      'backup',
      '--to',
      join(folder, 'b'),
    );
    expect(said).toMatchObject({ err: expect.stringMatching(/--to .*COLD_MONTHS_TO/) as string, code: 1 });
  });

  it.runIf(isRoot)('backup as root gives what it writes to whoever owns the place', async () => {
    const to = join(folder, 'of-the-server');
    await mkdir(to);
    await chown(to, somebody.uid, somebody.gid);
    expect(await noa(where(), 'backup', '--to', to)).toMatchObject({ err: '', code: 0 });

    const [name = ''] = await readdir(to);
    const paths = [name, ...(await readdir(join(to, name))).map((file) => join(name, file))];
    const owners = await Promise.all(paths.map(async (path) => (await stat(join(to, path))).uid));
    expect(new Set(owners)).toEqual(new Set([somebody.uid]));
    const months = await openFileStore(join(to, 'months/of/years'));
    await months.write('2025-01/a.parquet', Readable.from(['x']));
    expect((await stat(join(to, 'months/of'))).uid).toBe(somebody.uid);
  });

  it.runIf(isRoot)('restore as root makes nothing that the server could not read', async () => {
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await chown(dataDir, somebody.uid, somebody.gid);
    const to = join(folder, 'restorable');
    await noa(where(), 'backup', '--to', to);
    const said = await noaProcess(where({ DATA_DIR: dataDir }), 'restore', `${to}/latest`);

    expect(said.err).toContain(`belongs to the user with the id ${somebody.uid}`);
    expect(said.code).toBe(1);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
