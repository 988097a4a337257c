import {
  householdGroupings,
  personalGroupings,
  registryGroupings,
  type ReportGrouping,
} from '@noa/domain/reporting/report.ts';
import { isRecordId, type ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { looksAtHouseholds } from '../suppression/households.ts';
import { isGrouping } from './groupings.ts';
import { seesAll, type Reach } from './reach.ts';

/** What follows from a day, and from a month. */
const followsFrom = {
  day: ['day_of_month', 'day_of_week', 'day_of_year', 'week', 'month', 'year'],
  month: ['year'],
} as const satisfies Record<string, readonly ReportGrouping[]>;

/** What every rollup tells apart besides, as columns of an event: all that metrics ask of one. */
export const outcome = ['waste_stream', 'kind', 'failed_attempt', 'unauthorised'] as const;

/**
 * Events counted in advance, for every combination that occurred of what is told apart.
 *
 * @param unit - its rows are of whole days, or of whole months, in the org's zone.
 * @param shortestHours - of a shorter period it need not be asked.
 * @param times - by which it tells moments apart; what it `derived` of the calendar follows from them.
 * @param records - it tells apart.
 */
function rollupOf(
  name: string,
  unit: 'day' | 'month',
  shortestHours: number,
  times: readonly ReportGrouping[],
  records: readonly ReportGrouping[],
) {
  const derived: readonly ReportGrouping[] = followsFrom[unit].filter((name) => !times.includes(name));
  return {
    name,
    unit,
    shortestHours,
    times,
    records,
    derived,
    /** What it can be grouped by, and its events be chosen by. */
    groupings: new Set<ReportGrouping>([...times, ...derived, ...records, 'waste_stream', 'event_kind']),
  };
}

/** What is counted in advance, whichever engine counts: each keeps it in a table of its own, of that name, and brings it up to date in its own way. */
export type DeclaredRollup = ReturnType<typeof rollupOf>;

/**
 * The smallest first: where several can answer, the first one does. Together they answer all but who used a container on which
 * day, or at which hour. No day is shorter than 22 hours, whatever clocks do. That of hours by place has hardly fewer rows than there are
 * events, and those of some days are found faster; those of whole orgs, of places by month, and of containers by hour, hardly grow with their events.
 */
export const declaredRollups: readonly DeclaredRollup[] = [
  rollupOf('org_day', 'day', 22, ['date'], ['org']),
  rollupOf('org_hour', 'month', 27 * 24, ['month', 'hour', 'day_of_week'], ['org']),
  rollupOf('place_month', 'month', 27 * 24, ['month'], registryGroupings),
  rollupOf(
    'container_hour',
    'month',
    27 * 24,
    ['month', 'hour', 'day_of_week'],
    ['org', 'container_group', 'container'],
  ),
  rollupOf('day', 'day', 22, ['date'], registryGroupings),
  rollupOf('hour', 'day', 60 * 24, ['date', 'hour'], registryGroupings),
  rollupOf('month', 'month', 27 * 24, ['month'], [...registryGroupings, ...personalGroupings]),
];

/** What must be told apart to answer a question, and to know what of it may be seen. */
export function toldApart(reach: Reach, request: ReportRequest): ReadonlySet<ReportGrouping> {
  const namesManagers = [...reach.scopes, ...(seesAll(reach) ? [] : [reach.seesWho])].some(
    (scope) => !scope.all && scope.managerIds.length > 0,
  );
  return new Set<ReportGrouping>([
    ...request.groupBy,
    ...request.filters.flatMap(({ field }) => (isGrouping(field) ? [field] : [])),
    ...(namesManagers ? (['manager'] as const) : []),
    ...(tellsWho(reach) ? (['apartment'] as const) : []),
    ...(!seesAll(reach) && looksAtHouseholds(request) ? householdGroupings : []),
  ]);
}

/** Whether apartments must be told apart to know what may be seen. */
const tellsWho = (reach: Reach): boolean =>
  !seesAll(reach) || reach.scopes.some((scope) => !scope.all && scope.apartmentIds.length > 0);

/** Orgs beyond which nothing is asked, if that is known: a day that begins elsewhere with another moment does not matter. */
export function orgsOf({ scopes }: Reach, { filters }: ReportRequest): readonly string[] | null {
  const ofScope = scopes.find((scope) => !scope.all && scope.managerIds.length + scope.apartmentIds.length === 0);
  const chosen = filters.find(({ field, operator }) => field === 'org' && ['eq', 'in'].includes(operator))?.value;
  const orgs = chosen === undefined ? ofScope && !ofScope.all && ofScope.orgIds : [chosen].flat();
  return orgs && orgs.length > 0 && orgs.every(isRecordId) ? orgs : null;
}

const hourMs = 3_600_000;

/** Whether a period is so long that whole days, or months, may lie in it. */
export const isLongEnough = ({ shortestHours }: DeclaredRollup, { from, to }: ReportRequest): boolean =>
  to.getTime() - from.getTime() >= shortestHours * hourMs;
