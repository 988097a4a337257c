import { useTranslation } from 'react-i18next';
import { defaultTimeZone } from '@noa/domain/time/time-zone.ts';
import { zoneText } from '@noa/domain/texts/zone-text.ts';

/**
 * A time zone as people say it: `ora României`; of others, which share a name among countries, with the place:
 * `ora Europei de Est (Chisinau)`.
 *
 * @param zone - by its IANA name, which is left to where one is chosen.
 */
export function zoneName(zone: string, language: string): string {
  const said = zoneText(zone, language === 'en' ? 'en' : 'ro');
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ');
  return zone === defaultTimeZone || place === 'UTC' ? said : `${said} (${place})`;
}

/** The same, in the language of the console. */
export function ZoneName({ zone }: { zone: string }) {
  const { i18n } = useTranslation();
  return <>{zoneName(zone, i18n.language)}</>;
}
