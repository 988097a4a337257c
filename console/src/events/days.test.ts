import { describe, expect, it } from 'vitest';
import { eventDaysOf, periodOfDays } from './days.ts';

const local = (...parts: [number, number, number]) => new Date(...parts).toISOString();

describe('periodOfDays', () => {
  const now = new Date(2026, 2, 1, 14, 30);

  it('goes from midnight to midnight, over the end of a month, and stays open where it reaches into the present', () => {
    expect(periodOfDays('yesterday', now)).toEqual({ from: local(2026, 1, 28), to: local(2026, 2, 1) });
    expect(periodOfDays('today', now)).toEqual({ from: local(2026, 2, 1) });
    expect(periodOfDays('last7Days', now)).toEqual({ from: local(2026, 1, 23) });
  });

  it('is all days where an address says nothing that is known', () => {
    expect([null, '', 'toString', 'tomorrow'].map(eventDaysOf)).toEqual(Array(4).fill(undefined));
    expect(eventDaysOf('yesterday')).toBe('yesterday');
  });
});
