import type { ReportGrouping, ReportMetric } from '@noa/domain/report.ts';

/**
 * A figure over the rows of a group, by whole numbers that add up: a `count` as it is, a `part` as the percentage of another
 * such number of the same group, a `share` as the percentage of what all groups together have that differ from this one only
 * in the grouping `across`.
 */
export type Metric =
  | { readonly kind: 'count'; readonly count: string }
  | { readonly kind: 'part'; readonly count: string; readonly of: string }
  | { readonly kind: 'share'; readonly count: string; readonly across: ReportGrouping };

const count = (sql: string): Metric => ({ kind: 'count', count: sql });

const litres = 'coalesce(sum(litres), 0)';
const failedAttempts = 'count(*) filter (failed_attempt)';
/** What was tried at a container; not what the console did to a card. */
const attempts = `count(*) filter (kind not in ('card_blocked', 'card_unblocked', 'card_erased'))`;

/** Each metric as an aggregate over `card_event` of the projection (domain.md, "counts as"). */
export const metrics: Readonly<Record<ReportMetric, Metric>> = {
  event_count: count('count(*)'),
  total_litres: count(litres),
  failed_attempt_count: count(failedAttempts),
  unauthorised_count: count('count(*) filter (unauthorised)'),
  card_blocked_count: count(`count(*) filter (kind = 'card_blocked')`),
  litres_pct: { kind: 'share', count: litres, across: 'waste_stream' },
  failed_attempt_pct: { kind: 'part', count: failedAttempts, of: attempts },
};

export const metricType = ({ kind }: Metric): 'int' | 'percent' => (kind === 'count' ? 'int' : 'percent');
