const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;

/** A day of the calendar, in no zone: how many after 1 January 1970. */
export type Day = number;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(zone, clock);
  return clock;
}

/** Milliseconds by which the clocks of a zone are ahead of UTC. */
function offsetAt(moment: number, zone: string): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

/** The day it is in a zone. */
export const dayAt = (moment: Date, zone: string): Day =>
  Math.floor((moment.getTime() + offsetAt(moment.getTime(), zone)) / dayMs);

/**
 * When the clocks of a zone show a whole hour of a day: the first time, where they do it twice; where they are put forward over it,
 * the moment they are.
 *
 * @param hour - 0 to 23.
 */
export function momentOf(day: Day, hour: number, zone: string): Date {
  const shown = day * dayMs + hour * hourMs;
  // Clocks are at most 14 hours ahead: a day earlier and later it is surely before and after whatever happens then.
  const candidates = [offsetAt(shown - dayMs, zone), offsetAt(shown + dayMs, zone)].map((offset) => shown - offset);
  const right = candidates.filter((moment) => moment + offsetAt(moment, zone) === shown);
  return new Date(right.length > 0 ? Math.min(...right) : firstPast(shown, candidates, zone));
}

/** The first minute at which the clocks show more than `shown`, between what it would be by the offsets before and after. */
function firstPast(shown: number, candidates: readonly number[], zone: string): number {
  let [before, after] = [Math.min(...candidates), Math.max(...candidates)];
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
    [before, after] = middle + offsetAt(middle, zone) >= shown ? [before, middle] : [middle, after];
  }
  return after;
}

/** A day as the calendar has it; months from 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly date: number;
}

export function calendarDay(day: Day): CalendarDay {
  const utc = new Date(day * dayMs);
  return { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, date: utc.getUTCDate() };
}

/** A month beyond the year, and a date beyond the month, lead into the next; a date of 0 is the last of the month before. */
export const dayOf = (year: number, month: number, date: number): Day => Date.UTC(year, month - 1, date) / dayMs;

/** 1 is Monday. 1 January 1970 was a Thursday. */
export const weekdayOf = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** As YYYY-MM-DD. */
export const dayText = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10);
