import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { isGrouping } from '../query/groupings.ts';

/** Which moment of the registry a question is about: the last one of the period, or now if that is to come. */
export function momentOf({ from, to, groupBy, filters }: ReportRequest, now: Date) {
  const isPast = to < now;
  const fields = [...groupBy, ...filters.map(({ field }) => field)];
  return {
    from,
    to: isPast ? to : now,
    at: isPast ? new Date(to.getTime() - 1) : now,
    isPast,
    byDay: fields.some((field) => isGrouping(field) && ['date', 'week', 'month', 'year'].includes(field)),
  };
}
