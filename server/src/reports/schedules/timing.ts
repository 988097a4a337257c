import type { ScheduleFrequency } from '@noa/domain/report-schedule.ts';
import { calendarDay, dayAt, dayOf, momentOf, weekdayOf, type Day } from './zoned-time.ts';

/** When a schedule sends, in the zone of its org. */
export interface Timing {
  readonly frequency: ScheduleFrequency;
  /** Of a weekly one; 1 is Monday. */
  readonly weekday: number | null;
  /** Of a monthly one; in a month that has fewer days, its last one. */
  readonly monthDay: number | null;
  readonly hour: number;
}

/** A day on which a schedule sends, and the moment of that day. */
export interface Due {
  readonly day: Day;
  readonly at: Date;
}

/** No two days of a schedule are further apart than from 1 January to the end of February, both at the edge of a zone. */
const daysLookedAt = 64;

/** The first time a schedule sends after a moment. */
export function dueAfter(timing: Timing, zone: string, moment: Date): Due {
  const today = dayAt(moment, zone);
  for (let day = today; day < today + daysLookedAt; day += 1) {
    const at = isDue(timing, day) ? momentOf(day, timing.hour, zone) : null;
    if (at && at > moment) {
      return { day, at };
    }
  }
  throw new Error('A schedule that is never due');
}

/** The last time a schedule was due, at a moment or before. */
export function lastDue(timing: Timing, zone: string, moment: Date): Due {
  const today = dayAt(moment, zone);
  for (let day = today; day > today - daysLookedAt; day -= 1) {
    const at = isDue(timing, day) ? momentOf(day, timing.hour, zone) : null;
    if (at && at <= moment) {
      return { day, at };
    }
  }
  throw new Error('A schedule that was never due');
}

function isDue({ frequency, weekday, monthDay }: Timing, day: Day): boolean {
  if (frequency === 'daily') {
    return true;
  }
  if (frequency === 'weekly') {
    return weekdayOf(day) === weekday;
  }
  const { year, month, date } = calendarDay(day);
  const { date: length } = calendarDay(dayOf(year, month + 1, 0));
  return date === Math.min(monthDay ?? 1, length);
}
