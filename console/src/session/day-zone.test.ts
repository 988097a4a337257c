import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { timeZones } from '@noa/domain/time/time-zone.ts';
import { countDaysIn, dayAfter, dayOf, midnightOf } from './day-zone.ts';

afterEach(() => countDaysIn(undefined));

it.each([
  ['Europe/Bucharest', '2026-10-25', '2026-10-24T21:00:00.000Z'],
  ['Europe/Bucharest', '2026-10-26', '2026-10-25T22:00:00.000Z'],
  // Clocks skip midnight here, and show it twice.
  ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00.000Z'],
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z'],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
])('begins a day in %s, %s, where its clocks do', (zone, day, begin) => {
  countDaysIn(zone);

  expect(midnightOf(day)).toBe(begin);
});

it('begins every day of every zone when the one before it ends', () => {
  const days = fc.integer({ min: 0, max: 36_000 }).map((count) => dayAfter('1980-01-01', count));
  fc.assert(
    fc.property(fc.constantFrom(...timeZones), days, (zone, day) => {
      countDaysIn(zone);
      const begin = midnightOf(day);
      const before = dayOf(new Date(Date.parse(begin) - 1));
      // A zone that goes over the date line leaves a day out.
      fc.pre(dayOf(begin) === day);
      expect(before < day).toBe(true);
    }),
  );
});
