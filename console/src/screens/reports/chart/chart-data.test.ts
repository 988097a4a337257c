import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartPoints, hasRest, labelEvery, ticksTo, withBefore } from './chart-data.ts';

describe('the points of a chart', () => {
  it('are all places on the axis, each with what it has of each series and what is left', () => {
    const points = chartPoints(
      {
        points: [
          ['2026-01', 10],
          ['2026-03', 4],
        ],
        series: ['glass', 'residual'],
        parts: [
          ['2026-01', 'glass', 6],
          ['2026-01', 'residual', 1],
          ['2026-03', 'residual', 4],
        ],
      },
      ['2026-01', '2026-02', '2026-03'],
      0,
    );

    expect(points).toEqual([
      { key: '2026-01', total: 10, parts: [6, 1, 3] },
      { key: '2026-02', total: 0, parts: [0, 0, 0] },
      { key: '2026-03', total: 4, parts: [0, 4, 0] },
    ]);
    expect(hasRest(points, 2)).toBe(true);
  });

  it('leave a gap where a figure is not known', () => {
    expect(chartPoints({ points: [[7, 12.5]], series: [], parts: [] }, [7, 8], null)).toEqual([
      { key: 7, total: 12.5, parts: [12.5] },
      { key: 8, total: null, parts: [null] },
    ]);
  });

  it('leave a gap where a figure is there and not known, though what is not there is nothing', () => {
    const points = chartPoints({ points: [['a', null]], series: ['x'], parts: [['a', 'x', null]] }, ['a', 'b'], 0);

    expect(points).toEqual([
      { key: 'a', total: null, parts: [null, 0] },
      { key: 'b', total: 0, parts: [0, 0] },
    ]);
    const before = new Map([['a', null]]);
    expect(withBefore(points, before, (key) => key, 0).map((point) => point.before)).toEqual([null, 0]);
  });

  it('stand against their place in the other period, as far as that reaches', () => {
    const points = chartPoints(
      { points: [['2026-01', 10]], series: [], parts: [] },
      ['2026-01', '2026-02', '2026-03'],
      0,
    );
    const before = new Map([['2025-01', 7]]);
    const positions: Record<string, string> = { '2026-01': '2025-01', '2026-02': '2025-02' };

    expect(withBefore(points, before, (key) => positions[String(key)], 0).map((point) => point.before)).toEqual([
      7,
      0,
      null,
    ]);
    expect(points[0]).not.toHaveProperty('before');
  });

  it('have no rest where nothing is left but what was rounded away', () => {
    const rounded = (total: number, ...figures: number[]) =>
      chartPoints(
        {
          points: [['a', total]],
          series: figures.map((_figure, index) => index),
          parts: figures.map((figure, index) => ['a', index, figure] as const),
        },
        ['a'],
        0,
      );

    expect(hasRest(rounded(7.2, 2.4, 4.8), 2)).toBe(false);
    expect(hasRest(rounded(7.3, 2.4, 4.8), 2)).toBe(false);
    expect(hasRest(rounded(8, 2, 5), 2)).toBe(true);
  });

  it('have parts that make up the total, whatever the series are', () => {
    const figures = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(figures, fc.nat(1_000), (own, rest) => {
        const total = own.reduce((sum, figure) => sum + figure, rest);
        const series = own.map((_figure, index) => index);
        const parts = own.map((figure, index) => ['a', index, figure] as const);

        const [point] = chartPoints({ points: [['a', total]], series, parts }, ['a'], 0);

        expect(point?.parts).toEqual([...own, rest]);
      }),
    );
  });
});

describe('the axis', () => {
  it('goes by round numbers from nothing to beyond the greatest', () => {
    expect(ticksTo(64_598)).toEqual([0, 20_000, 40_000, 60_000, 80_000]);
    expect(ticksTo(100)).toEqual([0, 50, 100]);
    expect(ticksTo(0)).toEqual([0, 1]);
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1e12, noNaN: true }), (most) => {
        const ticks = ticksTo(most);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-9));
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });

  it('has a label wherever there is room for one', () => {
    expect(labelEvery(12, 1200, 80)).toBe(1);
    expect(labelEvery(365, 700, 90)).toBe(47);
  });
});
