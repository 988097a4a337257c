import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isInfinite } from '@noa/domain/vocabulary.ts';
import { fold, formatDate, formatDates, formatExact, formatNumber, formatRelative, formatTime } from './format.ts';
import { countDaysIn } from './viewer-zone.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

describe('a date', () => {
  const evening = '2026-11-20T21:15:00Z';
  const next = '2026-11-21T22:00:00Z';

  it('has its day before its month, and hours to 24, in English too', () => {
    expect(formatExact(evening, 'ro')).toBe('20 nov. 2026, 23:15');
    expect(formatExact(evening, 'en')).toBe('20 Nov 2026, 23:15');
  });

  it('goes to another, with the year where that is not this one', () => {
    expect(formatDates(evening, next, 'ro', new Date('2026-12-01T10:00:00Z'))).toMatch(/^20\s?–\s?22 nov\.$/);
    expect(formatDates(evening, evening, 'ro', new Date('2026-12-01T10:00:00Z'))).toBe('20 nov.');
    expect(formatDates(evening, next, 'en', new Date('2027-02-01T10:00:00Z'))).toMatch(/^20\s?–\s?22 Nov 2026$/);
  });
});

describe('a moment', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    countDaysIn('America/Bogota');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    countDaysIn(undefined);
  });

  it('is said by the clock and the calendar of the viewer’s orgs, wherever the browser is', () => {
    const at = '2026-01-01T03:30:00Z';
    const now = new Date('2026-01-01T04:59:00Z');

    expect(formatExact(at, 'ro')).toBe('31 dec. 2025, 22:30');
    expect(formatTime(at, 'ro', now)).toBe('22:30');
    expect(formatTime(at, 'ro', new Date('2026-01-01T05:00:00Z'))).toBe('31 dec. 2025, 22:30');
    expect(formatDate(at, 'ro', now)).toBe('31 dec.');
    expect(formatRelative(at, 'ro', Date.parse('2026-01-02T04:00:00Z'))).toBe('ieri');
  });
});

describe('formatRelative', () => {
  it.each([
    [5, 'acum'],
    [59, 'acum'],
    [60, 'acum 1 minut'],
    [3 * 60, 'acum 3 minute'],
    [20 * 60, 'acum 20 de minute'],
    [2 * 3600, 'acum 2 ore'],
    [86_400, 'ieri'],
    [5 * 86_400, 'acum 5 zile'],
    [400 * 86_400, 'acum 1 an'],
    [13 * 86_400, 'acum 1 săptămână'],
  ])('says %i seconds ago as "%s"', (seconds, expected) => {
    expect(formatRelative(ago(seconds), 'ro', now)).toBe(expected);
  });

  it.each([
    [59, 'acum'],
    [47 * 60, 'acum 47 min.'],
    [86_400, 'acum 1 zi'],
    [7 * 86_400, 'acum 1 săpt.'],
  ])('says %i seconds ago as "%s" where there is little room', (seconds, expected) => {
    expect(formatRelative(ago(seconds), 'ro', now, 'short')).toBe(expected);
  });

  it('speaks of what is ahead', () => {
    expect(formatRelative(ago(-2 * 3600), 'ro', now)).toBe('peste 2 ore');
  });

  it('says yesterday and tomorrow of those days alone, and not of all that is less than two days away', () => {
    const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour - 2);
    const tenOnWednesday = at(25, 10);
    const said = (day: number, hour: number) =>
      formatRelative(new Date(at(day, hour)).toISOString(), 'ro', tenOnWednesday);

    expect([said(24, 9), said(23, 12), said(26, 11), said(27, 9)]).toEqual([
      'ieri',
      'acum 1 zi',
      'mâine',
      'peste 1 zi',
    ]);
  });
});

describe('formatNumber', () => {
  it('has a decimal comma and dots between thousands in Romanian', () => {
    expect(formatNumber(56_736.25, 'ro', 2)).toBe('56.736,25');
  });
});

describe('isInfinite', () => {
  it('knows the end of time however its offset is written', () => {
    expect([isInfinite('2170-01-01T00:00:00.000Z'), isInfinite('2170-01-01T00:00:00+00:00')]).toEqual([true, true]);
  });

  it('leaves other moments alone', () => {
    expect(isInfinite('2027-01-01T00:00:00Z')).toBe(false);
  });
});

describe('fold', () => {
  it('takes comma, cedilla and no mark at all for the same', () => {
    expect(new Set(['Ștefan', 'Ştefan', 'stefan', 'ȘTEFAN'].map(fold)).size).toBe(1);
  });
});
