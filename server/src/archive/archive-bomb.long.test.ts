import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { anOrg } from '../testing/factories.ts';
import { db, keyring } from '../testing/harness.ts';
import { ArchiveReader } from './archive-file.ts';
import { aPath, exportTo } from './archive.fixture.ts';
import { forgedArchive, withEntrySize } from './forged-archive.fixture.ts';

it('a file that inflates to more than it says is left where it does, and an archive that says how large it is is not held', async () => {
  const org = await anOrg();
  const sound = await readFile(await exportTo(db, keyring, org.id));
  const [honest, lying] = [aPath(), aPath()];
  await writeFile(
    honest,
    forgedArchive(sound, 'card.csv', (header) => `${header}${'a'.repeat(100_000_000)}`),
  );
  await writeFile(lying, withEntrySize(await readFile(honest), 'card.csv', 1000));
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);

  await expect(ArchiveReader.open(lying)).rejects.toMatchObject({ reason: 'changed' });
  (await ArchiveReader.open(honest)).close();

  clearInterval(looking);
  expect((most - before) / 1024 ** 2).toBeLessThan(64);
});
