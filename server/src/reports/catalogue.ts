import { reportGroupings, type ReportGrouping, type ReportMetric } from '@noa/domain/report.ts';

/** A report that can be asked for by name. */
export interface ReportDefinition {
  readonly name: string;
  readonly metrics: readonly ReportMetric[];
  readonly groupings: readonly ReportGrouping[];
  /** How it is grouped until somebody chooses. */
  readonly startsWith: readonly ReportGrouping[];
  /** It is about who opened what, however it is grouped. */
  readonly isPersonal?: true;
}

const times = ['hour', 'day_of_week', 'date', 'week', 'month', 'year'] as const satisfies ReportGrouping[];
const homes = ['org', 'manager', 'tower_block', 'entrance', 'access_group'] as const satisfies ReportGrouping[];
const platforms = ['container_group', 'container', 'waste_stream'] as const satisfies ReportGrouping[];

/** Every report there is (domain.md, "Reports"), in the order in which they are offered. */
const catalogue: readonly ReportDefinition[] = [
  {
    name: 'usage',
    metrics: ['event_count', 'total_litres', 'failed_attempt_count', 'unauthorised_count', 'card_blocked_count'],
    groupings: reportGroupings,
    startsWith: ['month', 'entrance'],
  },
  {
    name: 'apartment-usage',
    metrics: ['event_count', 'total_litres'],
    groupings: ['apartment', 'card', ...homes, 'waste_stream', 'date', 'week', 'month', 'year'],
    startsWith: ['apartment', 'waste_stream'],
    isPersonal: true,
  },
  {
    name: 'separate-collection',
    metrics: ['total_litres', 'litres_pct'],
    groupings: ['waste_stream', ...homes, 'container_group', 'container', 'date', 'week', 'month', 'year'],
    startsWith: ['month', 'waste_stream'],
  },
  {
    name: 'access-failures',
    metrics: ['failed_attempt_count', 'unauthorised_count', 'failed_attempt_pct'],
    groupings: [...platforms, ...homes, 'event_kind', 'card', ...times],
    startsWith: ['container'],
  },
  {
    name: 'peak-load',
    metrics: ['event_count', 'total_litres'],
    groupings: ['day_of_week', 'hour', ...platforms, ...homes, 'month'],
    startsWith: ['hour', 'day_of_week'],
  },
];

/** Every report there is. */
export const listReports = (): readonly ReportDefinition[] => catalogue;

export const findReport = (name: string): ReportDefinition | undefined =>
  catalogue.find((report) => report.name === name);
