import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsInput, columnsInput, hasTotalOver, heatOf, pivotOf, readAcross, rowsInput } from './pivot.ts';
import type { Question } from '../question/use-question.ts';
import { isOf } from './use-pivot.ts';

const question: Question = {
  preset: null,
  days: { from: '2026-03-01', to: '2026-03-31' },
  compare: null,
  by: ['hour', 'day_of_week'],
  metrics: ['event_count', 'total_litres'],
  across: ['total_litres'],
  chart: 'event_count',
  filters: [
    { field: 'hour', ends: { from: '6', to: '22' }, isNumber: true },
    { field: 'waste_stream', values: ['glass'] },
  ],
  sort: { field: 'total_litres', direction: 'desc' },
  after: null,
};
const pivot = { down: 'hour', across: 'day_of_week', metrics: ['total_litres'] } as const;

describe('what goes across', () => {
  it.each([
    ['event_count', {}, ['event_count']],
    // In the order of the report.
    ['total_litres,gold,event_count', {}, ['event_count', 'total_litres']],
    ['gold', {}, null],
    ['none', {}, null],
    // Hours of days of the week are read as a calendar, until somebody says otherwise.
    [null, {}, ['event_count']],
    [null, { by: ['month', 'entrance'] }, null],
    ['event_count', { by: ['month', 'entrance'] }, ['event_count']],
    ['event_count', { by: ['month'] }, null],
    ['event_count', { filters: [{ field: 'event_count', ends: { from: '5', to: '' }, isNumber: true }] }, null],
  ] as const)('%j of %j is %j', (text, change, metrics) => {
    expect(readAcross(text, { ...question, ...change })).toEqual(metrics);
  });

  it('is the second of two groupings', () => {
    expect(pivotOf(question)).toEqual(pivot);
    expect(pivotOf({ ...question, across: null })).toBeNull();
  });
});

describe('a pivot asks', () => {
  const filters = [
    { field: 'hour', operator: 'gte', value: 6 },
    { field: 'hour', operator: 'lte', value: 22 },
    { field: 'waste_stream', operator: 'in', value: ['glass'] },
  ];

  it('for its rows with their true totals', () => {
    expect(rowsInput(question, pivot, 50)).toMatchObject({
      groupBy: ['hour'],
      metrics: ['total_litres'],
      filters,
      sort: [{ field: 'total_litres', direction: 'desc' }],
      first: 50,
    });
  });

  it('for several figures at once, by the first of which its columns are the greatest', () => {
    const many = { ...pivot, metrics: ['event_count', 'total_litres'] } as const;
    expect(rowsInput(question, many, 50)).toMatchObject({ metrics: many.metrics, sort: [{ field: 'total_litres' }] });
    expect(columnsInput(question, many, false)).toMatchObject({
      metrics: many.metrics,
      sort: [{ field: 'event_count' }],
    });
  });

  it('for its columns with theirs: in order, or the greatest first', () => {
    expect(columnsInput(question, pivot, true)).toMatchObject({ groupBy: ['day_of_week'], filters, sort: [] });
    expect(columnsInput(question, pivot, false).sort).toEqual([{ field: 'total_litres', direction: 'desc' }]);
  });

  it('for the cells where the shown rows and columns meet, and for no more', () => {
    const values = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { maxLength: 24 });
    const across = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 });
    fc.assert(
      fc.property(values, across, (rows, columns) => {
        expect(cellsInput(question, pivot, rows, columns)).toMatchObject({
          filters: [
            { field: 'hour', operator: 'in', value: rows },
            { field: 'day_of_week', operator: 'in', value: columns },
            { field: 'waste_stream', operator: 'in', value: ['glass'] },
          ],
          first: Math.max(1, rows.length * columns.length),
        });
      }),
    );
  });
});

it('tells no total over what the figures are shares of', () => {
  expect(hasTotalOver('waste_stream', 'litres_pct')).toBe(false);
  expect(hasTotalOver('month', 'litres_pct')).toBe(true);
  expect(hasTotalOver('waste_stream', 'total_litres')).toBe(true);
});

it('colours nothing beyond the strongest, and nothing where nothing is', () => {
  fc.assert(
    fc.property(fc.option(fc.integer()), fc.nat(), (value, most) => {
      const heat = heatOf(value, most);
      expect(heat >= 0 && heat <= 1).toBe(true);
    }),
  );
  expect(heatOf(7, 7)).toBe(1);
  expect(heatOf(null, 7)).toBe(0);
});

it('takes an answer for its rows or its columns that has their values and all its figures, and no other', () => {
  const column = (key: 'hour' | 'day_of_week' | 'event_count' | 'total_litres', isGrouping: boolean) => ({
    key,
    type: 'int' as const,
    grouping: isGrouping ? (key as 'hour') : null,
    metric: isGrouping ? null : (key as 'event_count'),
  });
  const [hours, litres, events] = [column('hour', true), column('total_litres', false), column('event_count', false)];

  expect(isOf({ columns: [hours, litres] }, 'hour', pivot)).toBe(true);
  expect(isOf({ columns: [hours, litres] }, 'day_of_week', pivot)).toBe(false);
  expect(isOf({ columns: [hours, events] }, 'hour', pivot)).toBe(false);
  expect(isOf({ columns: [hours, litres, events] }, 'hour', pivot)).toBe(false);
  expect(isOf({ columns: [hours, column('day_of_week', true), litres] }, 'hour', pivot)).toBe(false);
});
