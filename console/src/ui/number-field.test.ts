import { describe, expect, it } from 'vitest';
import { parseNumber } from './NumberField.tsx';

describe('parseNumber', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['1100', 1100],
    ['1 100', 1100],
    ['47,24656', 47.24656],
    ['47.24656', 47.24656],
    ['-26,5', -26.5],
    [',5', 0.5],
    ['12a', Number.NaN],
    ['1,2,3', Number.NaN],
    ['-', Number.NaN],
  ])('reads %j as %s', (text, number) => {
    expect(parseNumber(text)).toBe(number);
  });

  it.each([
    ['1.100', 1_100],
    ['10.000', 10_000],
    ['1.000.000', 1_000_000],
    ['1,100', 1_100],
    ['1 100', 1_100],
    ['1100', 1_100],
    ['1,5', 1.5],
    ['1.10', 1.1],
    ['1.100,5', Number.NaN],
    ['0.240', 0.24],
  ])('reads %j as %s where whole numbers are meant, with thousands as lists write them', (text, number) => {
    expect(parseNumber(text, true)).toBe(number);
  });
});
