import * as z from 'zod/mini';
import { askedFields } from './report-input.ts';
import { exportFormats, exportLocales } from './report.ts';
import { mailFailures } from '../mail/failures.ts';
import { recipients } from '../mail/recipients.ts';
import { recordId, wholeNumber } from '../text.ts';

/** Periods that are told by the day a report is sent on; `last_…_days` end with the day before it, `this_…` with the day itself. */
export const reportPeriods = [
  'yesterday',
  'last_7_days',
  'last_week',
  'last_30_days',
  'this_month',
  'last_month',
  'last_12_months',
  'this_year',
  'last_year',
] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

export const scheduleFrequencies = ['daily', 'weekly', 'monthly'] as const;
export type ScheduleFrequency = (typeof scheduleFrequencies)[number];

/**
 * How far a run is: `waiting` for another try; `sending` while the mail server has it and has not said what became of it; `unknown`
 * when it never said, and the report is not sent again, as it may have arrived.
 */
export const scheduleRunStates = ['preparing', 'waiting', 'sending', 'sent', 'failed', 'unknown'] as const;
export type ScheduleRunState = (typeof scheduleRunStates)[number];

/** Why a report was not sent, or not to everybody. */
export const scheduleFailures = [...mailFailures, 'owner_absent', 'not_allowed', 'question_refused', 'paused'] as const;
export type ScheduleFailure = (typeof scheduleFailures)[number];

/** Limits shared by the form, the API and the CHECK constraints. */
export const reportScheduleLimits = {
  /** Schedules that a person may keep in an org. */
  perOwner: 50,
  /** Bytes of the attached file. */
  attachment: 10 * 1024 * 1024,
} as const;

const fields = {
  orgId: recordId,
  report: z.string('form.required'),
  period: z.enum(reportPeriods, 'form.required'),
  ...askedFields,
  frequency: z.enum(scheduleFrequencies, 'form.required'),
  /** 1 is Monday. */
  weekday: z.nullable(wholeNumber({ min: 1, max: 7 })),
  /** In a month that has fewer days, its last one. */
  monthDay: z.nullable(wholeNumber({ min: 1, max: 31 })),
  hour: wholeNumber({ min: 0, max: 23 }),
  format: z.enum(exportFormats, 'form.required'),
  locale: z.enum(exportLocales, 'form.required'),
  recipients: recipients.check(z.minLength(1, 'form.required')),
  active: z.boolean('form.required'),
};

/** A schedule as a whole, when it is made and when it was changed. */
export const reportScheduleInput = z.object(fields).check(
  z.refine(({ frequency, weekday }) => frequency !== 'weekly' || weekday !== null, {
    path: ['weekday'],
    error: 'form.required',
  }),
  z.refine(({ frequency, monthDay }) => frequency !== 'monthly' || monthDay !== null, {
    path: ['monthDay'],
    error: 'form.required',
  }),
);
export type ReportScheduleValues = z.output<typeof reportScheduleInput>;
