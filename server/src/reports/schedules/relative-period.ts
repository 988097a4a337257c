import { Temporal } from 'temporal-polyfill';
import type { Days as NamedDays } from '@noa/domain/reporting/answer/compared-days.ts';
import type { ReportPeriod } from '@noa/domain/reporting/report-schedule.ts';
import { dayAt, momentOf } from './zoned-time.ts';

/** Whole days: the first in it, and the first after it. */
interface Days {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

/** Half open, as the API takes it. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The days of a period, as told on a day. */
function daysOf(period: ReportPeriod, today: Temporal.PlainDate): Days {
  const tomorrow = today.add({ days: 1 });
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const month = today.with({ day: 1 });
  const year = month.with({ month: 1 });
  switch (period) {
    case 'yesterday':
      return { from: today.subtract({ days: 1 }), to: today };
    case 'last_7_days':
      return { from: today.subtract({ days: 7 }), to: today };
    case 'last_30_days':
      return { from: today.subtract({ days: 30 }), to: today };
    case 'last_week':
      return { from: monday.subtract({ weeks: 1 }), to: monday };
    case 'this_month':
      return { from: month, to: tomorrow };
    case 'last_month':
      return { from: month.subtract({ months: 1 }), to: month };
    case 'last_12_months':
      return { from: month.subtract({ months: 11 }), to: tomorrow };
    case 'this_year':
      return { from: year, to: tomorrow };
    case 'last_year':
      return { from: year.subtract({ years: 1 }), to: year };
  }
}

/** A period from midnight to midnight in a zone, as told at a moment. */
export function periodAt(period: ReportPeriod, moment: Date, zone: string): Period {
  const { from, to } = daysOf(period, dayAt(moment, zone));
  return { from: momentOf(from, 0, zone), to: momentOf(to, 0, zone) };
}

const months: Readonly<Partial<Record<ReportPeriod, number>>> = {
  this_month: 1,
  last_month: 1,
  last_12_months: 12,
  this_year: 12,
  last_year: 12,
};

/** The months that a period is told as, whole or in part; null for days and weeks. */
export const monthsOf = (period: ReportPeriod): number | null => months[period] ?? null;

/** From the midnight before the first of some days to the one after the last, in a zone. */
export const periodOfDays = ({ from, to }: NamedDays, zone: string): Period => ({
  from: momentOf(Temporal.PlainDate.from(from), 0, zone),
  to: momentOf(Temporal.PlainDate.from(to).add({ days: 1 }), 0, zone),
});
