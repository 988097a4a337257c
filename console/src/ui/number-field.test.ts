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
});
