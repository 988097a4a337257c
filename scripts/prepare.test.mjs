import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { boundCompileCache } from './prepare.mjs';

it('what Node compiled is kept until it is far more than one version leaves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noa-compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'v24'));
  for (const name of ['a', 'b', 'c']) {
    writeFileSync(join(folder, 'v24', name), '');
  }

  boundCompileCache(folder, 4);
  expect(existsSync(join(folder, 'v24/c'))).toBe(true);

  boundCompileCache(folder, 3);
  expect(existsSync(folder)).toBe(false);
  expect(() => boundCompileCache(folder, 3)).not.toThrow();
});
