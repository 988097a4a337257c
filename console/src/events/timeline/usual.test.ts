import { expect, it } from 'vitest';
import { againstUsual } from './usual.ts';

/** Days, oldest first, that had so many openings each; today, at the end, had a hundred. */
const daysOf = (openings: readonly number[]) =>
  [...openings, 100].map((each, index) => ({
    date: `day ${index}`,
    from: '',
    to: '',
    openings: each,
    refusals: 50,
    cardActions: 0,
    handovers: null,
    emptyings: null,
  }));
const week = (openings: number) => Array.from({ length: 7 }, () => openings);
const weeks = (...openings: number[]) => daysOf(openings.flatMap(week));

it('compares the last whole week with the average of three before, as a share', () => {
  expect(againstUsual(weeks(4, 5, 6, 6))).toEqual({ count: 42, usual: 35, change: { by: 0.2, isShare: true } });
  expect(againstUsual(weeks(4, 5, 6, 0))).toMatchObject({ count: 0, change: { by: -1 } });
});

it('counts the same days of the week alone, whatever lies before them', () => {
  expect(againstUsual(daysOf([900, ...week(5), ...week(5), ...week(5), ...week(5)]))).toEqual({
    count: 35,
    usual: 35,
    change: null,
  });
});

it('says of a few how many more, as a share of them would be much', () => {
  expect(againstUsual(weeks(1, 1, 1, 2))).toEqual({ count: 14, usual: 7, change: { by: 7, isShare: false } });
});

it('says nothing where nothing is usual yet, or nothing was opened for a week', () => {
  expect(againstUsual(daysOf([...week(5), ...week(5), ...week(5)]))).toBeNull();
  expect(againstUsual(weeks(0, 5, 5, 5))).toBeNull();
  expect(againstUsual(weeks(5, 0, 5, 5))).toBeNull();
  expect(againstUsual([])).toBeNull();
});
