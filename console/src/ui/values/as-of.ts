import type { To } from 'react-router';
import { localDay, localMinute } from './local-day.ts';

/** Names, in the address, the moment whose data a list or record shows: `?asOf=2026-11-01T12:00`, in the browser's zone. */
export const asOfKey = 'asOf';

const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** A moment as the address and the browser's own field for date and time write it, to the minute. */
export const formatAsOf = (moment: Date): string => `${localDay(moment)}T${localMinute(moment)}`;

/**
 * The moment that the address names.
 *
 * @param now - milliseconds since the epoch: the future has no data.
 * @returns undefined for what is no moment, or not yet past.
 */
export function parseAsOf(text: string, now: number): Date | undefined {
  const moment = shape.test(text) ? new Date(text) : undefined;
  // 31 February would become a day of March, and the hour that a clock change leaves out another hour: neither was meant.
  return moment && formatAsOf(moment) === text && moment.getTime() < now ? moment : undefined;
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
