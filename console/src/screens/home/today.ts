import type { HomeEventsQuery } from '../../api/generated/graphql.ts';
import type { ReportMetric } from '@noa/domain/reporting/report.ts';
import { paths } from '../../paths.ts';
import { figureSearch } from '../reports/answer/figure-address.ts';

/** A figure of today beside the same weekday a week ago, up to the same time of day. */
export interface Figure {
  readonly name: 'events' | 'refused';
  readonly count: number;
  readonly before: number;
  /** How much more it is than then, as a share of then: 0.12; null where there was none then. */
  readonly change: number | null;
  /** The records that it counts. */
  readonly to: string | undefined;
}

/**
 * The records of a figure of today's, by the day of the orgs' clocks and not of this browser's; in one group, because of
 * small ones some viewers are told nothing.
 */
function recordsOf(metric: ReportMetric, days: readonly { readonly date: string }[]): string | undefined {
  const date = days.at(-1)?.date;
  return date && paths.reports.view('usage') + figureSearch(`from=${date}&to=${date}&by=date`, [], metric);
}

/** What locks saw today. */
export function figuresOf({ today, days }: HomeEventsQuery['overview']): Figure[] {
  const figure = (name: Figure['name'], count: number, before: number, metric: ReportMetric): Figure => ({
    name,
    count,
    before,
    change: before === 0 ? null : (count - before) / before,
    to: recordsOf(metric, days),
  });
  return [
    figure('events', today.events, today.eventsWeekBefore, 'event_count'),
    figure('refused', today.refused, today.refusedWeekBefore, 'failed_attempt_count'),
  ];
}
