import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asSystem } from '../testing/harness.ts';
import { boolArray, int4Array, int8Array, textArray, timestampArray, uuidArray } from './binary-array.ts';

const rows = fc.array(
  fc.record({
    truth: fc.boolean(),
    small: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    large: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
    words: fc.option(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''))),
    moment: fc.date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    }),
    id: fc.uuid(),
  }),
  { maxLength: 20 },
);

it('PostgreSQL reads from an array what was put into it', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const read = await asSystem((tx) =>
        sql`select truth, small, large::text, words, moment, id from unnest(
          ${boolArray(given.map(({ truth }) => truth))}::bool[], ${int4Array(given.map(({ small }) => small))}::int4[],
          ${int8Array(given.map(({ large }) => large))}::int8[], ${textArray(given.map(({ words }) => words))}::text[],
          ${timestampArray(given.map(({ moment }) => moment))}::timestamptz[],
          ${uuidArray(given.map(({ id }) => id))}::uuid[]) as i (truth, small, large, words, moment, id)`.execute(tx),
      );

      expect(read.rows).toEqual(given);
    }),
    { numRuns: 50 },
  );
});
