import { describe, expect, it } from 'vitest';
import type { Question } from '../question/use-question.ts';
import { absentFigure, beforeInput, seriesOf, shapeOf } from './chart-question.ts';

const question: Question = {
  preset: null,
  days: { from: '2026-03-01', to: '2026-03-31' },
  compare: 'previous',
  by: ['date'],
  metrics: ['event_count'],
  across: null,
  chart: 'event_count',
  filters: [
    { field: 'date', ends: { from: '2026-03-02', to: '' }, isNumber: false },
    { field: 'event_count', ends: { from: '10', to: '' }, isNumber: true },
  ],
  sort: null,
  after: null,
};

describe('the points of the period that is compared with', () => {
  it('are all of its times, however little happened, with what names a time moved along', () => {
    const before = beforeInput(question, 'event_count', ['2026-03-05']);

    expect(before?.days).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(before?.input.filters).toEqual([{ field: 'date', operator: 'gte', value: '2026-02-02' }]);
  });

  it('are the things that are shown', () => {
    const before = beforeInput({ ...question, by: ['waste_stream'] }, 'event_count', ['glass', null]);

    expect(before?.input.filters).toEqual([
      { field: 'waste_stream', operator: 'in', value: ['glass', null] },
      { field: 'date', operator: 'gte', value: '2026-02-02' },
    ]);
  });

  it('are none where nothing is compared, or where the second grouping goes across', () => {
    expect(beforeInput({ ...question, compare: null }, 'event_count', [])).toBeNull();
    expect(beforeInput({ ...question, by: ['hour', 'date'], across: ['event_count'] }, 'event_count', [])).toBeNull();
  });
});

it('a figure without a row is nought only where all rows are there', () => {
  const [ofTimes, ofFigures] = [question.filters.slice(0, 1), question.filters];

  expect(absentFigure({ filters: ofTimes }, 'event_count', 0)).toBe(0);
  expect(absentFigure({ filters: ofTimes }, 'event_count', null)).toBeNull();
  // What had fewer than ten is left out of the table: on its day there was something all the same.
  expect(absentFigure({ filters: ofFigures }, 'event_count', 0)).toBeNull();
  expect(absentFigure({ filters: [] }, 'litres_pct', 0)).toBeNull();
});

describe('what a chart looks like', () => {
  const drawn = (patch: Partial<Question>, metric: Question['chart'] = 'event_count', count?: number) =>
    shapeOf({ ...question, filters: [], ...patch }, metric, count);

  it('follows from the question', () => {
    expect(drawn({ by: ['date'] })).toBe('line');
    expect(drawn({ by: ['month'] }, 'event_count', 2)).toBe('columns');
    expect(drawn({ by: ['hour'] })).toBe('columns');
    expect(drawn({ by: ['waste_stream'] }, 'litres_pct')).toBe('bars');
    expect(drawn({ by: ['month', 'entrance'] })).toBe('columns');
    expect(drawn({ by: ['date', 'entrance'] }, 'event_count', 90)).toBe('line');
    expect(drawn({ by: ['month', 'waste_stream'] }, 'litres_pct')).toBe('share');
    expect(drawn({ by: ['hour', 'day_of_week'], across: ['event_count'] })).toBe('heat');
  });

  it('has shares stacked by what they are shares of alone', () => {
    expect(seriesOf({ ...question, by: ['month', 'waste_stream'] }, 'litres_pct')).toMatchObject({
      across: 'waste_stream',
    });
    expect(seriesOf({ ...question, by: ['month', 'entrance'] }, 'litres_pct')).toBeNull();
    expect(seriesOf({ ...question, by: ['entrance', 'waste_stream'] }, 'litres_pct')).toBeNull();
  });
});
