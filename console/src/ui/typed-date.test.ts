import { describe, expect, it } from 'vitest';
import { readDate, showDate } from './typed-date.ts';

describe('a day that is typed', () => {
  it.each(['01.12.2025', '1.12.2025', ' 01.12.2025 ', '1/12/2025', '2025-12-01'])('is read from %j', (typed) => {
    expect(readDate(typed, 'day')).toBe('2025-12-01');
  });

  it.each(['', '31.02.2026', '12/31/2025', '1.12.25', '01.12', 'mâine', '01.12.2025 10:00'])('is not %j', (typed) => {
    expect(readDate(typed, 'day')).toBeUndefined();
  });
});

describe('a moment that is typed', () => {
  it.each([
    ['01.12.2025 9:05', 'minute', '2025-12-01T09:05'],
    ['2025-12-01T09:05', 'minute', '2025-12-01T09:05'],
    ['01.12.2025', 'minute', '2025-12-01T00:00'],
    ['01.12.2025 09:05:07', 'second', '2025-12-01T09:05:07'],
    ['01.12.2025 09:05', 'second', '2025-12-01T09:05:00'],
  ] as const)('%s, to the %s, is %s', (typed, precision, value) => {
    expect(readDate(typed, precision)).toBe(value);
  });

  it('is none at 25 o’clock', () => {
    expect(readDate('01.12.2025 25:00', 'minute')).toBeUndefined();
  });
});

it.each([
  ['2025-12-01', 'day', 'ro', '01.12.2025'],
  ['2025-12-01', 'day', 'en', '2025-12-01'],
  ['2025-12-01T09:05', 'minute', 'ro', '01.12.2025 09:05'],
  ['2025-12-01T09:05:07', 'second', 'ro', '01.12.2025 09:05:07'],
  ['', 'day', 'ro', ''],
  ['mâine', 'day', 'ro', ''],
] as const)('%j, to the %s, is shown in %s as %j', (value, precision, language, shown) => {
  expect(showDate(value, precision, language)).toBe(shown);
});
