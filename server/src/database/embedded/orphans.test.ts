import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isPostmasterAlive } from './orphans.ts';

it.runIf(process.platform === 'linux')(
  'a postmaster that has been killed lives until it has ended, and another program that has its number does not count',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'noa-orphans-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const start = async (name: string, argv0: string) => {
      const program = join(folder, name);
      await copyFile('/bin/cat', program);
      const child = spawn(program, { argv0 });
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child, 'spawn');
      await writeFile(join(folder, 'postmaster.pid'), `${child.pid}\n${folder}\n`);
      return child;
    };

    // As one that has given back its memory, and with it what it was called by.
    const ending = await start('postgres', '');
    expect(await isPostmasterAlive(folder)).toBe(true);
    ending.kill('SIGKILL');
    await once(ending, 'exit');
    expect(await isPostmasterAlive(folder)).toBe(false);

    await start('another', '');
    expect(await isPostmasterAlive(folder)).toBe(false);
    await start('postgres', 'postgres of another folder');
    expect(await isPostmasterAlive(folder)).toBe(false);
  },
);
