import fc from 'fast-check';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { isTimeZone, timeZones } from '@noa/domain/time/time-zone.ts';
import { db } from '../testing/harness.ts';
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

const moments = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'];

it('has the clocks that PostgreSQL has, by whichever name an org may have its zone', async () => {
  const { rows } = await sql<{ name: string; ahead: number[] }>`
    select name, array(
      select extract(epoch from (at at time zone name) - (at at time zone 'UTC'))::int * 1000
      from unnest(${moments}::timestamptz[]) as at) as ahead
    from pg_timezone_names`.execute(db);
  const known = rows.filter(({ name }) => isTimeZone(name));

  expect(timeZones.filter((zone) => !known.some(({ name }) => name === zone))).toEqual([]);
  expect(known.length).toBeGreaterThan(timeZones.length);
  expect(
    known.filter(({ name, ahead }) => moments.some((at, nth) => localClock(name)(Date.parse(at)) !== ahead[nth])),
  ).toEqual([]);
});
