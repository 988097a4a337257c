import type { To } from 'react-router';
import { minuteOf, momentAt } from './day-zone.ts';

/** Names, in the address, the moment whose data a list or record shows: `?asOf=2026-11-01T12:00`, in the zone of the viewer's orgs. */
export const asOfKey = 'asOf';

const shape = 'YYYY-MM-DDTHH:MM';

/** A moment as the address and the field for date and time write it, to the minute. */
export const formatAsOf = (moment: Date): string => minuteOf(moment);

/**
 * The moment that the address names.
 *
 * @param now - milliseconds since the epoch: the future has no data.
 * @returns undefined for what is no moment, or not yet past.
 */
export function parseAsOf(text: string, now: number): Date | undefined {
  const moment = text.length === shape.length ? momentAt(text) : undefined;
  return moment && moment.getTime() < now ? moment : undefined;
}

/** The address `to`, of the same moment. */
export function keepAsOf(to: To, asOf: string | null): To {
  if (asOf === null) {
    return to;
  }
  const { pathname, search, hash } = typeof to === 'string' ? split(to) : to;
  const query = new URLSearchParams(search);
  query.set(asOfKey, asOf);
  return { ...(pathname !== undefined && { pathname }), search: `?${query.toString()}`, ...(hash && { hash }) };
}

function split(to: string) {
  const [beforeHash = '', hash] = to.split('#');
  const [pathname = '', search = ''] = beforeHash.split('?');
  return { pathname, search, hash: hash && `#${hash}` };
}
