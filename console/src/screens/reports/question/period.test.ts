import { afterEach, describe, expect, it, vi } from 'vitest';
import { isDay } from '@noa/domain/time/calendar.ts';
import { countDaysIn } from '../../../ui/values/viewer-zone.ts';
import { daysOf, periodOf, presets, today } from './period.ts';

describe('a preset', () => {
  it.each([
    ['thisMonth', '2026-03-01', '2026-03-31'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
    ['last30Days', '2026-03-02', '2026-03-31'],
    ['last12Months', '2025-04-01', '2026-03-31'],
    ['thisYear', '2026-01-01', '2026-03-31'],
    ['lastYear', '2025-01-01', '2025-12-31'],
  ] as const)('%s is from %s to %s on the last of March 2026', (preset, from, to) => {
    expect(daysOf(preset, '2026-03-31')).toEqual({ from, to });
  });

  it('crosses the year', () => {
    expect(daysOf('lastMonth', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(presets.every((preset) => isDay(daysOf(preset, '2024-02-29').from))).toBe(true);
  });
});

describe('a period', () => {
  it.each([
    ['2026-01-01', '2026-01-31', '2025-12-31T22:00:00.000Z', '2026-01-31T22:00:00.000Z'],
    ['2026-03-29', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
    ['2026-10-25', '2026-10-25', '2026-10-24T21:00:00.000Z', '2026-10-25T22:00:00.000Z'],
  ])('of the days %s to %s begins and ends at midnight in Romania, whatever the clocks do', (from, to, begin, end) => {
    expect(periodOf({ from, to })).toEqual({ from: begin, to: end });
  });

  it('knows the day it is there', () => {
    expect(today(new Date('2026-06-30T21:30:00Z'))).toBe('2026-07-01');
  });

  it.each(['America/New_York', 'Asia/Tokyo', 'UTC'])('is of the orgs’ zone in a browser of %s', (browser) => {
    vi.stubEnv('TZ', browser);
    countDaysIn('Atlantic/Azores');

    expect(periodOf({ from: '2026-01-31', to: '2026-01-31' })).toEqual({
      from: '2026-01-31T01:00:00.000Z',
      to: '2026-02-01T01:00:00.000Z',
    });
    expect(today(new Date('2026-07-01T23:59:00Z'))).toBe('2026-07-01');
    expect(today(new Date('2026-12-01T00:30:00Z'))).toBe('2026-11-30');
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    countDaysIn(undefined);
  });
});
