/** In which a new org counts days and hours unless told otherwise (domain.md, "Reports"). */
export const defaultTimeZone = 'Europe/Bucharest';

/** The zones that are offered, each by one name. */
export const timeZones: readonly string[] = Intl.supportedValuesOf('timeZone');

/**
 * Whether it is a zone that an org may have: by any name that the IANA database has for it in an area or a country, former names and new ones
 * included, or UTC. No offsets, which PostgreSQL reads the other way round, nor abbreviations, which not all read alike (`EET`, `MST`).
 */
export const isTimeZone = (zone: string): boolean =>
  timeZones.includes(zone) || /^(Etc\/)?UTC$/.test(zone) || (/^(?!Etc)[A-Z][a-z]+\/[A-Z]/.test(zone) && isKnown(zone));

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
