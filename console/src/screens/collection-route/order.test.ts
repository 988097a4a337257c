import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inDrivingOrder, lengthOf, metresBetween } from './order.ts';

const spot = fc.record({
  latitude: fc.double({ min: 46.4, max: 46.6, noNaN: true }),
  longitude: fc.double({ min: 26.8, max: 27, noNaN: true }),
});
const spots = fc.array(spot, { maxLength: 40 });
const start = fc.option(spot);

/** Sums of the same distances in another order. */
const rounding = 1e-3;

describe('the order of a route', () => {
  it('has every spot once', () => {
    fc.assert(
      fc.property(spots, start, (given, from) => {
        const ordered = inDrivingOrder(given, from);
        expect(ordered).toHaveLength(given.length);
        expect(new Set(ordered)).toEqual(new Set(given));
      }),
    );
  });

  it('is never longer than the order that was given', () => {
    fc.assert(
      fc.property(spots, start, (given, from) => {
        expect(lengthOf(inDrivingOrder(given, from), from)).toBeLessThanOrEqual(lengthOf(given, from) + rounding);
      }),
    );
  });

  it('gains nothing by turning a part of it around', () => {
    fc.assert(
      fc.property(fc.array(spot, { minLength: 2, maxLength: 12 }), spot, fc.nat(), fc.nat(), (given, from, a, b) => {
        const ordered = inDrivingOrder(given, from);
        const [low, high] = [a % ordered.length, b % ordered.length].toSorted((x, y) => x - y) as [number, number];
        const turned = ordered.with(0, ordered[0] ?? from);
        turned.splice(low, high - low + 1, ...ordered.slice(low, high + 1).toReversed());
        expect(lengthOf(ordered, from)).toBeLessThanOrEqual(lengthOf(turned, from) + rounding);
      }),
    );
  });

  it('begins at the first that was chosen where nobody knows where the driver is', () => {
    fc.assert(
      fc.property(fc.array(spot, { minLength: 1, maxLength: 20 }), (given) => {
        expect(inDrivingOrder(given, null)[0]).toBe(given[0]);
      }),
    );
  });

  it('goes along a street from the end at which the driver is, and through a block of 200 in a moment', () => {
    const street = [3, 1, 4, 0, 2].map((step) => ({ latitude: 46.5, longitude: 26.9 + step / 1000 }));
    const ordered = inDrivingOrder(street, { latitude: 46.5, longitude: 26.91 });
    expect(ordered.map(({ longitude }) => Math.round((longitude - 26.9) * 1000))).toEqual([4, 3, 2, 1, 0]);

    const block = Array.from({ length: 200 }, (_, index) => ({
      latitude: 46.5 + ((index * 7) % 20) / 1000,
      longitude: 26.9 + ((index * 11) % 23) / 1000,
    }));
    expect(lengthOf(inDrivingOrder(block, null), null)).toBeLessThan(lengthOf(block, null) / 4);
  });

  it('measures a town as a map does', () => {
    const square = { latitude: 46.5671, longitude: 26.9146 };
    expect(metresBetween(square, { ...square, latitude: square.latitude + 0.01 })).toBeCloseTo(1112, 0);
    expect(metresBetween(square, { ...square, longitude: square.longitude + 0.01 })).toBeCloseTo(764.5, 0);
  });
});
