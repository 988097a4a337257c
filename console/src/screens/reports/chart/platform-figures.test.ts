import { describe, expect, it } from 'vitest';
import { greatestRadius, placed, radiusOf } from './platform-figures.ts';

describe('figures of platforms on a map', () => {
  const platforms = [
    { id: 'a', label: 'P-001', lat: 46.5, lng: 26.9 },
    { id: 'b', label: 'P-002', lat: null, lng: null },
  ];

  it('stand where their platforms do; those without a place are counted, and what is not known is left out', () => {
    const { shown, without } = placed(
      [
        ['a', 12],
        ['b', 3],
        ['gone', 1],
        ['unknown', null],
      ],
      platforms,
    );

    expect(shown).toEqual([{ id: 'a', label: 'P-001', lat: 46.5, lng: 26.9, figure: 12 }]);
    expect(without).toBe(2);
  });

  it('are as large as their area says: four times as much is twice as wide, and nothing is still seen', () => {
    expect(radiusOf(100, 100, 20) / radiusOf(25, 100, 20)).toBe(2);
    expect(radiusOf(0, 100, 20)).toBe(4);
    expect(radiusOf(0, 0, 20)).toBe(4);
    expect([1, 60, 1_000].map(greatestRadius).map(Math.round)).toEqual([22, 11, 9]);
  });
});
