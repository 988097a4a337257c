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
export const dueAfter = (timing: Timing, zone: string, moment: Date): Due =>
  findDue(timing, zone, dayAt(moment, zone), 1, (at) => at > moment);

/** The last time a schedule was due, at a moment or before. */
export const lastDue = (timing: Timing, zone: string, moment: Date): Due =>
  findDue(timing, zone, dayAt(moment, zone), -1, (at) => at <= moment);

function findDue(
  timing: Timing,
  zone: string,
  today: Temporal.PlainDate,
  step: 1 | -1,
  isIt: (at: Date) => boolean,
): Due {
  for (let days = 0; days < daysLookedAt; days += 1) {
    const day = today.add({ days: step * days });
    const at = isDue(timing, day) ? momentOf(day, timing.hour, zone) : null;
    if (at && isIt(at)) {
      return { day: day.toString(), at };
    }
  }
  throw new Error('A schedule that is never due');
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
