import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBTimestampValue } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openFile } from './connection.ts';
import { withLiterals } from './literals.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-literals-'));
await mkdir(join(folder, 'projection'));
const file = await openFile(join(folder, 'projection', 'events.duckdb'));
afterAll(async () => {
  await file.close();
  await rm(folder, { recursive: true });
});

const hostile = fc.constantFrom(
  "'",
  "''",
  '\\',
  '\0',
  '$1',
  '$2',
  '--',
  ';',
  "'; drop table t; --",
  '"',
  '\n',
  'ș',
  '🗑',
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(hostile).map((parts) => parts.join('')),
);
const moment = fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n });

it('a query reads each value as it was given, whatever text it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      text,
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      moment,
      async (a, b, n, x, at) => {
        const sql = `select $2::varchar, $1::varchar, $3::integer - 1::bigint, $4::double, epoch_us($5::timestamp)::varchar, $2::varchar = $1`;
        const values = [a, b, n, x, new DuckDBTimestampValue(at)];
        const expected = [b, a, BigInt(n) - 1n, x + 0, String(at), a === b];
        expect(await file.writer.rows(sql, values)).toEqual([expected]);
        for await (const rows of file.writer.pieces(sql, values)) {
          expect(rows).toEqual([expected]);
        }
      },
    ),
  );
});

it.each([null, undefined, NaN, true, [], new Date(0)])('a query takes no %s', (value) => {
  expect(() => withLiterals('select $1', [value])).toThrow(TypeError);
});
