import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellKey } from '../answer/rows/cells.ts';
import { comparedDays } from './compared-days.ts';
import { differenceOf, keyOf, otherQuestion } from './comparison.ts';
import { counterpart, movedFilter, timesThrough } from './counterpart.ts';
import type { Question } from '../question/use-question.ts';

const days = (from: string, to: string) => ({ from, to });

describe('the period to compare with', () => {
  it.each([
    ['thisMonth', '2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21'],
    ['thisMonth', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['lastMonth', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['last30Days', '2026-10-23', '2026-11-21', '2026-09-23', '2026-10-22'],
    ['last12Months', '2025-12-01', '2026-11-21', '2024-12-01', '2025-11-21'],
    ['thisYear', '2026-01-01', '2026-11-21', '2025-01-01', '2025-11-21'],
    ['lastYear', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    [null, '2026-03-01', '2026-04-30', '2026-01-01', '2026-02-28'],
    [null, '2026-03-10', '2026-03-12', '2026-03-07', '2026-03-09'],
  ] as const)('before %s, %s to %s, is from %s to %s', (preset, from, to, otherFrom, otherTo) => {
    expect(comparedDays(days(from, to), preset, 'previous')).toEqual(days(otherFrom, otherTo));
  });

  it.each([
    ['last30Days', '2026-10-23', '2026-11-21', '2025-10-23', '2025-11-21'],
    [null, '2024-02-29', '2024-03-05', '2023-02-28', '2023-03-05'],
    ['lastMonth', '2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
  ] as const)('a year before %s, %s to %s, is from %s to %s', (preset, from, to, otherFrom, otherTo) => {
    expect(comparedDays(days(from, to), preset, 'year')).toEqual(days(otherFrom, otherTo));
  });

  it('ends on the day before, whatever days are asked for', () => {
    const isoDay = fc.integer({ min: 0, max: 20_000 });
    const text = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
    fc.assert(
      fc.property(isoDay, fc.nat(2_000), (first, length) => {
        const other = comparedDays(days(text(first), text(first + length)), null, 'previous');
        expect(other.to).toBe(text(first - 1));
      }),
    );
  });
});

const year2026 = days('2026-01-01', '2026-12-31');
const year2025 = days('2025-01-01', '2025-12-31');

describe('what a row is set against', () => {
  it.each([
    [{ grouping: 'month', value: '2026-03' }, '2025-03'],
    [{ grouping: 'year', value: 2026 }, 2025],
    [{ grouping: 'date', value: '2026-03-01' }, '2025-03-01'],
    // The first of January 2026 is in week 1 of 2026, the first of January 2025 in week 1 of 2025.
    [{ grouping: 'week', value: '2026-W11' }, '2025-W11'],
    [{ grouping: 'hour', value: 7 }, 7],
    [{ grouping: 'day_of_week', value: 1 }, 1],
    [{ grouping: 'entrance', value: 'e1' }, 'e1'],
    [{ grouping: 'waste_stream', value: null }, null],
  ] as const)('%j of a year: %j of the one before', (key, value) => {
    expect(counterpart(key as CellKey, year2026, year2025)).toEqual({ grouping: key.grouping, value });
  });

  it('is nothing where the other period is over', () => {
    const [march, february] = [days('2026-03-01', '2026-03-31'), days('2026-02-01', '2026-02-28')];

    expect(counterpart({ grouping: 'date', value: '2026-03-28' }, march, february)?.value).toBe('2026-02-28');
    expect(counterpart({ grouping: 'date', value: '2026-03-29' }, march, february)).toBeUndefined();
  });

  it('is met again on the way back', () => {
    const values = {
      date: fc.integer({ min: 0, max: 27 }).map((day) => `2026-05-${String(day + 1).padStart(2, '0')}`),
      month: fc.constantFrom('2026-05'),
      week: fc.constantFrom('2026-W18', '2026-W19', '2026-W20', '2026-W21'),
    };
    const keys = fc.constantFrom('date' as const, 'month' as const, 'week' as const);
    const starts = fc.integer({ min: -400, max: 400 });
    fc.assert(
      fc.property(
        keys.chain((grouping) => values[grouping].map((value) => ({ grouping, value }))),
        starts,
        (key, start) => {
          const may = days('2026-05-01', '2026-05-31');
          const from = new Date(Date.UTC(2026, 4, 1 + start));
          const to = new Date(from.getTime() + 40 * 86_400_000);
          const other = days(from.toISOString().slice(0, 10), to.toISOString().slice(0, 10));

          const there = counterpart(key, may, other);

          expect(there && counterpart(there, other, may)).toEqual(key);
        },
      ),
    );
  });

  it('moves with a filter that names a time', () => {
    const filter = { field: 'month', ends: { from: '2026-03', to: '' }, isNumber: false } as const;

    expect(movedFilter(filter, year2026, year2025)).toEqual({ ...filter, ends: { from: '2025-03', to: '' } });
  });
});

const question: Question = {
  preset: 'lastYear',
  days: year2026,
  compare: 'previous',
  by: ['month', 'waste_stream'],
  metrics: ['event_count'],
  across: null,
  chart: 'event_count',
  filters: [
    { field: 'event_count', ends: { from: '10', to: '' }, isNumber: true },
    { field: 'hour', ends: { from: '7', to: '9' }, isNumber: true },
    { field: 'waste_stream', values: ['glass', 'residual'] },
  ],
  sort: null,
  after: 'somewhere',
};

describe('the question of the other period', () => {
  const rows: CellKey[][] = [
    [
      { grouping: 'month', value: '2026-03' },
      { grouping: 'waste_stream', value: 'glass' },
    ],
    [
      { grouping: 'month', value: '2026-04' },
      { grouping: 'waste_stream', value: 'glass' },
    ],
  ];
  const other = otherQuestion(question, rows);

  it('asks for the rows that are shown, whatever they counted then', () => {
    expect(other?.rows).toMatchObject({
      from: '2024-12-31T22:00:00.000Z',
      filters: [
        { field: 'month', operator: 'in', value: ['2025-03', '2025-04'] },
        { field: 'waste_stream', operator: 'in', value: ['glass'] },
        { field: 'hour', operator: 'gte', value: 7 },
        { field: 'hour', operator: 'lte', value: 9 },
      ],
      first: 2,
    });
    expect(other?.counterparts.get(keyOf(rows[0] ?? []))).toBe('["2025-03","glass"]');
  });

  it('is the same question, for the totals', () => {
    expect(other?.totals).toMatchObject({
      groupBy: ['month', 'waste_stream'],
      filters: [
        { field: 'event_count', operator: 'gte', value: 10 },
        { field: 'hour', operator: 'gte', value: 7 },
        { field: 'hour', operator: 'lte', value: 9 },
        { field: 'waste_stream', operator: 'in', value: ['glass', 'residual'] },
      ],
    });
  });

  it('is not asked when nothing is to be compared', () => {
    expect(otherQuestion({ ...question, compare: null }, rows)).toBeNull();
  });
});

it.each([
  [110, 100, { absolute: 10, percent: 10 }],
  [0, 8, { absolute: -8, percent: -100 }],
  [5, 0, { absolute: 5, percent: null }],
  [12.3, 12.1, { absolute: 0.2, percent: expect.closeTo(1.65, 1) as number }],
  [null, 3, null],
  [3, null, null],
])('%j after %j differs by %j', (now, before, difference) => {
  expect(differenceOf(now, before)).toEqual(difference);
});

it('knows all times from the first to the last, those without figures too', () => {
  expect(timesThrough('month', ['2026-02', '2025-12'])).toEqual(['2025-12', '2026-01', '2026-02']);
  expect(timesThrough('week', ['2026-W53', '2027-W02'])).toEqual(['2026-W53', '2027-W01', '2027-W02']);
  expect(timesThrough('day_of_week', [3])).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(timesThrough('date', [])).toEqual([]);
  expect(timesThrough('entrance', ['e1'])).toBeUndefined();
});
