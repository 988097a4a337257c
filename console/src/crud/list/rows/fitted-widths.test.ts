import { describe, expect, it } from 'vitest';
import { fittedWidths } from './fitted-widths.ts';

const alike = [1, 1, 1, 1];

describe('fittedWidths', () => {
  it('leaves columns as wide as they are where all fit', () => {
    expect(fittedWidths([100, 200, 300, 50], alike, 650)).toEqual([100, 200, 300, 50]);
  });

  it('takes from the widest alone, until they are as narrow as the next', () => {
    expect(fittedWidths([100, 400, 300, 50], alike, 650)).toEqual([100, 250, 250, 50]);
    expect(fittedWidths([100, 400, 120, 50], alike, 650)).toEqual([100, 380, 120, 50]);
  });

  it('leaves one of more weight so much more', () => {
    expect(fittedWidths([600, 400, 300, 50], [3, 1, 1, 1], 650)).toEqual([360, 120, 120, 50]);
  });

  it('leaves whole what is to stay whole', () => {
    expect(fittedWidths([100, 400, 300, 150], [1, 1, 0, 0], 650)).toEqual([100, 100, 300, 150]);
  });

  it('takes from those too where the others could no longer be read', () => {
    expect(fittedWidths([100, 400, 300, 300], [1, 1, 0, 0], 640)).toEqual([100, 180, 180, 180]);
  });

  it('fills the room exactly and widens nothing, whatever the widths', () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const widths = Array.from({ length: 8 }, (_, index) => 20 + ((seed * 37 + index * index * 91) % 300));
      const weights = widths.map((_, index) => (seed + index) % 4);
      const room = Math.min(
        widths.reduce((all, each) => all + each, 0),
        400 + seed * 4,
      );
      const fitted = fittedWidths(widths, weights, room);
      expect(fitted.reduce((all, each) => all + each, 0)).toBeCloseTo(room, 6);
      expect(fitted.every((each, index) => each <= (widths[index] ?? 0))).toBe(true);
    }
  });
});
