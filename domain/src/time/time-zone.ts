/** In which a new org counts days and hours unless told otherwise (domain.md, "Reports"). */
export const defaultTimeZone = 'Europe/Bucharest';

/** The zones that are offered, each by one name. */
export const timeZones: readonly string[] = Intl.supportedValuesOf('timeZone');

const universal: readonly string[] = ['UTC', 'Etc/UTC'];

/** Areas of the IANA database; what is in none of them is UTC, or an abbreviation that not all read alike (`EET`, `MST`). */
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
] as const;

/**
 * Whether it is a zone that an org may have: by any name that the IANA database has for it in one of its areas, former names and new ones
 * included, or UTC. No offsets, which PostgreSQL reads the other way round.
 */
export const isTimeZone = (zone: string): boolean =>
  timeZones.includes(zone) ||
  universal.includes(zone) ||
  (areas.some((area) => zone.startsWith(`${area}/`)) && /\/[A-Z]/.test(zone) && isKnown(zone));

/** The zones beside those that are offered that somebody means who types this: `Europe/Kyiv`, `kyiv`, `utc`. */
export function zonesNamed(typed: string): string[] {
  const text = typed.trim();
  const town = text
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '_')
    .replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
  const names = [text, text.toUpperCase(), ...areas.map((area) => `${area}/${town}`)];
  return [...new Set(names)].filter((name) => !timeZones.includes(name) && isTimeZone(name));
}

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
