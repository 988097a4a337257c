import type { ReportPeriod, ScheduleFrequency } from '@noa/domain/report-schedule.ts';
import { reportScheduleInput } from '@noa/domain/report-schedule.ts';
import type { ExportFormat } from '@noa/domain/report.ts';
import type { CreateReportScheduleInput, ReportInput } from '../../api/generated/graphql.ts';
import type { Preset } from './period.ts';

/** What is chosen in the form of a schedule. */
export interface ScheduleValues {
  readonly orgId: string | null;
  readonly period: ReportPeriod;
  readonly frequency: ScheduleFrequency;
  readonly weekday: number;
  readonly monthDay: number;
  readonly hour: number;
  readonly format: ExportFormat;
  /** As typed: addresses by lines, commas or spaces. */
  readonly recipients: string;
}

const periods: Readonly<Record<Preset, ReportPeriod>> = {
  thisMonth: 'this_month',
  lastMonth: 'last_month',
  last30Days: 'last_30_days',
  last12Months: 'last_12_months',
  thisYear: 'this_year',
  lastYear: 'last_year',
};

/**
 * The period that a schedule starts from: the one on the screen, told anew each time; last month for days that stay.
 *
 * @param search - the address of the report.
 */
export function periodFrom(search: URLSearchParams): ReportPeriod {
  if (search.has('from') && search.has('to')) {
    return 'last_month';
  }
  const preset = (search.get('period') ?? 'last12Months') as Preset;
  return periods[preset] ?? 'last_12_months';
}

/** The addresses in a text, in order. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '');

interface Asked {
  readonly name: string;
  readonly input: ReportInput;
  readonly locale: 'ro' | 'en';
}

/** The schedule as the API takes it. */
export const inputFrom = (
  { orgId, period, frequency, weekday, monthDay, hour, format, recipients }: ScheduleValues,
  { name, input: { groupBy, metrics, filters, sort }, locale }: Asked,
): CreateReportScheduleInput => ({
  orgId: orgId ?? '',
  report: name,
  period,
  groupBy,
  metrics,
  filters: filters ?? [],
  sort: sort ?? [],
  frequency,
  weekday: frequency === 'weekly' ? weekday : null,
  monthDay: frequency === 'monthly' ? monthDay : null,
  hour,
  format,
  locale,
  recipients: addressesIn(recipients),
  active: true,
});

/** Locale keys of what is wrong, by field; the first of each. Which of the addresses is wrong stands behind their key. */
export function findProblems(input: CreateReportScheduleInput): Record<string, string> {
  const { error } = reportScheduleInput.safeParse(input);
  const withoutOrg = input.orgId === '' ? [['orgId', 'form.required'] as const] : [];
  return fieldsOf(
    [
      ...withoutOrg,
      ...(error?.issues ?? []).map(({ path, message }) => [path.map(String).join('.'), message] as const),
    ],
    input,
  );
}

/** The problems by the fields of the form: what is wrong with the question belongs to no field. */
export function fieldsOf(
  problems: readonly (readonly [path: string, key: string])[],
  { recipients }: CreateReportScheduleInput,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [path, key] of problems) {
    const [field = '', index] = path.split('.');
    fields[field] ??= field === 'recipients' && index ? `${key} ${recipients[Number(index)] ?? ''}` : key;
  }
  return fields;
}
