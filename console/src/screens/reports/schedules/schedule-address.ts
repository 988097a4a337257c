import { isMetric, type ReportField } from '@noa/domain/reporting/report.ts';
import type { ReportPeriod } from '@noa/domain/reporting/report-schedule.ts';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import type { ScheduleAskedFragment } from '../../../api/generated/graphql.ts';
import { joinEnds } from '../../../crud/filters/filter-value.ts';
import { paths } from '../../../paths.ts';
import { writeValues, type FilterCell } from '../question/filters.ts';
import type { Preset } from '../question/period.ts';

/** Periods that the screen tells by the same days; the others end with the day before. */
const presets: Readonly<Partial<Record<ReportPeriod, Preset>>> = {
  this_month: 'thisMonth',
  last_month: 'lastMonth',
  last_12_months: 'last12Months',
  this_year: 'thisYear',
  last_year: 'lastYear',
};

/** The days of the others, by how many days before today they begin and end. */
function daysOf(period: ReportPeriod, today: string): Days {
  const back = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  switch (period) {
    case 'yesterday':
      return { from: back(1), to: back(1) };
    case 'last_week': {
      const sunday = new Date(today).getUTCDay() || 7;
      return { from: back(sunday + 6), to: back(sunday) };
    }
    case 'last_7_days':
      return { from: back(7), to: back(1) };
    default:
      return { from: back(30), to: back(1) };
  }
}

/** What is filtered by a range; a metric is too. */
const ranges: readonly ReportField[] = ['hour', 'day_of_month', 'day_of_year', 'week', 'month', 'year', 'date'];
const isRange = (field: ReportField) => isMetric(field) || ranges.includes(field);

/** The conditions on a field as the report's address says them. */
function filterText(field: ReportField, conditions: ScheduleAskedFragment['filters']): string | null {
  const values = conditions.flatMap(({ operator, value }) =>
    operator === 'in' || operator === 'eq' ? ([value].flat() as FilterCell[]) : [],
  );
  if (!isRange(field)) {
    return writeValues(values);
  }
  const end = (operator: 'gte' | 'lte') =>
    String((conditions.find((each) => each.operator === operator)?.value as FilterCell | undefined) ?? values[0] ?? '');
  return joinEnds({ from: end('gte'), to: end('lte') });
}

/**
 * The report as a schedule asks it, of the days that it would be sent of today.
 *
 * @param today - as YYYY-MM-DD, in the orgs' zone.
 */
export function scheduleAddress(
  { report, period, groupBy, metrics, filters, sort: [sort] }: ScheduleAskedFragment,
  today: string,
): string {
  const preset = presets[period];
  const address = new URLSearchParams({
    ...(preset ? { period: preset } : { ...daysOf(period, today) }),
    by: groupBy.join(','),
    metrics: metrics.join(','),
  });
  if (sort) {
    address.set('sort', `${sort.direction === 'desc' ? '-' : ''}${sort.field}`);
  }
  for (const [field, conditions] of Map.groupBy(filters, (filter) => filter.field)) {
    const text = filterText(field, conditions);
    if (text !== null) {
      address.set(field, text);
    }
  }
  return `${paths.reports.view(report)}?${address.toString()}`;
}
