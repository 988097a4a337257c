import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { PassingError } from '@noa/domain/errors.ts';
import { noa } from '../../testing/command.fixture.ts';
import { lockDataFolder } from './data-folder-lock.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-lock-'));
afterAll(() => rm(folder, { recursive: true }));
const lock = join(folder, 'noa.pid');
beforeEach(() => rm(lock, { force: true }));

/** A process that is called as one of ours is, and holds the folder. */
async function heldBy(program: string): Promise<number> {
  const path = join(folder, program);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `process.stdout.write('here'); setInterval(() => undefined, 1000);`);
  const child = spawn(process.execPath, [path, 'backup'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  });
  await once(child.stdout, 'data');
  await writeFile(lock, String(child.pid));
  return child.pid ?? 0;
}

describe('a data folder', () => {
  it('is not taken from a server', async () => {
    const pid = await heldBy('server/src/main.ts');

    await expect(lockDataFolder(folder)).rejects.toThrow(`Another Noa (process ${pid}) runs on ${folder}`);
    expect(await readFile(lock, 'utf8')).toBe(String(pid));
  });

  it('is not taken from a command, which ends by itself', async () => {
    const pid = await heldBy('server/src/backup/command.ts');

    const taken = lockDataFolder(folder);
    await expect(taken).rejects.toBeInstanceOf(PassingError);
    await expect(taken).rejects.toThrow(`A command of Noa (process ${pid}) works on ${folder}`);
    expect(await readFile(lock, 'utf8')).toBe(String(pid));
  });

  it('keeps another command from working on the PostgreSQL that the first will stop', async () => {
    await heldBy('server/src/backup/command.ts');
    const settings = { DATA_DIR: folder };

    await mkdir(join(folder, 'postgres'), { recursive: true });
    await writeFile(join(folder, 'postgres/PG_VERSION'), '18\n');
    expect(
      await noa({ program: 'backup/command.ts', url: '', settings }, 'backup', '--to', join(folder, 'b')),
    ).toMatchObject({
      code: 1,
      err: expect.stringContaining('A command of Noa') as string,
    });
  });

  it('is taken where its holder has ended, or its number is another program’s by now', async () => {
    for (const holder of ['999999999', await heldBy('server/other.ts'), '', 'torn']) {
      await writeFile(lock, String(holder));
      const letGo = await lockDataFolder(folder);

      expect(await readFile(lock, 'utf8')).toBe(String(process.pid));
      await letGo();
    }
  });

  it('is taken by one of several that come at the same moment', async () => {
    const path = join(folder, 'together/src/main.ts');
    await mkdir(dirname(path), { recursive: true });
    const module = new URL('data-folder-lock.ts', import.meta.url).href;
    await writeFile(
      path,
      `import { lockDataFolder } from '${module}';
      process.stdin.once('data', () => lockDataFolder('${folder}').then(() => console.log('taken'), () => console.log('refused')));
      console.log('here');`,
    );
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'ignore'] }),
    );
    onTestFinished(async () => {
      const closed = children.map((child) => once(child, 'close'));
      children.forEach((child) => child.kill('SIGKILL'));
      await Promise.all(closed);
    });
    const next = () => Promise.all(children.map(async ({ stdout }) => String(await once(stdout, 'data')).trim()));
    await next();

    const said = next();
    children.forEach(({ stdin }) => stdin.write('now'));

    expect((await said).toSorted()).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 'taken']);
  });
});
