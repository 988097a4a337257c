import { isTimeZone, timeZones } from './time-zone.ts';

/** Of the IANA database. */
const areas = [
  'Africa',
  'America',
  'Antarctica',
  'Arctic',
  'Asia',
  'Atlantic',
  'Australia',
  'Europe',
  'Indian',
  'Pacific',
];

/** The zones beside those that are offered that somebody means who types this: `Europe/Kyiv`, `kyiv`, `utc`. */
export function zonesNamed(typed: string): string[] {
  const text = typed.trim();
  const town = text
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '_')
    .replaceAll(/(?:^|[^a-z])[a-z]/g, (begin) => begin.toUpperCase());
  const names = [text, text.toUpperCase(), ...areas.map((area) => `${area}/${town}`)];
  return [...new Set(names)].filter((name) => !timeZones.includes(name) && isTimeZone(name));
}
