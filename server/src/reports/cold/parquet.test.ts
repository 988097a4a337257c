import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { literal, withParquet } from './parquet.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-parquet-'));
afterAll(() => rm(folder, { recursive: true }));

/** Would take hours. */
const endless = 'select count(*) from range(1_000_000_000_000) t (n) where n % 7 = 3';

it('what reads files ends when nobody waits for it any more, before it runs and while it does', async () => {
  const gone = AbortSignal.abort(new Error('They have left'));
  await expect(withParquet(folder, ({ rows }) => rows(endless), { signal: gone })).rejects.toThrow('They have left');

  const leaving = new AbortController();
  const asked = withParquet(
    folder,
    ({ rows }) => {
      setTimeout(() => leaving.abort(), 100);
      return rows(endless);
    },
    { signal: leaving.signal },
  );

  await expect(asked).rejects.toThrow();
});

it('a file that takes the place of another is read as it is, be it as long and of the same second', async () => {
  const path = join(folder, 'month.parquet');

  const read = await withParquet(folder, async ({ run, rows }) => {
    const years: unknown[] = [];
    for (const year of [2024, 2025, 2026]) {
      await run(`copy (select ${year} + range as year from range(10)) to ${literal(path)} (format parquet)`);
      years.push(...(await rows(`select min(year)::integer from ${literal(path)}`)));
      await rm(path);
    }
    return years.flat();
  });

  expect(read).toEqual([2024, 2025, 2026]);
});
