/** In which a new org counts days and hours unless told otherwise (domain.md, "Reports"). */
export const defaultTimeZone = 'Europe/Bucharest';

/** The zones an org may have: those known by one name everywhere, not offsets, which PostgreSQL reads the other way round. */
export const timeZones: readonly string[] = Intl.supportedValuesOf('timeZone');

export const isTimeZone = (zone: string): boolean => timeZones.includes(zone);
