import type { ReportPeriod } from '@noa/domain/report-schedule.ts';
import { calendarDay, dayAt, dayOf, momentOf, weekdayOf, type Day } from './zoned-time.ts';

/** Whole days, from the first to the last, both in it. */
interface Days {
  readonly first: Day;
  readonly last: Day;
}

/** Half open, as the API takes it. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The days of a period, as told on a day. */
function daysOf(period: ReportPeriod, today: Day): Days {
  const { year, month } = calendarDay(today);
  const monday = today - weekdayOf(today) + 1;
  switch (period) {
    case 'yesterday':
      return { first: today - 1, last: today - 1 };
    case 'last_7_days':
      return { first: today - 7, last: today - 1 };
    case 'last_30_days':
      return { first: today - 30, last: today - 1 };
    case 'last_week':
      return { first: monday - 7, last: monday - 1 };
    case 'this_month':
      return { first: dayOf(year, month, 1), last: today };
    case 'last_month':
      return { first: dayOf(year, month - 1, 1), last: dayOf(year, month, 0) };
    case 'last_12_months':
      return { first: dayOf(year, month - 11, 1), last: today };
    case 'this_year':
      return { first: dayOf(year, 1, 1), last: today };
    case 'last_year':
      return { first: dayOf(year - 1, 1, 1), last: dayOf(year, 1, 0) };
  }
}

/** A period from midnight to midnight in a zone, as told at a moment. */
export function periodAt(period: ReportPeriod, moment: Date, zone: string): Period {
  const { first, last } = daysOf(period, dayAt(moment, zone));
  return { from: momentOf(first, 0, zone), to: momentOf(last + 1, 0, zone) };
}
