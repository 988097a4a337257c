import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBox, isAskedFor, isInside, levelOf, listFilter, readBox, readOverview } from './overview.ts';

const overviewOf = (address: string) => readOverview(new URLSearchParams(address));

describe('the address of the overview', () => {
  it('takes what makes sense and leaves the rest', () => {
    expect(overviewOf('level=error&stream=glass&stale=true&q=LM-1&bbox=26.1,44.4,26.2,44.5&tab=map')).toEqual({
      level: 'error',
      stream: 'glass',
      stale: true,
      q: 'LM-1',
      bbox: { west: 26.1, south: 44.4, east: 26.2, north: 44.5 },
      after: null,
      before: null,
      tab: 'map',
    });
    expect(overviewOf('level=awful&stream=iron&stale=perhaps&bbox=1,2,3')).toMatchObject({
      level: null,
      stream: null,
      stale: false,
      bbox: null,
    });
  });

  it.each(['', '1,2,3', '2,1,1,2', '1,2,2,1', '1,1,2,91', '-181,1,2,2', 'a,b,c,d', '1,1,2,2,3', '1e1,1,20,2'])(
    'has no box in "%s"',
    (text) => expect(readBox(text)).toBeNull(),
  );

  it('reads a box as it was written, to the metre', () => {
    const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(degrees(-170, 169), degrees(-80, 79), degrees(0.001, 1), degrees(0.001, 1), (west, south, w, h) => {
        const read = readBox(formatBox({ west, south, east: west + w, north: south + h }));
        expect(read?.west).toBeCloseTo(west, 4);
        expect(read?.south).toBeCloseTo(south, 4);
        expect(read?.east).toBeCloseTo(west + w, 4);
        expect(read?.north).toBeCloseTo(south + h, 4);
      }),
    );
  });
});

describe('what is asked for', () => {
  it('asks the server for the state of nothing known by a word of its own', () => {
    expect(listFilter(overviewOf('level=unknown'))).toEqual({ unknown: true });
    expect(listFilter(overviewOf('level=ok&stale=true&stream=glass&q=a'))).toEqual({
      level: 'ok',
      silent: true,
      wasteStream: 'glass',
      q: 'a',
    });
  });

  it('is judged here as the server judges it', () => {
    const silent = { level: null, isSilent: true };
    expect(levelOf(silent)).toBe('unknown');
    expect(isAskedFor(overviewOf('level=unknown'), silent)).toBe(true);
    expect(isAskedFor(overviewOf('level=error'), silent)).toBe(false);
    expect(isAskedFor(overviewOf('stale=true'), { level: 'ok', isSilent: false })).toBe(false);
    expect(isAskedFor(overviewOf(''), { level: 'ok', isSilent: false })).toBe(true);
    expect(isInside({ west: 1, south: 1, east: 2, north: 2 }, { longitude: 2, latitude: 1 })).toBe(true);
    expect(isInside({ west: 1, south: 1, east: 2, north: 2 }, { longitude: 2.1, latitude: 1 })).toBe(false);
  });
});
