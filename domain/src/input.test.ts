import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { parseInput } from './input.ts';

const schema = z.object({
  name: z.string(),
  kind: z.enum(['one', 'other']),
  numbers: z.array(z.int().check(z.maximum(5))).check(z.maxLength(2, 'form.tooMany')),
  value: z.unknown(),
  strict: z.optional(z.strictObject({ known: z.string() })),
});
const good = { name: 'Unu', kind: 'one', numbers: [1], value: null };

it.each([
  [{ name: undefined }, { name: 'form.required' }],
  [{ value: undefined }, { value: 'form.required' }],
  [
    { name: 3, kind: 'third' },
    { name: 'form.badValue', kind: 'form.badValue' },
  ],
  [{ numbers: [6] }, { 'numbers.0': 'form.badValue' }],
  [{ numbers: [1, 2, 3] }, { numbers: 'form.tooMany' }],
  [
    { strict: { known: 'yes', unknown: 1, other: null } },
    { 'strict.unknown': 'form.badValue', 'strict.other': 'form.badValue' },
  ],
])('says by a message key what is wrong with %o, also where the schema says nothing', (given, fields) => {
  const input = JSON.parse(JSON.stringify({ ...good, ...given })) as unknown;

  expect(() => parseInput(schema, input)).toThrow(expect.objectContaining({ fields }));
});

it('says of a field what it does not take itself, and not how it fails to fit the others', () => {
  const fitting = z
    .object({ least: z.int(), most: z.int().check(z.minimum(1, 'form.tooSmall')) })
    .check(z.refine(({ least, most }) => most > least, { path: ['most'], error: 'form.overWarning' }));

  const thrown = (fields: object) => expect.objectContaining({ fields }) as Error;
  expect(() => parseInput(fitting, { least: 5, most: 0 })).toThrow(thrown({ most: 'form.tooSmall' }));
  expect(() => parseInput(fitting, { least: 5, most: 4 })).toThrow(thrown({ most: 'form.overWarning' }));
});
