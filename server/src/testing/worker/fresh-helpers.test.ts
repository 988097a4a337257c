import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const files = {
  'src/product.ts': `export const product = {};`,
  'src/testing/harness.ts': `export const database = {};`,
  'src/some.fixture.ts': `export { database as ofFixture } from './testing/harness.ts';`,
  'src/one.test.ts': `export * from './product.ts'; export * from './testing/harness.ts'; export * from './some.fixture.ts';`,
  'src/two.test.ts': `export * from './product.ts'; export * from './testing/harness.ts'; export * from './some.fixture.ts';`,
  'src/wrong.ts': `export * from './testing/harness.ts';`,
  'src/three.test.ts': `export * from './wrong.ts';`,
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noa-helpers-'));
  await mkdir(join(folder, 'src/testing'), { recursive: true });
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(join(folder, path), text)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a worker that imports test files as Vitest does prints. */
async function inWorker(lines: string): Promise<string> {
  const hook = new URL('./fresh-helpers.ts', import.meta.url).href;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', hook, '--input-type=module', '-e', lines],
    { cwd: folder },
  );
  return stdout.trim();
}

describe('a worker that runs many test files', () => {
  it('loads the product once, and what helps testing once for each file', async () => {
    const said = await inWorker(`
      const one = await import('./src/one.test.ts?vitest=1');
      const two = await import('./src/two.test.ts?vitest=1');
      console.log(one.product === two.product, one.database === two.database, two.database === two.ofFixture);`);

    expect(said).toBe('true false true');
  });

  it('refuses a helper by way of a module that would be kept', async () => {
    await expect(inWorker(`await import('./src/three.test.ts?vitest=3');`)).rejects.toThrow(
      'it must be a helper itself',
    );
  });
});
