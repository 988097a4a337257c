import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countDaysIn } from '../ui/values/viewer-zone.ts';
import { eventDaysOf, periodOfDays } from './days.ts';

describe('periodOfDays', () => {
  // The browser of the tests is in no such zone; where it is two o'clock there, the day is another one in Romania.
  const now = new Date('2026-03-01T23:30:00Z');
  beforeEach(() => countDaysIn('America/Bogota'));
  afterEach(() => countDaysIn(undefined));

  it('goes from midnight to midnight where the orgs of the viewer are, over the end of a month, and stays open where it reaches into the present', () => {
    const midnight = (day: string) => `${day}T05:00:00.000Z`;
    expect(periodOfDays('yesterday', now)).toEqual({ from: midnight('2026-02-28'), to: midnight('2026-03-01') });
    expect(periodOfDays('today', now)).toEqual({ from: midnight('2026-03-01') });
    expect(periodOfDays('last7Days', now)).toEqual({ from: midnight('2026-02-23') });
  });

  it('is all days where an address says nothing that is known', () => {
    expect([null, '', 'toString', 'tomorrow'].map(eventDaysOf)).toEqual(Array(4).fill(undefined));
    expect(eventDaysOf('yesterday')).toBe('yesterday');
  });
});
