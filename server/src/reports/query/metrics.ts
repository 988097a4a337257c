import type { ReportGrouping, ReportMetric } from '@noa/domain/reporting/report.ts';
import type { Dialect } from './dialect.ts';

/** Rows of what a report counts over; `distinct` tells apart what stands in several rows. */
export interface Count {
  readonly where?: string;
  readonly distinct?: string;
}

/**
 * A figure over the rows of a group: a `count` of some of them, a `sum`, a `mean` of those that are known, `hours` out of
 * seconds, a `part` as the percentage of another count of the same group, a `share` as the percentage of the sum over all
 * groups that differ from this one only in the grouping `across`.
 */
export type Metric =
  | ({ readonly kind: 'count' } & Count)
  | { readonly kind: 'sum'; readonly column: string }
  | { readonly kind: 'mean'; readonly column: string }
  | { readonly kind: 'hours'; readonly column: string }
  | { readonly kind: 'part'; readonly count: Count; readonly of: Count }
  | { readonly kind: 'share'; readonly column: string; readonly across: ReportGrouping };

const count = (where?: string): Metric => ({ kind: 'count', ...(where !== undefined && { where }) });
const part = (where: string, of?: string): Metric => ({
  kind: 'part',
  count: { where },
  of: of === undefined ? {} : { where: of },
});

/** What was tried at a container; not what the console did to a card. */
const attempts = `kind not in ('card_blocked', 'card_unblocked', 'card_erased')`;

/** An occupier is known, and named as the kind demands; a number that is kept has a check digit that holds. */
const valid = `(occupier_kind = 'unoccupied' or (occupier_kind <> 'unknown' and is_named))`;

const platforms = { distinct: 'container_group_id' };
const controlledPlatforms = { ...platforms, where: 'is_controlled' };

/**
 * Each metric over what its report counts (`sources.ts`): events of locks as domain.md says under "counts as"; apartments,
 * container groups and cards as it says under "Reports".
 */
export const metrics: Readonly<Record<ReportMetric, Metric>> = {
  event_count: count(),
  total_litres: { kind: 'sum', column: 'litres' },
  failed_attempt_count: count('failed_attempt'),
  unauthorised_count: count('unauthorised'),
  card_blocked_count: count(`kind = 'card_blocked'`),
  litres_pct: { kind: 'share', column: 'litres', across: 'waste_stream' },
  failed_attempt_pct: part('failed_attempt', attempts),
  participating_count: count('has_card and is_used'),
  participating_pct: part('has_card and is_used', 'has_card'),
  card_apartment_count: count('has_card'),
  dormant_apartment_count: count('has_card and not is_used'),
  total_apartment_count: count(),
  valid_count: count(valid),
  valid_pct: part(valid),
  unoccupied_count: count(`occupier_kind = 'unoccupied'`),
  unoccupied_pct: part(`occupier_kind = 'unoccupied'`),
  unknown_occupier_count: count(`occupier_kind = 'unknown'`),
  unknown_occupier_pct: part(`occupier_kind = 'unknown'`),
  one_card_assigned_count: count('has_card'),
  one_card_assigned_pct: part('has_card'),
  total_container_groups: { kind: 'count', ...platforms },
  controlled_container_groups_count: { kind: 'count', ...controlledPlatforms },
  controlled_container_groups_pct: { kind: 'part', count: controlledPlatforms, of: platforms },
  container_count: count('is_container'),
  card_count: count(`kind = 'there'`),
  never_used_count: count(`kind = 'there' and not is_used`),
  issued_count: count(`kind = 'issued'`),
  replaced_count: count(`kind = 'replaced'`),
  card_unblocked_count: count(`kind = 'card_unblocked'`),
  card_erased_count: count(`kind = 'card_erased'`),
  silent_count: count('is_silent'),
  low_battery_count: count('is_low'),
  list_behind_count: count('is_behind'),
  open_after_use_count: { kind: 'sum', column: 'opened' },
  emptying_count: count('is_emptying'),
  mean_fill_pct: { kind: 'mean', column: 'fill_pct' },
  hours_over_80: { kind: 'hours', column: 'seconds_over' },
};

const types = {
  count: 'int',
  sum: 'int',
  hours: 'decimal',
  mean: 'percent',
  part: 'percent',
  share: 'percent',
} as const;

/**
 * Whether it rests on who opened: it is told apart by `is_used`, all that the registry's facts have of it (`sources.ts`). Of days
 * of which that is forgotten, it is not known.
 */
export const needsWho = (name: ReportMetric): boolean => {
  const metric = metrics[name];
  return metric.kind === 'count' || metric.kind === 'part' ? /\bis_used\b/.test(countedBy(metric).where ?? '') : false;
};

export const metricType = ({ kind }: Metric): 'int' | 'decimal' | 'percent' => types[kind];

/** The rows that a metric counts or adds up; of a percentage, those that are the part. */
export function countedBy(metric: Metric): Count {
  switch (metric.kind) {
    case 'count':
      return metric;
    case 'part':
      return metric.count;
    case 'mean':
      return { where: `${metric.column} is not null` };
    case 'sum':
    case 'share':
    case 'hours':
      return { where: `${metric.column} <> 0` };
  }
}

/** As an aggregate over rows, of which each stands for one, or for as many as its column `events` says. */
function countSql({ where, distinct }: Count, isRolledUp?: true): string {
  const chosen = where === undefined ? '' : ` filter (where ${where})`;
  return isRolledUp && distinct === undefined
    ? `coalesce(sum(events)${chosen}, 0)::bigint`
    : `count(${distinct === undefined ? '*' : `distinct ${distinct}`})${chosen}`;
}

const sumSql = (column: string) => `coalesce(sum(${column}), 0)`;

/** The aggregates a metric is worked out from: `m`, and `n` that it is a part of. */
export function aggregatesOf(metric: Metric, isRolledUp?: true): { readonly m: string; readonly n?: string } {
  switch (metric.kind) {
    case 'count':
      return { m: countSql(metric, isRolledUp) };
    case 'part':
      return { m: countSql(metric.count, isRolledUp), n: countSql(metric.of, isRolledUp) };
    case 'mean':
      return { m: sumSql(metric.column), n: `count(${metric.column})` };
    case 'sum':
    case 'share':
    case 'hours':
      return { m: sumSql(metric.column) };
  }
}

/** Whether groups' aggregates add up to the one over all of them: what is told apart may stand in several groups. */
export const addsUp = (metric: Metric): boolean =>
  metric.kind === 'part' ? metric.of.distinct === undefined : metric.kind !== 'count' || metric.distinct === undefined;

/** The metric out of its aggregates, with one decimal where it is not whole; null where there is nothing to be a part of. */
export function valueOf({ kind }: Metric, m: string, n: string, { percentage }: Dialect): string {
  switch (kind) {
    case 'count':
    case 'sum':
      return m;
    case 'hours':
      return `round(${m} / 3600.0, 1)`;
    case 'mean':
      return `round(1.0 * ${m} / nullif(${n}, 0), 1)`;
    case 'part':
    case 'share':
      return percentage(m, n);
  }
}
