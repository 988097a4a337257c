import { describe, expect, it } from 'vitest';
import { minutesToMonthEnd } from './month-end.mjs';

describe('the last hours of a month', () => {
  it.each([
    ['2026-11-26T12:00:00Z', '2026-11-30T22:30:00Z'],
    ['2026-11-30T22:29:00Z', '2026-11-30T22:30:00Z'],
    ['2026-11-30T22:30:00Z', '2026-12-31T22:30:00Z'],
    ['2026-12-31T23:10:00Z', '2027-01-31T22:30:00Z'],
    ['2027-01-31T23:00:00Z', '2027-02-28T22:30:00Z'],
    ['2028-02-01T00:00:00Z', '2028-02-29T22:30:00Z'],
  ])('begin, seen from %s, at %s', (now, expected) => {
    const begins = Date.parse(now) + minutesToMonthEnd(new Date(now)) * 60_000;

    expect(new Date(begins)).toEqual(new Date(expected));
  });
});
