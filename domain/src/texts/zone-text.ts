import { defaultTimeZone } from '../time/time-zone.ts';

/** Where nearly all orgs are: people say the country's time, which Intl knows as that of Eastern Europe alone. */
const homeTime = { ro: 'ora României', en: 'Romanian time' } as const;

/**
 * A time zone as people say it beside a time: `ora României`, `ora Europei Centrale`.
 *
 * @param zone - by its IANA name, which nobody is to read: `Europe/Bucharest`.
 */
export function zoneText(zone: string, locale: keyof typeof homeTime): string {
  if (zone === defaultTimeZone) {
    return homeTime[locale];
  }
  const named = (timeZoneName: 'long' | 'longGeneric') =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName })
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  // What has one time all year long has no other name than this: *Timpul universal coordonat*.
  const name = /^(GMT|UTC)/.test(named('longGeneric')) ? named('long') : named('longGeneric');
  return locale === 'ro' ? name.charAt(0).toLocaleLowerCase('ro') + name.slice(1) : name;
}

/** Several of them, each name once: `ora României, ora Europei Centrale`. */
export const zonesText = (zones: readonly string[], locale: keyof typeof homeTime): string =>
  [...new Set(zones.map((zone) => zoneText(zone, locale)))].join(', ');
