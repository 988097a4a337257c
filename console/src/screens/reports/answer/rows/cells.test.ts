import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { cellPath, formatCell, labelKey, type CellTexts, type ReportColumn } from './cells.ts';

const t = ((key: string, { number, days }: { number?: number; days?: string } = {}) =>
  days ? `${key} ${number}, ${days}` : key) as unknown as TFunction<['reports', 'common']>;
const labels = new Map([[labelKey('entrance', 'e1'), 'Str. Unirii 12, sc. A']]);
const texts: CellTexts = { t, language: 'ro', labels };

const grouped = (grouping: ReportColumn['grouping'], type: ReportColumn['type']): ReportColumn =>
  ({ grouping, type, key: grouping, metric: null }) as ReportColumn;
const figure = { grouping: null, metric: 'total_litres', key: 'total_litres', type: 'int' } as ReportColumn;

describe('a cell of a report', () => {
  it.each([
    [grouped('month', 'month'), '2026-03', 'mar. 2026'],
    [grouped('date', 'date'), '2026-03-29', '29 mar. 2026'],
    [grouped('week', 'week'), '2026-W10', 'week 10, 2–8 mar. 2026'],
    [grouped('week', 'week'), '2026-W01', 'week 1, 29 dec. 2025 – 4 ian. 2026'],
    [grouped('hour', 'int'), 7, '07:00'],
    [grouped('day_of_week', 'int'), 1, 'luni'],
    [grouped('day_of_week', 'int'), 7, 'duminică'],
    [grouped('year', 'int'), 2026, '2026'],
    [grouped('waste_stream', 'string'), 'glass', 'words.glass'],
    [grouped('entrance', 'id'), 'e1', 'Str. Unirii 12, sc. A'],
    [grouped('entrance', 'id'), 'gone', 'missing'],
    [grouped('entrance', 'id'), null, 'withoutRecord'],
    [figure, 12_345, '12.345'],
    [figure, 0, '0'],
  ])('of $key reads as people write it: %j', (column, value, text) => {
    // Between the ends of a range stand spaces of whatever width the language data has.
    expect(formatCell(column, value, texts).replaceAll(/\s/g, ' ')).toBe(text);
  });

  it('leads to the record it names', () => {
    expect(cellPath(grouped('entrance', 'id'), 'e1')).toBe('/entrances/e1');
    expect(cellPath(grouped('container_group', 'id'), 'g1')).toBe('/container-groups/g1');
    expect(cellPath(grouped('entrance', 'id'), null)).toBeUndefined();
    expect(cellPath(figure, 12)).toBeUndefined();
  });
});
