import { dayAfter, dayOf, midnightOf } from '../ui/values/day-zone.ts';

/** The days that a list of events may be narrowed to, besides all. */
export const eventDays = ['today', 'yesterday', 'last7Days'] as const;
type EventDays = (typeof eventDays)[number];

/** Which days an address says; undefined for all. */
export const eventDaysOf = (said: string | null): EventDays | undefined => eventDays.find((each) => each === said);

/**
 * The days as the API takes them, from midnight to midnight in the zone of the viewer's orgs, as reports count them.
 *
 * @returns without `to` where they reach into the present: what happens meanwhile belongs to them.
 */
export function periodOfDays(days: EventDays, now: Date): { from: string; to?: string } {
  const today = dayOf(now);
  const midnight = (back: number) => midnightOf(dayAfter(today, -back));
  switch (days) {
    case 'today':
      return { from: midnight(0) };
    case 'yesterday':
      return { from: midnight(1), to: midnight(0) };
    case 'last7Days':
      return { from: midnight(6) };
  }
}
