import { expect, it } from 'vitest';
import { countDaysIn } from '../../ui/values/viewer-zone.ts';
import { dayAddress, isDays, spanIn } from './day-address.ts';

const day = { from: '2026-11-11T22:00:00.000Z', to: '2026-11-12T22:00:00.000Z' };

it('says a day as the moments at which it begins and ends', () => {
  expect(spanIn(new URLSearchParams(dayAddress(day)))).toEqual(day);
});

it.each([
  '',
  'from=2026-11-11',
  'to=2026-11-11',
  'from=x&to=y',
  'from=2026-11-12&to=2026-11-11',
  'from=2026-11-12&to=2026-11-12',
])('says no day where the address says none: %s', (search) => {
  expect(spanIn(new URLSearchParams(search))).toBeNull();
});

it('knows whole days of the viewer’s orgs from any other stretch', () => {
  const midnight = (day: number, hours = 5) => new Date(Date.UTC(2026, 9, day, hours)).toISOString();
  countDaysIn('America/Bogota');
  expect(isDays({ from: midnight(25), to: midnight(26) })).toBe(true);
  expect(isDays({ from: midnight(25), to: midnight(27) })).toBe(true);
  expect(isDays({ from: midnight(25, 7), to: midnight(26, 7) })).toBe(false);
  expect(isDays({ from: midnight(25), to: midnight(26, 7) })).toBe(false);
  countDaysIn(undefined);
  expect(isDays({ from: '2026-10-24T21:00:00.000Z', to: '2026-10-25T22:00:00.000Z' })).toBe(true); // of 25 hours
});
