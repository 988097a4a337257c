import { headlineMetric } from '@noa/domain/reporting/answer/plan.ts';
import type { ReportField, ReportGrouping, ReportMetric } from '@noa/domain/reporting/report.ts';
import type { ReportPeriod } from '@noa/domain/reporting/report-schedule.ts';
import { isOrdered } from '../answer/rows/cells.ts';
import { presetOf } from './period.ts';

export interface Sort {
  readonly field: ReportField;
  readonly direction: 'asc' | 'desc';
}

/** How rows come until somebody chooses: records are ranked by the report's headline; times and words have an order of their own. */
export function defaultSort(
  report: string,
  [first]: readonly ReportGrouping[],
  metrics: readonly ReportMetric[],
): Sort | null {
  const metric = headlineMetric(report, metrics);
  return first && metric && !isOrdered(first) ? { field: metric, direction: 'desc' } : null;
}

/** What a report offers, and how it begins. */
export interface Offer {
  readonly name: string;
  readonly metrics: readonly ReportMetric[];
  readonly groupings: readonly ReportGrouping[];
  readonly startsWith: readonly ReportGrouping[];
  readonly opensOn: ReportPeriod;
}

/** The question a report opens with, as an address says it: a link to it stays the same, whatever the report begins with later. */
export function defaultSearch({ name, metrics, groupings, startsWith, opensOn }: Offer): string {
  const by = startsWith.filter((grouping) => groupings.includes(grouping));
  const sort = defaultSort(name, by, metrics);
  const address = new URLSearchParams({ period: presetOf({ opensOn }) });
  if (by.length > 0) {
    address.set('by', by.join(','));
  }
  if (sort) {
    address.set('sort', `-${sort.field}`);
  }
  return address.toString();
}
