import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { localClock, localTime } from './local-clock.ts';

const aheadOf = (moment: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000;

it.each(['Europe/Bucharest', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'])(
  'knows how far the clocks of %s are ahead, in whichever order moments are asked for',
  (zone) => {
    const moment = fc.integer({ min: Date.UTC(1975), max: Date.UTC(2040) });

    fc.assert(fc.property(moment, (each) => localClock(zone)(each) === aheadOf(each, zone)));
  },
);

it('changes its clocks at the very millisecond', () => {
  const change = Date.parse('2026-03-29T01:00:00Z');
  const clock = localClock('Europe/Bucharest');
  const [winter, summer] = [2 * 3_600_000, 3 * 3_600_000];

  expect([change - 0.001, change - 1, change, change + 0.001].map(clock)).toEqual([winter, winter, summer, summer]);
  expect([change, change - 1].map((moment) => localTime(moment, 'Europe/Bucharest').toISOString())).toEqual([
    '2026-03-29T04:00:00.000Z',
    '2026-03-29T02:59:59.000Z',
  ]);
});
