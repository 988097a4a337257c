import { CompiledQuery } from 'kysely';
import { reportLimits, type ReportField } from '@noa/domain/reporting/report.ts';
import { joinMany } from '../../database/connection/planning.ts';
import { named } from '../../database/connection/statement-names.ts';
import type { Db } from '../../database/database.ts';
import { read } from '../../database/transaction.ts';
import { inSpan } from '../../instruments/tracing.ts';
import type { Cell } from '../engine/cell.ts';
import type {
  Answers,
  CountedPage,
  FileAsked,
  FileRow,
  OpenedRecords,
  Question,
  ReportPiece,
} from '../engine/engine.ts';
import { registryDialect } from '../query/dialect.ts';
import { Params } from '../query/filter.ts';
import { seesAll, suppressibleFor, withSmall } from '../query/reach.ts';
import { buildReportQuery, type BuiltQuery, type Counted } from '../query/report-query.ts';
import { joinedWhole, registryFacts } from '../query/sources.ts';
import { fileFigure, filePlan, zoneColumn } from '../records/record-columns.ts';
import { buildRecordQuery } from '../records/record-query.ts';
import { looksAtHouseholds } from '../suppression/households.ts';
import type { ReportDefinition } from '../catalogue.ts';
import { isGrouping } from '../query/groupings.ts';
import { needsWho } from '../query/metrics.ts';
import { reportsOf } from '../reports.ts';
import { noEventFacts, type FactsAsked, type EventFacts } from './facts.ts';
import { momentOf } from './registry-moment.ts';
import { findForgetfulOrgs, knownFromOf } from './forgotten-use.ts';
import { findMonthUse } from './month-use.ts';

/** Whether a report of apartments tells which of them used a container in the period. */
const tellsUse = ({ counts, reportedBy }: ReportDefinition): boolean =>
  counts === 'apartments' && reportedBy === 'card_event';

/** What the figures that are asked for need of the events; what none of them needs is not looked for. */
async function findEventFacts(
  db: Db,
  question: Question,
  { at, isPast }: Pick<FactsAsked, 'at' | 'isPast'>,
): Promise<EventFacts> {
  const { metrics, filters } = question.request;
  const asked = new Set<ReportField>([...metrics, ...filters.map(({ field }) => field)]);
  const needsUse = [...asked].some((field) => !isGrouping(field) && needsWho(field));
  // Apartments are asked of the period, cards ever since.
  const usedBy = tellsUse(question.report) ? 'apartment' : needsUse ? 'card' : null;
  const opened = asked.has('open_after_use_count');
  const lastSeenAt = isPast && asked.has('silent_count') ? at : null;
  if (!usedBy && !opened && !lastSeenAt) {
    return noEventFacts;
  }
  const facts = await reportsOf(db).engine.answers(db, question).facts({ usedBy, opened, lastSeenAt });
  // Asked after it: what was forgotten before the lists were made is noted by now.
  const forgetful = await findForgetfulOrgs(db, question);
  const { used, closed, receivedUntil, untold } = await findMonthUse(db, question, forgetful, at);
  return {
    ...facts,
    used: [...new Set([...facts.used, ...used])],
    closed,
    receivedUntil,
    whoKnownFrom: knownFromOf(untold),
    unknownOrgs: untold.map(({ orgId }) => orgId),
  };
}

/** Records read at once for a file: so few that they are a few megabytes, so many that each costs little. */
const pageSize = 20_000;

/** The registry of one moment: the end of the period, or now. */
interface OpenedRegistry extends Pick<OpenedRecords, 'freshAsOf' | 'isPast' | 'whoKnownFrom'> {
  /** What is counted over, for one query. */
  readonly rows: () => Counted;
  /** Some of it was counted once, and of none is known who it is. */
  readonly isCountedAlone: boolean;
  readonly query: (query: Pick<BuiltQuery, 'sql' | 'params'>) => Promise<Cell[][]>;
}

/** Answers out of the registry, as it was when the period ended. */
export class RegistryAnswers implements Answers {
  readonly #db: Db;
  readonly #question: Question;

  constructor(db: Db, question: Question) {
    this.#db = db;
    this.#question = question;
  }

  page(): Promise<CountedPage> {
    const { report, request } = this.#question;
    return inSpan(`report ${report.name}`, {}, async () => {
      const { rows, query, freshAsOf, whoKnownFrom } = await this.#open();
      const built = buildReportQuery(report, request, rows());
      return { ...built.read(await query(built)), freshAsOf, whoKnownFrom };
    });
  }

  async *whole(signal?: AbortSignal): AsyncGenerator<ReportPiece> {
    const { report, request } = this.#question;
    const { rows, query } = await this.#open();
    for (let after: string | null = ''; after !== null;) {
      signal?.throwIfAborted();
      const built = buildReportQuery(report, { ...request, first: reportLimits.rows, after }, rows());
      const page = built.read(await query(built));
      yield page;
      after = page.cursor;
    }
  }

  async freshness(): Promise<Date> {
    return (await this.#open()).freshAsOf;
  }

  async records(): Promise<OpenedRecords> {
    const { rows, query, isCountedAlone, ...opened } = await this.#open();
    return {
      ...opened,
      // Of those that were counted when their month was closed nobody knows who they are.
      whoKnownFrom: opened.whoKnownFrom ?? (isCountedAlone ? this.#question.request.to : null),
      page: async (figure, plan) => {
        const built = buildRecordQuery(this.#question, figure, rows(), plan);
        return built.read(await query(built));
      },
    };
  }

  /** Page by page; each looks at the registry as it was at the same moment. */
  async *file(asked: FileAsked, signal?: AbortSignal): AsyncGenerator<FileRow[]> {
    const { report } = this.#question;
    const { page } = await this.records();
    const names = [...asked.columns.map(({ name }) => name), zoneColumn];
    for (let after: string | null = ''; after !== null;) {
      signal?.throwIfAborted();
      const plan = filePlan(report, asked, { first: pageSize, after, isCounted: false });
      const found = await page(fileFigure(report), plan);
      yield found.rows.map((row) => names.map((name) => row[name] ?? null));
      after = found.cursor;
    }
  }

  async #open(): Promise<OpenedRegistry> {
    const { request, reach } = this.#question;
    const moment = momentOf(request, new Date());
    const events = await findEventFacts(this.#db, this.#question, moment);
    const reached = { ...this.#question, reach: await withSmall(this.#db, this.#question) };
    const { receivedUntil } = events;
    return {
      freshAsOf: receivedUntil && receivedUntil < moment.at ? receivedUntil : moment.at,
      isPast: moment.isPast,
      whoKnownFrom: events.whoKnownFrom,
      isCountedAlone: events.closed.length > 0,
      rows: () => registryRows(this.#db, reached, { ...moment, ...events }),
      query: ({ sql, params }) =>
        read(
          this.#db,
          reach.scopes[0],
          async (tx) => {
            if (joinedWhole.has(this.#question.report.counts)) {
              await joinMany(tx);
            }
            const { rows } = await tx.executeQuery<Record<string, Cell>>(CompiledQuery.raw(named(sql), [...params]));
            return rows.map((row) => Object.values(row));
          },
          moment.at,
        ),
    };
  }
}

/** Whether it is told of some of an org's cards which of them were used. */
function tellsUseOfSomeCards({ groupBy, metrics, filters }: Question['request']): boolean {
  const fields = [...groupBy, ...metrics, ...filters.map(({ field }) => field)];
  return (
    fields.some((field) => field === 'card_kind' || field === 'card_status') &&
    fields.some((field) => !isGrouping(field) && needsWho(field))
  );
}

/** The orgs that a question reaches and of which its caller may not learn who opened. */
const orgsBeyond = ({ scopes, seesWho }: Pick<Question['reach'], 'scopes' | 'seesWho'>): string[] =>
  scopes.flatMap(({ orgIds }) => orgIds).filter((id) => !seesWho.orgIds.includes(id));

function registryRows(
  db: Db,
  { report, request, reach: { scopes, seesWho, small = [] } }: Question,
  asked: Omit<FactsAsked, 'scopes'>,
): Counted {
  if (report.counts === 'events') {
    throw new Error('Events are not in the registry');
  }
  const untoldOrgs =
    tellsUseOfSomeCards(request) && !seesAll({ scopes, seesWho }) ? orgsBeyond({ scopes, seesWho }) : [];
  const facts = registryFacts[report.counts]({ ...asked, scopes, untoldOrgs }).compile(db);
  const params = new Params(registryDialect, facts.parameters);
  const suppressible = report.counts === 'apartments' ? suppressibleFor({ scopes, seesWho }, params) : null;
  const use =
    suppressible !== null && tellsUse(report) && looksAtHouseholds(request) ? { only: report.only } : undefined;
  return {
    from: `(${facts.sql}) as facts`,
    // Those of whom it is not known are among them: no figure of theirs is told.
    where: report.only && !use ? [`(${report.only}) is not false`] : [],
    params,
    suppressible,
    small,
    isWhoUnknown: asked.unknownOrgs.length + untoldOrgs.length > 0,
    ...(use && { use }),
  };
}
