import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeLeftFolders, workFolder, works } from './work-folders.ts';

it('a server that starts keeps nothing of what a killed one was at, and all else', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'noa-works-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  for (const folder of [...works.map((work) => workFolder(dataDir, work)), join(dataDir, 'moving-months-dead')]) {
    await mkdir(folder);
    await writeFile(join(folder, 'events.csv'), 'half');
  }
  await mkdir(join(dataDir, 'projection'));
  await writeFile(join(dataDir, 'data-key'), 'key');

  await removeLeftFolders(dataDir);

  expect((await readdir(dataDir)).toSorted()).toEqual(['data-key', 'projection']);
});
