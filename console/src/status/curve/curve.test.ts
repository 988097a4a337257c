import { describe, expect, it } from 'vitest';
import { acrossOf, datesOf, downOf, runsOf, toldIn } from './curve.ts';

const [first, last] = ['2026-11-01T00:00:00Z', '2026-11-11T00:00:00Z'];
const period = { from: Date.parse(first), to: Date.parse(last) };
const at = (day: number, pct: number) => ({ at: `2026-11-0${day}T00:00:00Z`, pct });
const frame = { width: 250, height: 120, top: 10, right: 10, bottom: 10, left: 40 };

describe('a curve', () => {
  it('goes from the left to the right of the period, and from 100 % above to 0 below', () => {
    const x = acrossOf(period, frame);
    expect([first, '2026-11-06T00:00:00Z', last].map(x)).toEqual([40, 140, 240]);
    expect([100, 50, 0].map(downOf(frame))).toEqual([10, 60, 110]);
  });

  it('breaks where nothing was told for more than a tenth of the period', () => {
    const readings = [at(1, 10), at(2, 20), at(6, 40), at(7, 50)];
    expect(runsOf(period, readings).map((run) => run.map(({ pct }) => pct))).toEqual([
      [10, 20],
      [40, 50],
    ]);
    expect(runsOf(period, [])).toEqual([]);
  });

  it('goes on between readings that never come more often', () => {
    const readings = [at(1, 90), at(4, 88), at(7, 87)];
    expect(runsOf(period, readings)).toEqual([readings]);
  });

  it('has dates evenly below it, from its first to its last day', () => {
    expect(datesOf(period, 3).map((date) => date.slice(0, 10))).toEqual(['2026-11-01', '2026-11-06', '2026-11-11']);
  });

  it('says the same as a table, newest first', () => {
    expect(toldIn({ readings: [at(1, 90), at(3, 2)], emptyings: ['2026-11-02T00:00:00Z'] })).toEqual([
      at(3, 2),
      { at: '2026-11-02T00:00:00Z', pct: null },
      at(1, 90),
    ]);
  });
});
