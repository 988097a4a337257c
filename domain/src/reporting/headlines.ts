import type { ReportGrouping, ReportMetric } from './report.ts';

/** The period a report opens on: the last whole month; where the registry is counted, days that reach into the present. */
export type OpeningPeriod = 'lastMonth' | 'thisMonth' | 'last30Days';

/** What a report answers before anybody chooses. */
export interface Headline {
  /** The figure that its sentence says, that its chart draws, and by which records are ranked. */
  readonly metric: ReportMetric;
  /** Of which grouping the sentence names the first, unless the question tells others apart. */
  readonly group: ReportGrouping;
  readonly period: OpeningPeriod;
}

/**
 * By the name of the report. What happens is told of the last whole month; what is, as of now; and what became of the apartments or
 * containers that are registered, of the last thirty days: a registry has no last month before the day it was imported.
 */
export const headlines: Readonly<Record<string, Headline>> = {
  usage: { metric: 'event_count', group: 'waste_stream', period: 'lastMonth' },
  'apartment-usage': { metric: 'total_litres', group: 'waste_stream', period: 'lastMonth' },
  'separate-collection': { metric: 'litres_pct', group: 'waste_stream', period: 'lastMonth' },
  'access-failures': { metric: 'failed_attempt_count', group: 'container', period: 'lastMonth' },
  'peak-load': { metric: 'event_count', group: 'hour', period: 'lastMonth' },
  participation: { metric: 'participating_pct', group: 'manager', period: 'last30Days' },
  'dormant-apartments': { metric: 'dormant_apartment_count', group: 'manager', period: 'last30Days' },
  'registration-coverage': { metric: 'valid_pct', group: 'manager', period: 'thisMonth' },
  'card-lifecycle': { metric: 'card_count', group: 'card_status', period: 'thisMonth' },
  'controlled-coverage': { metric: 'controlled_container_groups_pct', group: 'waste_stream', period: 'thisMonth' },
  'fleet-health': { metric: 'silent_count', group: 'container_group', period: 'thisMonth' },
  emptyings: { metric: 'emptying_count', group: 'waste_stream', period: 'last30Days' },
};

/** Undefined for a report that this code does not know. */
export const headlineOf = (report: string): Headline | undefined =>
  Object.hasOwn(headlines, report) ? headlines[report] : undefined;

/** What is so at the end of the period, and not what happened in it. */
const states: readonly ReportMetric[] = [
  'card_apartment_count',
  'total_apartment_count',
  'valid_count',
  'valid_pct',
  'unoccupied_count',
  'unoccupied_pct',
  'unknown_occupier_count',
  'unknown_occupier_pct',
  'one_card_assigned_count',
  'one_card_assigned_pct',
  'total_container_groups',
  'controlled_container_groups_count',
  'controlled_container_groups_pct',
  'container_count',
  'card_count',
  'never_used_count',
  'silent_count',
  'low_battery_count',
  'list_behind_count',
];

export const isState = (metric: ReportMetric): boolean => states.includes(metric);
