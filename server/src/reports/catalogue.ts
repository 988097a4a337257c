import { eventGroupings, type ReportGrouping, type ReportMetric } from '@noa/domain/reporting/report.ts';
import type { ReportSource } from './query/sources.ts';

/** Which reports of locks figures rest on. */
export type ReportedBy = 'card_event' | 'status_update';

/** A report that can be asked for by name. */
export interface ReportDefinition {
  readonly name: string;
  readonly counts: ReportSource;
  readonly metrics: readonly ReportMetric[];
  readonly groupings: readonly ReportGrouping[];
  /** How it is grouped until somebody chooses: by something of which there are few, or of which the first are what is looked for. */
  readonly startsWith: readonly ReportGrouping[];
  /** What of locks it rests on; absent when it rests on the registry alone. */
  readonly reportedBy?: ReportedBy;
  /** Which of the rows it counts, as SQL; all of them when absent. */
  readonly only?: string;
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
    counts: 'events',
    reportedBy: 'card_event',
    metrics: ['event_count', 'total_litres', 'failed_attempt_count', 'unauthorised_count', 'card_blocked_count'],
    groupings: eventGroupings,
    startsWith: ['date'],
  },
  {
    name: 'apartment-usage',
    counts: 'events',
    reportedBy: 'card_event',
    metrics: ['event_count', 'total_litres'],
    groupings: ['apartment', 'card', ...homes, 'waste_stream', 'date', 'week', 'month', 'year'],
    startsWith: ['apartment'],
    isPersonal: true,
  },
  {
    name: 'separate-collection',
    counts: 'events',
    reportedBy: 'card_event',
    metrics: ['total_litres', 'litres_pct'],
    groupings: ['waste_stream', ...homes, 'container_group', 'container', 'date', 'week', 'month', 'year'],
    startsWith: ['waste_stream'],
  },
  {
    name: 'access-failures',
    counts: 'events',
    reportedBy: 'card_event',
    metrics: ['failed_attempt_count', 'unauthorised_count', 'failed_attempt_pct'],
    groupings: [...platforms, ...homes, 'event_kind', 'card', ...times],
    startsWith: ['container'],
  },
  {
    name: 'peak-load',
    counts: 'events',
    reportedBy: 'card_event',
    metrics: ['event_count', 'total_litres'],
    groupings: ['day_of_week', 'hour', ...platforms, ...homes, 'month'],
    startsWith: ['hour', 'day_of_week'],
  },
  {
    name: 'participation',
    counts: 'apartments',
    reportedBy: 'card_event',
    metrics: ['participating_count', 'card_apartment_count', 'participating_pct'],
    groupings: homes,
    startsWith: ['manager'],
  },
  {
    name: 'dormant-apartments',
    counts: 'apartments',
    reportedBy: 'card_event',
    metrics: ['dormant_apartment_count'],
    only: 'has_card and not is_used',
    groupings: ['apartment', ...homes],
    startsWith: ['manager'],
  },
  {
    name: 'registration-coverage',
    counts: 'apartments',
    metrics: [
      'total_apartment_count',
      'valid_count',
      'valid_pct',
      'unoccupied_count',
      'unoccupied_pct',
      'unknown_occupier_count',
      'unknown_occupier_pct',
      'one_card_assigned_count',
      'one_card_assigned_pct',
    ],
    groupings: homes,
    startsWith: ['manager'],
  },
  {
    name: 'card-lifecycle',
    counts: 'card_lives',
    metrics: [
      'card_count',
      'never_used_count',
      'issued_count',
      'replaced_count',
      'card_blocked_count',
      'card_unblocked_count',
      'card_erased_count',
    ],
    groupings: ['card_kind', 'card_status', 'org', 'date', 'week', 'month', 'year'],
    startsWith: ['card_kind', 'card_status'],
  },
  {
    name: 'controlled-coverage',
    counts: 'platforms',
    metrics: [
      'total_container_groups',
      'controlled_container_groups_count',
      'controlled_container_groups_pct',
      'container_count',
    ],
    groupings: ['org', 'waste_stream', 'container_group'],
    startsWith: ['waste_stream'],
  },
  {
    name: 'fleet-health',
    counts: 'fleet',
    reportedBy: 'status_update',
    metrics: ['container_count', 'silent_count', 'low_battery_count', 'list_behind_count', 'open_after_use_count'],
    groupings: ['container', 'container_group', 'waste_stream', 'org'],
    startsWith: ['container_group'],
  },
  {
    name: 'emptyings',
    counts: 'emptyings',
    reportedBy: 'status_update',
    metrics: ['emptying_count', 'mean_fill_pct', 'hours_over_80'],
    groupings: ['container', 'container_group', 'waste_stream', 'org', 'date', 'week', 'month', 'year'],
    startsWith: ['waste_stream'],
  },
];

/** Every report there is. */
export const listReports = (): readonly ReportDefinition[] => catalogue;

export const findReport = (name: string): ReportDefinition | undefined =>
  catalogue.find((report) => report.name === name);
