import { Temporal } from 'temporal-polyfill';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import { daysOfPeriod } from '@noa/domain/reporting/period-days.ts';
import type { ReportPeriod } from '@noa/domain/reporting/report-schedule.ts';
import { dayAt, momentOf } from './zoned-time.ts';

/** Half open, as the API takes it. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** A period from midnight to midnight in a zone, as told at a moment. */
export const periodAt = (period: ReportPeriod, moment: Date, zone: string): Period =>
  periodOfDays(daysOfPeriod(period, dayAt(moment, zone).toString()), zone);

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
export const periodOfDays = ({ from, to }: Days, zone: string): Period => ({
  from: momentOf(Temporal.PlainDate.from(from), 0, zone),
  to: momentOf(Temporal.PlainDate.from(to).add({ days: 1 }), 0, zone),
});
