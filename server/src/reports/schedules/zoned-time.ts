import { Temporal } from 'temporal-polyfill';

/** The day it is in a zone. */
export const dayAt = (moment: Date, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone).toPlainDate();

/**
 * When the clocks of a zone show a whole hour of a day: the first time, where they do it twice; where they are put forward over it,
 * the moment they are.
 *
 * @param hour - 0 to 23.
 */
export function momentOf(day: Temporal.PlainDate, hour: number, zone: string): Date {
  const asked = day.toPlainDateTime({ hour });
  const found = asked.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const isSkipped = !found.toPlainDateTime().equals(asked);
  const moment = (isSkipped && found.getTimeZoneTransition('next')) || found;
  return new Date(moment.epochMilliseconds);
}
