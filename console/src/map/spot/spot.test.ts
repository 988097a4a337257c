import { describe, expect, it } from 'vitest';
import { cornersOf, spotOf, spotsOf, rounded } from './spot.ts';

describe('a place', () => {
  it('is what two fields say that are both on the earth', () => {
    expect(spotOf(46.5, 26.9)).toEqual({ lat: 46.5, lng: 26.9 });
    expect(spotOf(0, 0)).toEqual({ lat: 0, lng: 0 });
    for (const [lat, lng] of [
      [46.5, null],
      [Number.NaN, 26.9],
      [91, 26.9],
      [46.5, -181],
      ['46', '26'],
    ]) {
      expect(spotOf(lat, lng)).toBeNull();
    }
  });

  it('is kept to a tenth of a metre', () => {
    expect(rounded({ lat: 46.123456789, lng: 26.1 })).toEqual({ lat: 46.123457, lng: 26.1 });
  });
});

describe('spots', () => {
  it('are held by their corners; none are held by nothing', () => {
    const spots = spotsOf([{ lat: 46, lng: 27 }, { lat: null, lng: null }, { lat: 47, lng: 26 }, {}]);

    expect(spots).toHaveLength(2);
    expect(cornersOf(spots)).toEqual([
      [26, 46],
      [27, 47],
    ]);
    expect(cornersOf([])).toBeNull();
  });
});
