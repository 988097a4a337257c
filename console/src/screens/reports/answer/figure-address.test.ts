import { describe, expect, it } from 'vitest';
import { figureSearch, readFigure, tableSearch } from './figure-address.ts';

describe('the address of a figure', () => {
  it('is that of the report with the figure beside it, and leads back to it', () => {
    const report = '?period=thisYear&by=month%2Centrance&waste_stream=glass&after=abc';
    const keys = [
      { grouping: 'month', value: '2026-02' },
      { grouping: 'hour', value: 7 },
      { grouping: 'entrance', value: null },
    ] as const;

    const search = figureSearch(report, keys, 'total_litres');

    expect(readFigure(new URLSearchParams(search))).toEqual({ metric: 'total_litres', keys, after: null });
    expect(tableSearch(`${search}&recordsAfter=x`)).toEqual({ search: report.slice(1) });
  });

  it('of a total names no row', () => {
    const search = figureSearch('?cell=month:2026-02&recordsAfter=x', [], 'event_count');

    expect(search).toBe('?records=event_count');
    expect(readFigure(new URLSearchParams(search))).toEqual({ metric: 'event_count', keys: [], after: null });
  });

  it('opens no figure that does not exist', () => {
    expect(readFigure(new URLSearchParams('records=tons'))).toBeUndefined();
    expect(readFigure(new URLSearchParams('records=event_count&cell=planet:Mars'))?.keys).toEqual([]);
  });
});
