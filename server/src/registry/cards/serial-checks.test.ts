import { sql } from 'kysely';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getValue, findRows } from '../../database/statements.ts';
import { asSystem } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';

/** What each column of a card takes, as it was written when the table was made. */
const patterns = {
  serial_number: '^([0-9A-F]{2}){4,10}$',
  display_serial_number: '^[A-RTUW-Z2-9]{7,16}$',
} as const;

const oneOf = (signs: string) => fc.constantFrom(...Array.from(signs));
/** Signs at the edges of what is taken, and such as take several bytes or end lines. */
const sign = oneOf('0129AFGRSTUVWXZaz @/:[`Șé\n\r٣𝟘');
const text = fc.oneof(
  fc.string({ unit: sign, maxLength: 22 }),
  fc.string({ unit: oneOf('09AF'), maxLength: 24 }),
  fc.string({ unit: oneOf('29ARTUWZ'), maxLength: 20 }),
  // One sign of something else in what would be taken.
  fc
    .tuple(fc.string({ unit: oneOf('29AF'), minLength: 6, maxLength: 19 }), sign, fc.nat(19))
    .map(([serial, other, at]) => serial.slice(0, at) + other + serial.slice(at)),
);

it.each(Object.entries(patterns))('%s takes and refuses what its pattern does', async (column, pattern) => {
  const texts = fc.sample(text, { numRuns: rounds(3_000, 30_000), seed: 1 });

  const differing = await asSystem(async (tx) => {
    const check = await getValue<string>(tx)`
      select pg_get_expr(conbin, conrelid) from pg_constraint where conname = ${`card_${column}_check`}`;
    return findRows(tx)`
      select s as serial from (select s collate "C" as ${sql.ref(column)}, s from unnest(${texts}::text[]) as s) as card
      where (${sql.raw(check)}) is distinct from (s ~ ${pattern})`;
  });

  // Else nothing was compared.
  const taken = texts.filter((each) => new RegExp(pattern).test(each)).length;
  expect([taken > 100, texts.length - taken > 100]).toEqual([true, true]);
  expect(differing).toEqual([]);
});
