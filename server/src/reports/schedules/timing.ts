import type { Temporal } from 'temporal-polyfill';
import type { ScheduleFrequency } from '@noa/domain/reporting/report-schedule.ts';
import { dayAt, momentOf } from './zoned-time.ts';

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
  /** As YYYY-MM-DD. */
  readonly day: string;
  readonly at: Date;
}

/** No schedule sends later than so many hours from now: the day that the clocks are put back has 25. */
export const farthestHours: Readonly<Record<ScheduleFrequency, number>> = {
  daily: 26,
  weekly: 7 * 24 + 2,
  monthly: 31 * 24 + 2,
};

/** No two days of a schedule are further apart than from 1 January to the end of February, both at the edge of a zone. */
const daysLookedAt = 64;

/** The first time a schedule sends after a moment. */
export function dueAfter(timing: Timing, zone: string, moment: Date): Due {
  const today = dayAt(moment, zone);
  for (let ahead = 0; ahead < daysLookedAt; ahead += 1) {
    const day = today.add({ days: ahead });
    const at = isDue(timing, day) ? momentOf(day, timing.hour, zone) : null;
    if (at && at > moment) {
      return { day: day.toString(), at };
    }
  }
  throw new Error('A schedule that is never due');
}

/** The last time a schedule was due, at a moment or before. */
export function lastDue(timing: Timing, zone: string, moment: Date): Due {
  const today = dayAt(moment, zone);
  for (let back = 0; back < daysLookedAt; back += 1) {
    const day = today.subtract({ days: back });
    const at = isDue(timing, day) ? momentOf(day, timing.hour, zone) : null;
    if (at && at <= moment) {
      return { day: day.toString(), at };
    }
  }
  throw new Error('A schedule that was never due');
}

function isDue({ frequency, weekday, monthDay }: Timing, day: Temporal.PlainDate): boolean {
  if (frequency === 'daily') {
    return true;
  }
  if (frequency === 'weekly') {
    return day.dayOfWeek === weekday;
  }
  return day.day === Math.min(monthDay ?? 1, day.daysInMonth);
}
