import { CompiledQuery } from 'kysely';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { refuseEnded } from '../../database/connection/statement-bounds.ts';
import { named } from '../../database/connection/statement-names.ts';
import type { Db } from '../../database/database.ts';
import { read } from '../../database/transaction.ts';
import { inSpan } from '../../instruments/tracing.ts';
import type { ReportDefinition } from '../catalogue.ts';
import { findEventFacts, noEventFacts, tellsUse } from '../facts/event-facts.ts';
import type { FactsAsked } from '../facts/facts.ts';
import { countedEvents, eventRows } from '../projection/asking/event-rows.ts';
import { buildWholeReport } from '../projection/asking/whole-report.ts';
import { seesAll, suppressibleFor, type Reach } from './reach.ts';
import { Params } from './filter.ts';
import { isGrouping } from './groupings.ts';
import { looksAtHouseholds } from '../suppression/households.ts';
import type { Cell } from '../engine/cell.ts';
import { buildReportQuery, type BuiltQuery, type Counted, type ReportPage } from './report-query.ts';
import { reportsOf } from '../reports.ts';
import { listSmallEntrances } from '../suppression/small-entrances.ts';
import { registryFacts } from './sources.ts';

/** A question that was understood, and how far its answer may reach. */
export interface Question {
  readonly report: ReportDefinition;
  readonly request: ReportRequest;
  readonly reach: Reach;
}

export interface CountedPage extends ReportPage {
  /** Every event committed before it is counted; or the moment at which the registry is read. */
  readonly freshAsOf: Date;
  /** From which day on it is known who opened, where figures need to know it of earlier ones; null where none is unknown. */
  readonly whoKnownFrom: Date | null;
}

/**
 * How far a question reaches, with the entrances that are too small to be told, if it asks of households who used containers for
 * somebody who may not know who it was.
 */
export async function withSmall(db: Db, { report, request, reach }: Question): Promise<Reach> {
  return report.reportedBy === 'card_event' && !seesAll(reach) && looksAtHouseholds(request)
    ? { ...reach, small: await listSmallEntrances(db, reach.scopes[0]) }
    : reach;
}

/** Refuses what cannot be answered. @throws {AppError} as {@link buildReportQuery}. */
export function refuseBad(db: Db, question: Question): void {
  const { report, request, reach } = question;
  const counted =
    report.counts === 'events'
      ? eventRows(reach, request)
      : registryRows(db, question, { ...momentOf(request, new Date()), ...noEventFacts });
  buildReportQuery(report, request, counted);
}

/** One page of the answer. @throws {AppError} as {@link buildReportQuery}. */
export const countPage = (db: Db, question: Question): Promise<CountedPage> =>
  inSpan(`report ${question.report.name}`, {}, () => count(db, question));

async function count(db: Db, question: Question): Promise<CountedPage> {
  const { report, request } = question;
  if (report.counts !== 'events') {
    const registry = await openRegistry(db, question);
    const query = buildReportQuery(report, request, registry.rows());
    return { ...query.read(await registry.query(query)), freshAsOf: registry.at, whoKnownFrom: registry.whoKnownFrom };
  }
  refuseBad(db, question); // before anything is waited for
  const { projection } = reportsOf(db);
  const { freshAsOf } = await projection.refresh();
  const reached = await withSmall(db, question);
  const page = await projection.ask(async (ask) => {
    refuseEnded(db);
    const query = buildReportQuery(report, request, await countedEvents(ask, reached, request));
    return query.read(await ask(query.sql, query.params));
  });
  return { ...page, freshAsOf, whoKnownFrom: null };
}

/** Every event committed before it is counted; or the moment at which the registry is read. */
export async function freshnessOf(db: Db, { report, request }: Question): Promise<Date> {
  if (report.counts === 'events') {
    return (await reportsOf(db).projection.refresh()).freshAsOf;
  }
  const now = new Date();
  return request.to < now ? new Date(request.to.getTime() - 1) : now;
}

/** Some rows of a report, and the totals of all. */
export interface ReportPiece {
  readonly rows: Cell[][];
  readonly totals: readonly Cell[];
}

/** The whole answer in pieces, one at least, all of one moment. */
export async function* countAll(db: Db, question: Question, signal?: AbortSignal): AsyncGenerator<ReportPiece> {
  const { report, request } = question;
  if (report.counts === 'events') {
    const { projection } = reportsOf(db);
    await projection.refresh();
    const reach = await withSmall(db, question);
    yield* projection.inSnapshot(async function* pieces(query, stream) {
      const counted = await countedEvents(query, reach, request);
      const { count, totals, rows } = buildWholeReport(report, request, counted);
      await query(count.sql, count.params);
      const [sums = []] = await query(totals.sql, totals.params);
      const all = [...request.groupBy.map(() => null), ...sums];
      yield { rows: [], totals: all };
      for await (const piece of stream(rows.sql, rows.params)) {
        yield { rows: piece, totals: all };
      }
    }, signal);
    return;
  }
  const registry = await openRegistry(db, question);
  for (let after: string | null = ''; after !== null;) {
    signal?.throwIfAborted();
    const query = buildReportQuery(report, { ...request, first: reportLimits.rows, after }, registry.rows());
    const page = query.read(await registry.query(query));
    yield page;
    after = page.cursor;
  }
}

/** The registry of one moment: the end of the period, or now. */
export interface OpenedRegistry {
  readonly at: Date;
  readonly isPast: boolean;
  /** As in `CountedPage`. */
  readonly whoKnownFrom: Date | null;
  /** What is counted over, for one query. */
  readonly rows: () => Counted;
  readonly query: (query: Pick<BuiltQuery, 'sql' | 'params'>) => Promise<Cell[][]>;
}

export async function openRegistry(db: Db, question: Question): Promise<OpenedRegistry> {
  const { request, reach } = question;
  const moment = momentOf(request, new Date());
  const events = await findEventFacts(db, question, moment);
  const reached = { ...question, reach: await withSmall(db, question) };
  return {
    at: moment.at,
    isPast: moment.isPast,
    whoKnownFrom: events.whoKnownFrom,
    rows: () => registryRows(db, reached, { ...moment, ...events }),
    query: ({ sql, params }) =>
      read(
        db,
        reach.scopes[0],
        async (tx) => {
          const { rows } = await tx.executeQuery<Record<string, Cell>>(CompiledQuery.raw(named(sql), [...params]));
          return rows.map((row) => Object.values(row));
        },
        moment.at,
      ),
  };
}

/** Which moment of the registry a question is about: the last one of the period, or now if that is to come. */
function momentOf({ from, to, groupBy, filters }: ReportRequest, now: Date) {
  const isPast = to < now;
  const fields = [...groupBy, ...filters.map(({ field }) => field)];
  return {
    from,
    to: isPast ? to : now,
    at: isPast ? new Date(to.getTime() - 1) : now,
    isPast,
    byDay: fields.some((field) => isGrouping(field) && ['date', 'week', 'month', 'year'].includes(field)),
  };
}

function registryRows(
  db: Db,
  { report, request, reach: { scopes, seesWho, small = [] } }: Question,
  asked: Omit<FactsAsked, 'scopes'>,
): Counted {
  if (report.counts === 'events') {
    throw new Error('Events are not in the registry');
  }
  const facts = registryFacts[report.counts]({ ...asked, scopes }).compile(db);
  const params = new Params('registry', facts.parameters);
  const suppressible = report.counts === 'apartments' ? suppressibleFor({ scopes, seesWho }, params) : null;
  const use =
    suppressible !== null && tellsUse(report) && looksAtHouseholds(request) ? { only: report.only } : undefined;
  return {
    from: `(${facts.sql}) as facts`,
    where: report.only && !use ? [report.only] : [],
    params,
    suppressible,
    small,
    isWhoUnknown: asked.whoKnownFrom !== null,
    ...(use && { use }),
  };
}
