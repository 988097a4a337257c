/** The days that a list of events may be narrowed to, besides all. */
export const eventDays = ['today', 'yesterday', 'last7Days'] as const;
type EventDays = (typeof eventDays)[number];

/** Which days an address says; undefined for all. */
export const eventDaysOf = (said: string | null): EventDays | undefined => eventDays.find((each) => each === said);

/**
 * The days as the API takes them, from midnight to midnight where the browser is, as their events' times are shown.
 *
 * @returns without `to` where they reach into the present: what happens meanwhile belongs to them.
 */
export function periodOfDays(days: EventDays, now: Date): { from: string; to?: string } {
  const midnight = (back: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - back).toISOString();
  switch (days) {
    case 'today':
      return { from: midnight(0) };
    case 'yesterday':
      return { from: midnight(1), to: midnight(0) };
    case 'last7Days':
      return { from: midnight(6) };
  }
}
