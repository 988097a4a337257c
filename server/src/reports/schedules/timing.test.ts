import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportPeriods, scheduleFrequencies } from '@noa/domain/reporting/report-schedule.ts';
import { periodAt } from './relative-period.ts';
import { dueAfter, farthestHours, lastDue, type Timing } from './timing.ts';

/** Clocks that change at 1, 2, 3 and 0 o'clock, by an hour and by half of one, north and south, and not at all. */
const zones = [
  'Europe/Bucharest',
  'Europe/Lisbon',
  'America/New_York',
  'America/Santiago',
  'Asia/Beirut',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'UTC',
];
const minute = 60_000;
const hour = 60 * minute;

const readers = new Map(
  zones.map((zone) => [
    zone,
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
);
/** What clocks and calendars on the wall show: `2026-03-29 03:00`. */
const wall = (moment: number, zone: string) => readers.get(zone)?.format(moment) ?? '';

function isDayOf({ frequency, weekday, monthDay }: Timing, day: string): boolean {
  const noon = new Date(`${day}T12:00:00Z`);
  if (frequency === 'daily') {
    return true;
  }
  if (frequency === 'weekly') {
    return (noon.getUTCDay() || 7) === weekday;
  }
  const tomorrow = new Date(noon.getTime() + 24 * hour);
  const isLast = tomorrow.getUTCDate() === 1;
  return noon.getUTCDate() === monthDay || (isLast && noon.getUTCDate() < (monthDay ?? 0));
}

/** Watches the wall every quarter of an hour, and writes down the first moment of each day on which the hour has come. */
function watch(timing: Timing, zone: string, from: number, to: number): Date[] {
  const moments: Date[] = [];
  const seen = new Set<string>();
  const begin = Math.floor(from / (15 * minute)) * 15 * minute - 36 * hour;
  for (let moment = begin; moment <= to; moment += 15 * minute) {
    const [day = '', time = ''] = wall(moment, zone).split(' ');
    if (!seen.has(day) && time >= `${String(timing.hour).padStart(2, '0')}:00` && isDayOf(timing, day)) {
      seen.add(day);
      moments.push(new Date(moment));
    }
  }
  return moments.filter((moment) => moment.getTime() > from && moment.getTime() <= to);
}

const timings: fc.Arbitrary<Timing> = fc.record({
  frequency: fc.constantFrom(...scheduleFrequencies),
  weekday: fc.integer({ min: 1, max: 7 }),
  monthDay: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(28, 29, 30, 31)),
  hour: fc.oneof(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 1, 2, 3)),
});

const bucharest = 'Europe/Bucharest';
const at = (text: string) => new Date(text);

describe('when a schedule sends', () => {
  it('is each time what somebody sees who watches the clock on the wall, in every zone', () => {
    const someday = fc.integer({ min: Date.UTC(2024, 0, 10), max: Date.UTC(2030, 0, 1) });
    const check = (timing: Timing, zone: string, start: number) => {
      const days = timing.frequency === 'monthly' ? 75 : 20;
      const end = start + days * 24 * hour;
      const expected = watch(timing, zone, start, end);

      const sent: Date[] = [];
      for (let next = dueAfter(timing, zone, new Date(start)); next.at.getTime() <= end;) {
        sent.push(next.at);
        expect(lastDue(timing, zone, new Date(next.at.getTime() + minute))).toEqual(next);
        const later = dueAfter(timing, zone, next.at);
        expect(later.at.getTime() - next.at.getTime()).toBeLessThanOrEqual(farthestHours[timing.frequency] * hour);
        next = later;
      }
      expect(sent).toEqual(expected);
    };

    // On Chatham the clocks go from a quarter to three to a quarter to four, and never show three o'clock.
    const skipped: Timing = { frequency: 'daily', weekday: 1, monthDay: 1, hour: 3 };
    fc.assert(fc.property(timings, fc.constantFrom(...zones), someday, check), {
      numRuns: 60,
      examples: [[skipped, 'Pacific/Chatham', Date.UTC(2027, 8, 5, 14)]],
    });
  });

  it.each([
    [
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30',
      'the night an hour is left out, as soon as it is over',
    ],
    ['2026-10-24T12:00:00Z', '2026-10-25T00:00:00.000Z', '2026-10-26', 'the night an hour comes twice, the first time'],
  ])('after %s at 3 is %s, and then on %s: %s', (after, expected, tomorrow) => {
    const timing: Timing = { frequency: 'daily', weekday: null, monthDay: null, hour: 3 };

    const first = dueAfter(timing, bucharest, at(after));

    expect(first.at.toISOString()).toBe(expected);
    expect(dueAfter(timing, bucharest, first.at).day).toBe(tomorrow);
  });

  it('is the last day of a month that has no 31st', () => {
    const timing: Timing = { frequency: 'monthly', weekday: null, monthDay: 31, hour: 8 };
    const days: string[] = [];
    for (let due = dueAfter(timing, bucharest, at('2027-12-31T12:00:00Z')); days.length < 5;) {
      days.push(due.day);
      due = dueAfter(timing, bucharest, due.at);
    }

    expect(days).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']);
  });
});

describe('the period of a report that is sent', () => {
  const told = (period: (typeof reportPeriods)[number], moment: string) => {
    const { from, to } = periodAt(period, at(moment), bucharest);
    return [from, to].map((edge) => wall(edge.getTime(), bucharest).replace(' 00:00', ''));
  };

  it.each([
    ['yesterday', '2026-03-30', '2026-03-29', '2026-03-30'],
    ['last_7_days', '2026-03-02', '2026-02-23', '2026-03-02'],
    ['last_30_days', '2026-03-02', '2026-01-31', '2026-03-02'],
    ['last_week', '2026-11-22', '2026-11-09', '2026-11-16'],
    ['last_week', '2026-11-23', '2026-11-16', '2026-11-23'],
    ['this_month', '2026-11-22', '2026-11-01', '2026-11-23'],
    ['last_month', '2026-01-31', '2025-12-01', '2026-01-01'],
    ['last_12_months', '2026-11-22', '2025-12-01', '2026-11-23'],
    ['this_year', '2026-01-01', '2026-01-01', '2026-01-02'],
    ['last_year', '2026-01-01', '2025-01-01', '2026-01-01'],
  ] as const)('%s, told on %s, is from %s till %s', (period, day, from, to) => {
    expect(told(period, `${day}T05:00:00Z`)).toEqual([from, to]);
  });

  it('is whole days, in every zone and over every change of clocks', () => {
    const someday = fc.integer({ min: Date.UTC(2024, 0, 10), max: Date.UTC(2030, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...reportPeriods), fc.constantFrom(...zones), someday, (period, zone, moment) => {
        const { from, to } = periodAt(period, new Date(moment), zone);
        // Where midnight itself is left out, the day begins at one.
        for (const edge of [from, to]) {
          expect(wall(edge.getTime() - minute, zone).slice(0, 10)).not.toBe(wall(edge.getTime(), zone).slice(0, 10));
        }
        expect(to > from).toBe(true);
        expect(wall(from.getTime(), zone) < wall(to.getTime(), zone)).toBe(true);
      }),
    );
  });
});
