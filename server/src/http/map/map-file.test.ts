import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMapFile, changed } from './map.fixture.ts';
import { openMapFile } from './map-file.ts';

let folder: string;
const path = () => join(folder, 'town.pmtiles');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noa-map-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the file that MAP_FILE names', () => {
  it('is read in parts, and stays what it was when another is put in its place', async () => {
    await writeFile(path(), aMapFile);
    const file = await openMapFile(path());
    await writeFile(`${path()}.new`, Buffer.alloc(aMapFile.length));
    await rename(`${path()}.new`, path());

    expect(file.size).toBe(aMapFile.length);
    for (const [first, last] of [
      [0, 126],
      [100, 100],
      [500, aMapFile.length - 1],
    ] as const) {
      expect(await buffer(file.read({ first, last }))).toEqual(aMapFile.subarray(first, last + 1));
    }
    await file.close();
  });

  it('has the same version wherever it lies, and another one for other content', async () => {
    const versionOf = async (content: Buffer, name: string) => {
      await writeFile(join(folder, name), content);
      const file = await openMapFile(join(folder, name));
      await file.close();
      return file.version;
    };

    const version = await versionOf(aMapFile, 'one');
    expect(await versionOf(aMapFile, 'two')).toBe(version);
    expect(await versionOf(changed(aMapFile, 110, 1), 'three')).not.toBe(version);
    expect(await versionOf(Buffer.concat([aMapFile, Buffer.alloc(1)]), 'four')).not.toBe(version);
  });

  it.each([
    ['is empty', Buffer.alloc(0), 'no PMTiles file'],
    ['is something else', Buffer.from('<svg/>'.repeat(100)), 'no PMTiles file'],
    ['is of an older version', changed(aMapFile, 7, 2), 'no PMTiles file of version 3'],
    ['is a header alone', aMapFile.subarray(0, 127), 'ends too soon: 127 bytes of'],
    ['was not copied whole', aMapFile.subarray(0, -1), 'ends too soon'],
    ['has pictures in it', changed(aMapFile, 99, 2), 'no vector tiles'],
    ['has tiles that browsers cannot unpack', changed(aMapFile, 98, 4), 'gzip, or none'],
    ['has a directory that browsers cannot unpack', changed(aMapFile, 97, 3), 'gzip, or none'],
  ])('is refused when it %s', async (_, content, reason) => {
    await writeFile(path(), content);

    await expect(openMapFile(path())).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(new RegExp(`^MAP_FILE is ".*town.pmtiles", .*${reason}`)),
    });
  });

  it('is refused when there is none, or a folder', async () => {
    await expect(openMapFile(join(folder, 'gone.pmtiles'))).rejects.toThrow('cannot be read (ENOENT)');
    await expect(openMapFile(folder)).rejects.toThrow('which is no file');
  });
});
