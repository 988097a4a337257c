import { DuckDBDateValue, DuckDBTimestampValue } from '@duckdb/node-api';
import type { ReportGrouping } from '@noa/domain/report.ts';
import type { ReportRequest } from '@noa/domain/report-input.ts';
import { eventRows, periodCondition, scopeCondition, veiledFrom, type Reach } from './event-rows.ts';
import { Params } from './filter.ts';
import { isGrouping } from './groupings.ts';
import { columnsOf, tallies, type Tally } from './projection/tallies.ts';
import type { Counted } from './report-query.ts';

const dayMs = 86_400_000;

/** In a shorter period, events are found and counted before a tally and both ends of the period would be put together. */
const shortestMs = 60 * dayMs;

/** Whole days, or the days of whole months; both ends are among them. As the start of each in UTC. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/**
 * The events of the period that a question reaches, counted beforehand as far as that goes: in whole days or months out of a
 * tally; one by one at both ends of the period, and since the tally was last added to. Events that no tally tells apart as the
 * question does are counted one by one.
 */
export function countedEvents(reach: Reach, request: ReportRequest): Counted {
  if (request.to.getTime() - request.from.getTime() < shortestMs) {
    return eventRows(reach, request);
  }
  const asked = new Set<ReportGrouping>([
    ...request.groupBy,
    ...request.filters.flatMap(({ field }) => (isGrouping(field) ? [field] : [])),
    ...(tellsWho(reach) ? (['apartment'] as const) : []),
  ]);
  for (const tally of tallies) {
    const span = spanOf(tally, request);
    if (span && [...asked].every((grouping) => tally.groupings.includes(grouping))) {
      const params = new Params('projection');
      return {
        from: talliedRows(tally, span, periodCondition(request, params), params),
        hasKeys: true,
        isTallied: true,
        where: reach.scopes.map((scope) => scopeCondition(scope, params)),
        params,
        veiled: veiledFrom(reach.seesWho, params),
      };
    }
  }
  return eventRows(reach, request);
}

/** Whether apartments must be told apart to know what may be seen. */
const tellsWho = ({ scopes, seesWho }: Reach): boolean =>
  !seesWho.all || scopes.some((scope) => !scope.all && scope.apartmentIds.length > 0);

/**
 * What lies in the period whatever zone an org is in: no local day begins more than 14 hours before it does in UTC, nor ends
 * more than 12 hours after.
 */
function spanOf({ unit }: Tally, { from, to }: ReportRequest): Span | null {
  const day = (date: Date, days: number) => Math.floor(date.getTime() / dayMs) * dayMs + days * dayMs;
  const span = { first: day(from, 2), last: day(to, -2) };
  const { first, last } = unit === 'day' ? span : wholeMonths(span);
  return first <= last ? { first, last } : null;
}

function wholeMonths({ first, last }: Span): Span {
  const from = new Date(first);
  const after = new Date(last + dayMs);
  const isFirst = from.getUTCDate() === 1;
  return {
    first: Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + (isFirst ? 0 : 1), 1),
    last: Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), 1) - dayMs,
  };
}

/** Days tell the parts apart; by their moments, the events at the ends are found without looking at the others. */
function talliedRows(tally: Tally, { first, last }: Span, inPeriod: string, params: Params): string {
  const date = (at: number) => params.bind(new DuckDBDateValue(at / dayMs), 'date');
  const moment = (at: number) => params.bind(new DuckDBTimestampValue(BigInt(at) * 1000n), 'timestamp');
  const [from, to] = [date(first), date(last)];
  const whole =
    tally.unit === 'day'
      ? `date between ${from} and ${to}`
      : `month between ${params.bind(monthOf(first), 'integer')} and ${params.bind(monthOf(last), 'integer')}`;
  const columns = columnsOf(tally).join(', ');
  const one = `select ${columns}, 1 as events, litres from card_event`;
  return `(
    select ${columns}, events, litres from ${tally.table} where ${whole}
    union all
    ${one} where ${inPeriod} and date < ${from} and occurred_at < ${moment(first + dayMs)}
    union all
    ${one} where ${inPeriod} and date > ${to} and occurred_at >= ${moment(last)}
    union all
    ${one} join turn on turn.number = card_event.taken where ${whole}) as tallied`;
}

function monthOf(at: number): number {
  const day = new Date(at);
  return day.getUTCFullYear() * 100 + day.getUTCMonth() + 1;
}
