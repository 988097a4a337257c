import type { Days } from './answer/compared-days.ts';
import type { ReportPeriod } from './report-schedule.ts';

/** A day as YYYY-MM-DD; months and days beyond the calendar's are counted on. */
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/**
 * The days of a period as told on a day. What is told in days or weeks ends the day before; a month or a year that is not over ends with the
 * day itself.
 *
 * @param today - as YYYY-MM-DD.
 */
export function daysOfPeriod(period: ReportPeriod, today: string): Days {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const back = (days: number) => dayOf(year, month, day - days);
  /** 1 is Monday. */
  const weekday = new Date(today).getUTCDay() || 7;
  switch (period) {
    case 'yesterday':
      return { from: back(1), to: back(1) };
    case 'last_7_days':
      return { from: back(7), to: back(1) };
    case 'last_30_days':
      return { from: back(30), to: back(1) };
    case 'last_week':
      return { from: back(weekday + 6), to: back(weekday) };
    case 'this_month':
      return { from: dayOf(year, month, 1), to: today };
    case 'last_month':
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
    case 'last_12_months':
      return { from: dayOf(year, month - 11, 1), to: today };
    case 'this_year':
      return { from: dayOf(year, 1, 1), to: today };
    case 'last_year':
      return { from: dayOf(year - 1, 1, 1), to: dayOf(year, 1, 0) };
  }
}
