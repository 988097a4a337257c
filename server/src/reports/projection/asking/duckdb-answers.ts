import { reportLimits } from '@noa/domain/reporting/report.ts';
import { useKinds } from '@noa/domain/vocabulary.ts';
import { boundOf } from '../../../database/connection/statement-bounds.ts';
import type { Db } from '../../../database/database.ts';
import { everything } from '../../../database/scope.ts';
import { inSpan } from '../../../instruments/tracing.ts';
import type { Cell } from '../../engine/cell.ts';
import type {
  CountedPage,
  EventAnswers,
  EventFactsAsked,
  FileAsked,
  FileRow,
  OpenedRecords,
  Question,
  ReportPiece,
} from '../../engine/engine.ts';
import { readFacts } from '../../engine/read-facts.ts';
import type { EventFacts } from '../../facts/facts.ts';
import { findWhoKnownFrom } from '../../facts/month-use.ts';
import { eventFilters } from '../../query/filter.ts';
import { columnOf } from '../../query/groupings.ts';
import { withSmall } from '../../query/reach.ts';
import { buildReportQuery, refuseBad } from '../../query/report-query.ts';
import { buildRecordQuery } from '../../records/record-query.ts';
import type { Projection } from '../projection.ts';
import { duckdbDialect, countedEvents, eventRows } from './event-rows.ts';
import { readSlices } from './event-slices.ts';
import { buildWholeReport } from './whole-report.ts';

type Period = Parameters<typeof eventRows>[1];

type Asked = Pick<Projection, 'refresh' | 'query' | 'ask' | 'inSnapshot'>;

/** Answers out of the projection. */
export class DuckDbAnswers implements EventAnswers {
  readonly #projection: Asked;
  readonly #db: Db;
  readonly #question: Question;
  /** Aborted when nobody waits for an answer any more. */
  readonly #leaving: AbortSignal | undefined;

  constructor(projection: Asked, db: Db, question: Question) {
    this.#projection = projection;
    this.#db = db;
    this.#question = question;
    this.#leaving = boundOf(db).bounds?.reading;
  }

  page(): Promise<CountedPage> {
    const { report, request } = this.#question;
    return inSpan(`report ${report.name}`, {}, async () => {
      refuseBad(this.#question); // before anything is waited for
      const { freshAsOf } = await this.#projection.refresh();
      const reach = await withSmall(this.#db, this.#question);
      const page = await this.#projection.ask(async (ask) => {
        const query = buildReportQuery(report, request, await countedEvents(ask, reach, request));
        // Beside it, and not before its moment: who is forgotten by then is said to be.
        const [rows, whoKnownFrom] = await Promise.all([
          ask(query.sql, query.params),
          findWhoKnownFrom(this.#db, this.#question),
        ]);
        return { ...query.read(rows), whoKnownFrom };
      }, this.#leaving);
      return { ...page, freshAsOf };
    });
  }

  async *whole(signal?: AbortSignal): AsyncGenerator<ReportPiece> {
    const { report, request } = this.#question;
    await this.#projection.refresh();
    const reach = await withSmall(this.#db, this.#question);
    yield* this.#projection.inSnapshot(async function* pieces(query, stream) {
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
  }

  async freshness(): Promise<Date> {
    return (await this.#projection.refresh()).freshAsOf;
  }

  async records(): Promise<OpenedRecords> {
    const { freshAsOf } = await this.#projection.refresh();
    const reach = await withSmall(this.#db, this.#question);
    return {
      freshAsOf,
      isPast: false,
      whoKnownFrom: null,
      page: async (figure, plan) => {
        const { sql, params, read } = buildRecordQuery(
          this.#question,
          figure,
          eventRows(reach, this.#question.request),
          plan,
        );
        return read(await this.#projection.query(sql, params, this.#leaving));
      },
    };
  }

  /**
   * Slice by slice: what comes in or is forgotten while a long file is read is in it once, or not at all. What holds its moment is a
   * transaction of the engine, never one of PostgreSQL: that would keep `vacuum` from what has died since, for as long as somebody
   * takes to read.
   */
  async *file(asked: FileAsked, signal?: AbortSignal): AsyncGenerator<FileRow[]> {
    await this.#projection.refresh();
    const reach = await withSmall(this.#db, this.#question);
    const rows = () => eventRows(reach, this.#question.request);
    yield* this.#projection.inSnapshot(
      (query, stream) => readSlices({ query, stream, rows }, this.#question, asked),
      signal,
    );
  }

  async facts(asked: EventFactsAsked): Promise<Pick<EventFacts, 'used' | 'opened' | 'lastSeen'>> {
    await this.#projection.refresh();
    return readFacts(asked, this.#question, {
      used: (by, period) => this.#listUsed(by, period),
      opened: () => this.#listOpened(),
      lastSeen: (period) => this.#listLastSeen(period),
    });
  }

  async countByContainer(): Promise<ReadonlyMap<string, number>> {
    const { reach, request } = this.#question;
    // Shares tell nothing of who.
    const asked = { ...request, groupBy: ['container' as const] };
    await this.#projection.refresh();
    const found = await this.#projection.ask(async (ask) => {
      const { from, where, params, isRolledUp } = await countedEvents(ask, { ...reach, seesWho: everything }, asked);
      const conditions = [...where, ...eventFilters(this.#question, params), 'container_key is not null'];
      return ask(
        `select k.id::varchar, c.n::integer from (
          select container_key, ${isRolledUp ? 'sum(events)' : 'count(*)'} as n from ${from}
          where ${conditions.join(' and ')} group by 1) c
        join container_key k on k.key = c.container_key`,
        params.values,
      );
    }, this.#leaving);
    return new Map(found.map(([id, count]) => [String(id), Number(count)]));
  }

  #listUsed(by: 'apartment' | 'card', period: Period): Promise<Cell[][]> {
    const { where, params } = eventRows({ ...this.#question.reach, seesWho: everything }, period);
    return this.#projection.query(
      `select id::varchar from ${by}_key where key in (select ${by}_key from card_event
        where ${where.join(' and ')} and kind in (${useKinds.map((kind) => `'${kind}'`).join(', ')}))`,
      params.values,
      this.#leaving,
    );
  }

  #listOpened(): Promise<Cell[][]> {
    const { reach, request } = this.#question;
    const { where, params, suppressible } = eventRows(reach, request);
    const conditions = [...where, ...eventFilters(this.#question, params), `kind = 'open_after_use'`];
    const keys = request.groupBy.map((name) => columnOf(name, duckdbDialect).by);
    const apart = suppressible ? `count(distinct case when ${suppressible} then apartment_key end)` : 'max(0)';
    const same = keys.map((key) => `g.${key} is not distinct from e.${key}`).join(' and ');
    return this.#projection.query(
      `with e as (
        select * from card_event where ${conditions.join(' and ')}
      ), g as (
        select ${[...keys, `${apart} as apart`].join(', ')} from e ${keys.length > 0 ? `group by ${keys.join(', ')}` : ''}
      )
      select ${(['org', 'container_group', 'container'] as const).map((record) => `(select id::varchar from ${record}_key where key = n.${record}_key)`).join(', ')},
        waste_stream::varchar, opened
      from (
        select e.org_key, e.container_group_key, e.container_key, e.waste_stream, count(*)::integer as opened
        from e join g on ${same || 'true'}
        where g.apart = 0 or g.apart >= ${reportLimits.smallestGroup}
        group by all) n`,
      params.values,
      this.#leaving,
    );
  }

  #listLastSeen(period: Period): Promise<Cell[][]> {
    const { where, params } = eventRows({ ...this.#question.reach, seesWho: everything }, period);
    return this.#projection.query(
      `select k.id::varchar, n.ms from (
        select container_key as key, epoch_ms(max(occurred_at))::double as ms from card_event
        where ${where.join(' and ')} group by 1) n
      join container_key k using (key)`,
      params.values,
      this.#leaving,
    );
  }
}
