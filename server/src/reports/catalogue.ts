import type { ReportGrouping, ReportMetric } from '@noa/domain/report.ts';
import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import type { LabelledTable } from '../registry/labels.ts';

/**
 * How a grouping's values are kept and shown: `number` as it is, `month` and `week` as year × 100 + number, `date` as a
 * day, `word` out of a closed list, `record` as an id.
 */
export type Grouping = { readonly column: string } & (
  | { readonly kind: 'number' | 'month' | 'week' | 'date' }
  | { readonly kind: 'word'; readonly type: string; readonly words: readonly string[] }
  | { readonly kind: 'record'; readonly table: LabelledTable }
);

const record = (table: LabelledTable): Grouping => ({ kind: 'record', column: `${table}_id`, table });

/** Each grouping over `card_event` of the projection. */
export const groupings: Readonly<Record<ReportGrouping, Grouping>> = {
  hour: { kind: 'number', column: 'hour' },
  day_of_month: { kind: 'number', column: 'day_of_month' },
  day_of_week: { kind: 'number', column: 'day_of_week' },
  day_of_year: { kind: 'number', column: 'day_of_year' },
  week: { kind: 'week', column: 'week' },
  month: { kind: 'month', column: 'month' },
  year: { kind: 'number', column: 'year' },
  date: { kind: 'date', column: 'date' },
  org: record('org'),
  manager: record('manager'),
  entrance: record('entrance'),
  tower_block: record('tower_block'),
  access_group: record('access_group'),
  container_group: record('container_group'),
  container: record('container'),
  waste_stream: { kind: 'word', column: 'waste_stream', type: 'waste_stream', words: wasteStreams },
  card: record('card'),
  apartment: record('apartment'),
  event_kind: { kind: 'word', column: 'kind', type: 'event_kind', words: cardEventKinds },
};

/** A whole number that adds up over rows; with `of`, the percentage that it is of another such number. */
export interface Metric {
  readonly count: string;
  readonly of?: string;
}

/** Each metric as an aggregate over `card_event` of the projection (domain.md, "counts as"). */
export const metrics: Readonly<Record<ReportMetric, Metric>> = {
  event_count: { count: 'count(*)' },
  total_litres: { count: 'coalesce(sum(litres), 0)' },
  failed_attempt_count: { count: 'count(*) filter (failed_attempt)' },
  unauthorised_count: { count: 'count(*) filter (unauthorised)' },
  card_blocked_count: { count: `count(*) filter (kind = 'card_blocked')` },
};

export const metricType = ({ of }: Metric): 'int' | 'percent' => (of === undefined ? 'int' : 'percent');

/** A report that can be asked for by name. */
export interface ReportDefinition {
  readonly name: string;
  readonly metrics: readonly ReportMetric[];
  readonly groupings: readonly ReportGrouping[];
}

const catalogue: readonly ReportDefinition[] = [
  {
    name: 'usage',
    metrics: ['event_count', 'total_litres', 'failed_attempt_count', 'unauthorised_count', 'card_blocked_count'],
    groupings: Object.keys(groupings) as ReportGrouping[],
  },
];

/** Every report there is. */
export const listReports = (): readonly ReportDefinition[] => catalogue;

export const findReport = (name: string): ReportDefinition | undefined =>
  catalogue.find((report) => report.name === name);
