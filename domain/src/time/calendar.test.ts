import { expect, it } from 'vitest';
import { isDay, isMonth, isWeek } from './calendar.ts';

it.each([
  [
    isDay,
    ['2026-02-28', '2024-02-29', '0000-01-01', '9999-12-31'],
    ['2026-02-29', '2026-2-28', '2026-13-01', '2026-00-10', '2026-02-28T00:00Z', 'x', '', 20_260_228, null],
  ],
  [isMonth, ['2026-12', '0001-01'], ['2026-13', '2026-00', '2026-1', '2026', '2026-12-01', 202_612, null]],
  // 2020 and 2026 have 53 weeks, 2024 (a leap year that begins on a Monday) and 2027 have not.
  [
    isWeek,
    ['2026-W01', '2026-W53', '2020-W53', '2024-W52'],
    ['2026-W54', '2027-W53', '2024-W53', '2026-W00', '2026-W5', '2026-05', null],
  ],
] as const)('%o takes what the calendar has, and nothing else', (holds, good, bad) => {
  expect(good.filter((text) => !holds(text))).toEqual([]);
  expect(bad.filter((text) => holds(text))).toEqual([]);
});

it('knows the days of every year as the calendar counts them', () => {
  for (let at = Date.UTC(1970, 0, 1); at < Date.UTC(2400, 0, 1); at += 86_400_000) {
    const text = new Date(at).toISOString().slice(0, 10);
    expect(isDay(text), text).toBe(true);
    const isLast = new Date(at + 86_400_000).getUTCDate() === 1;
    if (isLast) {
      const after = `${text.slice(0, 8)}${Number(text.slice(8)) + 1}`;
      expect(isDay(after), after).toBe(false);
    }
  }
});

it('knows the weeks of every year as the calendar counts them', () => {
  for (let at = Date.UTC(1970, 0, 1); at < Date.UTC(2400, 0, 1); at += 7 * 86_400_000) {
    // 1 January 1970 was a Thursday, and the year of a week is that of its Thursday.
    const year = new Date(at).getUTCFullYear();
    const week = Math.floor((at - Date.UTC(year, 0, 1)) / (7 * 86_400_000)) + 1;
    const text = `${year}-W${String(week).padStart(2, '0')}`;
    expect(isWeek(text), text).toBe(true);
    const isLast = new Date(at + 7 * 86_400_000).getUTCFullYear() > year;
    if (isLast) {
      expect(isWeek(`${year}-W${week + 1}`), `after ${text}`).toBe(false);
    }
  }
});
