import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { databaseUrl } from '../../testing/harness.ts';
import { openDatabase } from '../database.ts';
import { describeTables } from './describe-tables.ts';

it('table-types.ts is what the migrations make; print it anew by `npm run tables`', async () => {
  const owner = openDatabase(databaseUrl);
  const printed = await describeTables(owner);
  await owner.destroy();

  expect(await readFile(new URL('../table-types.ts', import.meta.url), 'utf8')).toBe(printed);
});
