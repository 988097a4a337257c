import { expect, it } from 'vitest';
import { absentNumber } from './absent.ts';

it.each([
  [true, null, 0],
  [true, undefined, 0],
  [true, '2026-11-01T00:00:00Z', null],
  [false, null, null],
])('a number without a row, where who is seen: %s and known from %s, is %s', (seesWho, whoKnownFrom, absent) => {
  expect(absentNumber(seesWho, whoKnownFrom)).toBe(absent);
});
