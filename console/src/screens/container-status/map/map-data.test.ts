import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOf, gridOf, outlineOf, rankOf } from './map-data.ts';

const state = (level: 'error' | 'warning' | 'info' | 'ok' | null) => ({ level, isSilent: false });

describe('what the map draws', () => {
  it('puts the worst on top: a cluster shows the highest rank within', () => {
    const ranks = (['ok', 'info', null, 'warning', 'error'] as const).map((level) => rankOf(state(level)));
    expect(ranks).toEqual([0, 1, 2, 3, 4]);
  });

  it('draws the town around all its containers', () => {
    const degrees = fc.double({ min: -1, max: 1, noNaN: true });
    const corner = fc.record({ longitude: degrees, latitude: degrees });
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 40 }), (points) => {
        const ring = outlineOf(points)?.geometry.coordinates[0];
        fc.pre(ring !== undefined);
        for (const { longitude, latitude } of points) {
          const isInside = ring.slice(1).every(([x2 = 0, y2 = 0], index) => {
            const [x1 = 0, y1 = 0] = ring[index] ?? [];
            return (x2 - x1) * (latitude - y1) - (y2 - y1) * (longitude - x1) >= -1e-9;
          });
          expect(isInside).toBe(true);
        }
      }),
    );
  });

  it('has no town of one or two places, or of places in a row', () => {
    const corners = (longitudes: number[]) => longitudes.map((longitude) => ({ longitude, latitude: longitude }));
    expect(outlineOf(corners([1]))).toBeNull();
    expect(outlineOf(corners([1, 2]))).toBeNull();
    expect(outlineOf(corners([1, 2, 3]))).toBeNull();
  });

  it('holds all of them in a box, and lays a grid of few lines over it', () => {
    const box = boxOf([
      { longitude: 26.9, latitude: 46.5 },
      { longitude: 27, latitude: 46.6 },
    ]);
    expect(box).toEqual({ west: 26.9, south: 46.5, east: 27, north: 46.6 });
    expect(boxOf([])).toBeNull();
    const lines = box ? gridOf(box).features.length : 0;
    expect(lines).toBeGreaterThan(20);
    expect(lines).toBeLessThan(90);
  });
});
