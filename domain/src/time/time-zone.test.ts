import { expect, it } from 'vitest';
import { isTimeZone, timeZones } from './time-zone.ts';
import { zonesNamed } from './zones-named.ts';

it('is a zone by each name that the IANA database has for it', () => {
  expect(timeZones.every(isTimeZone)).toBe(true);
  expect(['Europe/Kyiv', 'Europe/Kiev', 'Asia/Kolkata', 'UTC', 'Etc/UTC', 'Europe/Tiraspol'].every(isTimeZone)).toBe(
    true,
  );
});

it.each(['', '+02:00', 'Marte/Olympus', 'europe/kyiv', 'EET', 'GMT+3', 'Etc/GMT+3', 'Europe/Kyiv '])(
  'is none where not all who count days read the same: %j',
  (text) => {
    expect(isTimeZone(text)).toBe(false);
  },
);

it.each([
  ['Europe/Kyiv', ['Europe/Kyiv']],
  ['kyiv', ['Europe/Kyiv']],
  ['utc', ['UTC']],
  ['ho chi minh', ['Asia/Ho_Chi_Minh']],
  ['Bucharest', []],
  ['', []],
  ['EET', []],
])('is found by a name that is not offered: %j', (typed, zones) => {
  expect(zonesNamed(typed)).toEqual(zones);
});
