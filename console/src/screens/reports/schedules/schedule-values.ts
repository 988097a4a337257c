import * as z from 'zod/mini';
import { reportScheduleInput, type ReportPeriod } from '@noa/domain/reporting/report-schedule.ts';
import type {
  CreateReportScheduleInput,
  ReportInput,
  ReportScheduleQuery,
  UpdateReportScheduleInput,
} from '../../../api/generated/graphql.ts';
import { addressesIn } from '../../../crud/form/addresses.ts';
import { schedulePeriods, type Preset } from '../question/period.ts';

const { period, frequency, hour, format, locale, recipients: addresses } = reportScheduleInput.shape;

/** Addresses as typed, one to a line once they are found good; which of them is wrong stands behind its problem. */
const recipients = z.pipe(
  z.string().check((typed) => {
    const given = addressesIn(typed.value);
    const [problem] = addresses.safeParse(given).error?.issues ?? [];
    if (problem) {
      const about = given[Number(problem.path[0])];
      const message = about === undefined ? problem.message : `${problem.message} ${about}`;
      typed.issues.push({ code: 'custom', input: typed.value, message });
    }
  }),
  z.transform((text) => addressesIn(text).join('\n')),
);

/** What can be changed of a schedule. The day that its frequency has not waits for the one that has it. */
export const scheduleForm = z.object({
  period,
  frequency,
  weekday: z.number(),
  monthDay: z.number(),
  hour,
  format,
  locale,
  recipients,
});
export type ScheduleValues = z.output<typeof scheduleForm>;

/** What a schedule begins with. */
export const newSchedule = (preset: Preset | null, language: string): ScheduleValues => ({
  period: periodFrom(preset),
  frequency: 'monthly',
  weekday: 1,
  monthDay: 1,
  hour: 8,
  format: 'XLSX',
  locale: language === 'en' ? 'en' : 'ro',
  recipients: '',
});

/** A schedule as its form shows it. */
export const valuesOf = (schedule: ReportScheduleQuery['reportSchedule']): ScheduleValues => ({
  period: schedule.period,
  frequency: schedule.frequency,
  weekday: schedule.weekday ?? 1,
  monthDay: schedule.monthDay ?? 1,
  hour: schedule.hour,
  format: schedule.format,
  locale: schedule.locale,
  recipients: schedule.recipients.join('\n'),
});

/** When it is sent is one thing: a day goes with its frequency. */
export const timing = ['frequency', 'weekday', 'monthDay'] as const;

/** What a schedule starts from: the period on the screen, told anew each time; last month for days that stay. */
const periodFrom = (preset: Preset | null): ReportPeriod => (preset ? schedulePeriods[preset] : 'last_month');

/** The schedule as the API takes it. */
export const inputFrom = (
  { orgId, ...values }: ScheduleValues & { orgId: string },
  { name, input: { groupBy, metrics, filters, sort } }: { readonly name: string; readonly input: ReportInput },
): CreateReportScheduleInput => ({
  ...values,
  orgId,
  report: name,
  groupBy,
  metrics,
  filters: filters ?? [],
  sort: sort ?? [],
  weekday: values.frequency === 'weekly' ? values.weekday : null,
  monthDay: values.frequency === 'monthly' ? values.monthDay : null,
  recipients: addressesIn(values.recipients),
  active: true,
});

/** What was changed, as the API takes it. */
export const patchFrom = ({ recipients: typed, ...values }: Partial<ScheduleValues>): UpdateReportScheduleInput => ({
  ...values,
  ...(typed !== undefined && { recipients: addressesIn(typed) }),
});
