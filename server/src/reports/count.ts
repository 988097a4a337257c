import type { DuckDBValue } from '@duckdb/node-api';
import { CompiledQuery } from 'kysely';
import { reportLimits } from '@noa/domain/report.ts';
import type { ReportRequest } from '@noa/domain/report-input.ts';
import type { Db } from '../database/database.ts';
import { read } from '../database/transaction.ts';
import type { ReportDefinition } from './catalogue.ts';
import { findEventFacts, noEventFacts } from './event-facts.ts';
import { eventRows, veiledFrom, type Reach } from './event-rows.ts';
import type { FactsAsked } from './facts.ts';
import { Params } from './filter.ts';
import { isGrouping } from './groupings.ts';
import type { Cell } from './projection/one-moment.ts';
import { buildReportQuery, type BuiltQuery, type Counted, type ReportPage } from './report-query.ts';
import { reportsOf } from './reports.ts';
import { registryFacts } from './sources.ts';
import { countedEvents } from './tallied-rows.ts';

/** A question that was understood, and how far its answer may reach. */
export interface Question {
  readonly report: ReportDefinition;
  readonly request: ReportRequest;
  readonly reach: Reach;
}

export interface CountedPage extends ReportPage {
  /** Every event committed before it is counted; or the moment at which the registry is read. */
  readonly freshAsOf: Date;
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
export async function countPage(db: Db, question: Question): Promise<CountedPage> {
  const { report, request, reach } = question;
  if (report.counts !== 'events') {
    const registry = await openRegistry(db, question);
    const query = buildReportQuery(report, request, registry.rows());
    return { ...query.read(await registry.query(query)), freshAsOf: registry.at };
  }
  refuseBad(db, question); // before anything is waited for
  const { projection } = reportsOf(db);
  const { freshAsOf } = await projection.refresh();
  const page = await projection.ask(async (ask) => {
    const query = buildReportQuery(report, request, await countedEvents(ask, reach, request));
    return query.read(await ask(query.sql, query.params));
  });
  return { ...page, freshAsOf };
}

/** Every event committed before it is counted; or the moment at which the registry is read. */
export async function freshnessOf(db: Db, { report, request }: Question): Promise<Date> {
  if (report.counts === 'events') {
    return (await reportsOf(db).projection.refresh()).freshAsOf;
  }
  const now = new Date();
  return request.to < now ? new Date(request.to.getTime() - 1) : now;
}

/** The whole answer in pieces, all of one moment; as the engine gives it, for `readRows`. */
export async function* countAll(db: Db, question: Question, signal?: AbortSignal): AsyncGenerator<Cell[][]> {
  const { report, request, reach } = question;
  if (report.counts === 'events') {
    const { projection } = reportsOf(db);
    await projection.refresh();
    yield* projection.atOneMoment(async function* all(ask, stream) {
      const counted = await countedEvents(ask, reach, request);
      const query = buildReportQuery(report, request, counted, { unbounded: true });
      yield* stream(query.sql, query.params);
    }, signal);
    return;
  }
  const registry = await openRegistry(db, question);
  for (let after: string | null = ''; after !== null;) {
    signal?.throwIfAborted();
    const query = buildReportQuery(report, { ...request, first: reportLimits.rows, after }, registry.rows());
    const found = await registry.query(query);
    const page = query.read(found);
    yield found.slice(0, Math.max(1, page.rows.length));
    after = page.cursor;
  }
}

/** The registry of one moment: the end of the period, or now. */
export interface OpenedRegistry {
  readonly at: Date;
  readonly isPast: boolean;
  /** What is counted over, for one query. */
  readonly rows: () => Counted;
  readonly query: (query: Pick<BuiltQuery, 'sql' | 'params'>) => Promise<Cell[][]>;
}

export async function openRegistry(db: Db, question: Question): Promise<OpenedRegistry> {
  const { request, reach } = question;
  const moment = momentOf(request, new Date());
  const events = await findEventFacts(db, question, moment);
  return {
    at: moment.at,
    isPast: moment.isPast,
    rows: () => registryRows(db, question, { ...moment, ...events }),
    query: ({ sql, params }) =>
      read(
        db,
        reach.scopes[0],
        async (tx) => {
          const { rows } = await tx.executeQuery<Record<string, Cell>>(CompiledQuery.raw(sql, [...params]));
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
  { report, reach: { scopes, seesWho } }: Question,
  asked: Omit<FactsAsked, 'scopes'>,
): Counted {
  if (report.counts === 'events') {
    throw new Error('Events are not in the registry');
  }
  const facts = registryFacts[report.counts]({ ...asked, scopes }).compile(db);
  const params = new Params('registry', facts.parameters as readonly DuckDBValue[]);
  return {
    from: `(${facts.sql}) as facts`,
    where: report.only ? [report.only] : [],
    params,
    veiled: report.counts === 'apartments' ? veiledFrom(seesWho, params) : null,
  };
}
