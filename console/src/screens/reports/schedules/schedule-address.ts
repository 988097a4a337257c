import { isMetric, type ReportField } from '@noa/domain/reporting/report.ts';
import type { ReportPeriod } from '@noa/domain/reporting/report-schedule.ts';
import { daysOfPeriod } from '@noa/domain/reporting/period-days.ts';
import type { ScheduleAskedFragment } from '../../../api/generated/graphql.ts';
import { joinEnds } from '../../../crud/filters/filter-value.ts';
import { paths } from '../../../paths.ts';
import { writeValues, type FilterCell } from '../question/filters.ts';
import { presets, schedulePeriods } from '../question/period.ts';

/** What the screen calls a period whose days are the same there. */
const presetOf = (period: ReportPeriod) =>
  presets.find((preset) => preset !== 'last30Days' && schedulePeriods[preset] === period);

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
  const preset = presetOf(period);
  const address = new URLSearchParams({
    ...(preset ? { period: preset } : { ...daysOfPeriod(period, today) }),
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
