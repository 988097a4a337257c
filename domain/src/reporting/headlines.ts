import type { ReportGrouping, ReportMetric } from './report.ts';
import type { ReportPeriod } from './report-schedule.ts';

/** What a report answers before anybody chooses. */
export interface Headline {
  /** The figure that its sentence says, that its chart draws, and by which records are ranked. */
  readonly metric: ReportMetric;
  /** Of which grouping the sentence names the first, unless the question tells others apart. */
  readonly group: ReportGrouping;
  /** The period it opens on: the last whole month; where the registry is counted, days that reach into the present. */
  readonly period: ReportPeriod;
}

/**
 * By the name of the report. What happens is told of the last whole month; what is, as of now; and what became of the apartments or
 * containers that are registered, of the last thirty days: a registry has no last month before the day it was imported.
 */
export const headlines: Readonly<Record<string, Headline>> = {
  usage: { metric: 'event_count', group: 'waste_stream', period: 'last_month' },
  'apartment-usage': { metric: 'total_litres', group: 'waste_stream', period: 'last_month' },
  'separate-collection': { metric: 'litres_pct', group: 'waste_stream', period: 'last_month' },
  'access-failures': { metric: 'failed_attempt_count', group: 'container', period: 'last_month' },
  'peak-load': { metric: 'event_count', group: 'hour', period: 'last_month' },
  participation: { metric: 'participating_pct', group: 'manager', period: 'last_30_days' },
  'dormant-apartments': { metric: 'dormant_apartment_count', group: 'manager', period: 'last_30_days' },
  'registration-coverage': { metric: 'valid_pct', group: 'manager', period: 'this_month' },
  'card-lifecycle': { metric: 'card_count', group: 'card_status', period: 'this_month' },
  'controlled-coverage': { metric: 'controlled_container_groups_pct', group: 'waste_stream', period: 'this_month' },
  'fleet-health': { metric: 'silent_count', group: 'container_group', period: 'this_month' },
  emptyings: { metric: 'emptying_count', group: 'waste_stream', period: 'last_30_days' },
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
