import type { DuckDBValue } from '@duckdb/node-api';
import { CompiledQuery } from 'kysely';
import { reportLimits, type ReportMetric } from '@noa/domain/report.ts';
import type { ReportRequest } from '@noa/domain/report-input.ts';
import type { Db } from '../database/database.ts';
import { everything } from '../database/scope.ts';
import { read } from '../database/transaction.ts';
import type { ReportDefinition } from './catalogue.ts';
import { eventRows, veiledFrom, type Reach } from './event-rows.ts';
import { Params } from './filter.ts';
import type { Cell } from './projection/event-store.ts';
import { buildReportQuery, type BuiltQuery, type Counted, type ReportPage } from './report-query.ts';
import { reportsOf } from './reports.ts';
import { registryFacts, type FactsAsked } from './sources.ts';

type Period = Pick<ReportRequest, 'from' | 'to'>;

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
export function refuseBad(db: Db, { report, request, reach }: Question): void {
  const counted =
    report.counts === 'events' ? eventRows(reach, request) : registryRows(db, report, reach, { ...request, used: [] });
  buildReportQuery(report, request, counted);
}

/** One page of the answer. @throws {AppError} as {@link buildReportQuery}. */
export async function countPage(db: Db, { report, request, reach }: Question): Promise<CountedPage> {
  if (report.counts !== 'events') {
    const registry = await openRegistry(db, { report, request, reach });
    const query = buildReportQuery(report, request, registry.rows());
    return { ...query.read(await registry.query(query)), freshAsOf: registry.at };
  }
  const query = buildReportQuery(report, request, eventRows(reach, request));
  const { projection } = reportsOf(db);
  const { freshAsOf } = await projection.refresh();
  return { ...query.read(await projection.query(query.sql, query.params)), freshAsOf };
}

/** The whole answer in pieces, all of one moment; as the engine gives it, for `readRows`. */
export async function* countAll(db: Db, { report, request, reach }: Question): AsyncGenerator<Cell[][]> {
  if (report.counts === 'events') {
    const query = buildReportQuery(report, request, eventRows(reach, request), { unbounded: true });
    const { projection } = reportsOf(db);
    await projection.refresh();
    yield* projection.stream(query.sql, query.params);
    return;
  }
  const registry = await openRegistry(db, { report, request, reach });
  for (let after: string | null = ''; after !== null;) {
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

export async function openRegistry(db: Db, { report, request, reach }: Question): Promise<OpenedRegistry> {
  const { from, to } = request;
  const now = new Date();
  const isPast = to < now;
  const at = isPast ? new Date(to.getTime() - 1) : now;
  const used = await listUsed(db, report, reach, { from, to });
  return {
    at,
    isPast,
    rows: () => registryRows(db, report, reach, { used, from, to }),
    query: ({ sql, params }) =>
      read(
        db,
        reach.scopes[0],
        async (tx) => {
          const { rows } = await tx.executeQuery<Record<string, Cell>>(CompiledQuery.raw(sql, [...params]));
          return rows.map((row) => Object.values(row));
        },
        at,
      ),
  };
}

/** Whose use a report asks about: apartments in the period, cards ever since. */
const usedBy: Readonly<Partial<Record<ReportMetric, 'apartment_id' | 'card_id'>>> = {
  participating_count: 'apartment_id',
  dormant_apartment_count: 'apartment_id',
  never_used_count: 'card_id',
};

/** Ids of those that used a container. */
async function listUsed(db: Db, report: ReportDefinition, reach: Reach, { from, to }: Period): Promise<string[]> {
  const column = report.metrics.map((metric) => usedBy[metric]).find((each) => each !== undefined);
  if (!column) {
    return [];
  }
  // Who used is asked for all: groups that are too small are left out where they are counted.
  const all = { ...reach, seesWho: everything };
  const { where, params } = eventRows(all, { from: column === 'card_id' ? new Date(0) : from, to });
  const { projection } = reportsOf(db);
  await projection.refresh();
  const found = await projection.query(
    `select distinct ${column}::varchar from card_event
    where ${where.join(' and ')} and ${column} is not null and kind in ('access_granted', 'full_use', 'open_after_use')`,
    params.values,
  );
  return found.map(([id]) => String(id));
}

function registryRows(
  db: Db,
  report: ReportDefinition,
  { scopes, seesWho }: Reach,
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
