import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { timeZones } from '@noa/domain/time/time-zone.ts';
import { dayAfter, dayOf, midnightOf, minuteOf, momentAt } from './day-zone.ts';
import { countDaysIn } from './viewer-zone.ts';

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

it('is the usual one where a browser is too old to know the one that is told', () => {
  countDaysIn('Europe/New_Kyiv');

  expect(midnightOf('2026-10-25')).toBe('2026-10-24T21:00:00.000Z');
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

it('finds every moment by what the clocks of any zone show, the first of two; what they never show is none', () => {
  const minutes = fc.integer({ min: 0, max: 50_000_000 }).map((count) => new Date(count * 60_000));
  fc.assert(
    fc.property(fc.constantFrom(...timeZones), minutes, (zone, moment) => {
      countDaysIn(zone);
      const shown = minuteOf(moment);
      const found = momentAt(shown);
      // Some zones were off by odd seconds until 1972.
      fc.pre(moment.getTime() > Date.UTC(1973, 0));
      expect(found && minuteOf(found)).toBe(shown);
      expect(found?.getTime()).toBeLessThanOrEqual(moment.getTime());
    }),
  );
  countDaysIn('Europe/Bucharest');
  expect(momentAt('2026-10-25T03:30')?.toISOString()).toBe('2026-10-25T00:30:00.000Z');
  expect(momentAt('2026-03-29T03:30:00')).toBeUndefined();
});

const sources = import.meta.glob<string>(['../../**/*.ts', '../../**/*.tsx', '!../../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What tells a day or an hour of the browser's own zone; of a format, unless it names a zone. */
const ofTheBrowser =
  /\.(get|set)(Date|Day|FullYear|Hours|Minutes|Month)\(|\.to(Date|Time)String\(|\.toLocale(Date|Time)String\(|new Intl\.DateTimeFormat\((?![^)]*timeZone)|T\d\d:\d\d(:\d\d)?[`']\)/;

it('is the only clock: nothing of the console reads that of the browser', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(500);
  expect(Object.keys(sources).filter((name) => ofTheBrowser.test(sources[name] ?? ''))).toEqual([]);
});
