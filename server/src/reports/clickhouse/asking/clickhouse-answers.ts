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
  Freshness,
  OpenedRecords,
  Question,
  ReportPiece,
} from '../../engine/engine.ts';
import { readFacts } from '../../engine/read-facts.ts';
import type { EventFacts } from '../../facts/facts.ts';
import { findWhoKnownFrom } from '../../facts/month-use.ts';
import { groupings } from '../../query/groupings.ts';
import { eventFilters } from '../../query/filter.ts';
import { withSmall, type Reach } from '../../query/reach.ts';
import { buildReportQuery, refuseBad, type Counted } from '../../query/report-query.ts';
import { buildRecordQuery, textsOf } from '../../records/record-query.ts';
import { BrokenStore } from '../../source/broken-store.ts';
import type { Units } from '../cells/units.ts';
import type { EventDatabase } from '../connection.ts';
import { countedEvents } from './counted-events.ts';
import { eventRows, buildFile } from './event-rows.ts';
import { buildWholeReport } from './whole-report.ts';

/** What answers are read from. */
export interface Asked extends Pick<EventDatabase, 'rows' | 'pieces'> {
  refresh(): Promise<Freshness>;
  /** The table of the events, and what of them is in cells, once they were refreshed. */
  readonly units: Units;
}

/** A statement, and what is read out of its rows. */
interface AskedQuery<T> {
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly read: (found: readonly Cell[][]) => T;
}

type Period = Parameters<typeof eventRows>[2];

const asFound = (found: readonly Cell[][]) => found;

/** Answers out of ClickHouse. */
export class ClickHouseAnswers implements EventAnswers {
  readonly #engine: Asked;
  readonly #db: Db;
  readonly #question: Question;

  constructor(engine: Asked, db: Db, question: Question) {
    this.#engine = engine;
    this.#db = db;
    this.#question = question;
  }

  page(): Promise<CountedPage> {
    const { report, request } = this.#question;
    return inSpan(`report ${report.name}`, {}, async () => {
      refuseBad(this.#question); // before anything is waited for
      const { freshAsOf } = await this.#engine.refresh();
      const reach = await withSmall(this.#db, this.#question);
      const page = await this.#ask(() => buildReportQuery(report, request, this.#counted(reach)));
      return { ...page, freshAsOf, whoKnownFrom: await findWhoKnownFrom(this.#db, this.#question) };
    });
  }

  async *whole(signal?: AbortSignal): AsyncGenerator<ReportPiece> {
    const { report, request } = this.#question;
    await this.#engine.refresh();
    const reach = await withSmall(this.#db, this.#question);
    const { sql, params, read } = buildWholeReport(report, request, this.#counted(reach));
    yield* read(this.#engine.pieces(sql, params, signal));
  }

  async freshness(): Promise<Date> {
    return (await this.#engine.refresh()).freshAsOf;
  }

  async records(): Promise<OpenedRecords> {
    const { freshAsOf } = await this.#engine.refresh();
    const reach = await withSmall(this.#db, this.#question);
    return {
      freshAsOf,
      isPast: false,
      whoKnownFrom: null,
      page: (figure, plan) => this.#ask(() => buildRecordQuery(this.#question, figure, this.#rows(reach), plan)),
    };
  }

  /** One statement, as it is of one moment; ClickHouse puts on its disk what it sorts and has no room for. */
  async *file(asked: FileAsked, signal?: AbortSignal): AsyncGenerator<FileRow[]> {
    await this.#engine.refresh();
    const reach = await withSmall(this.#db, this.#question);
    const { sql, params } = buildFile(this.#question, this.#rows(reach), asked);
    for await (const piece of this.#engine.pieces(sql, params, signal)) {
      yield piece.map(([text]) => textsOf(text));
    }
  }

  async facts(asked: EventFactsAsked): Promise<Pick<EventFacts, 'used' | 'opened' | 'lastSeen'>> {
    await this.#engine.refresh();
    return readFacts(asked, this.#question, {
      used: (by, period) => this.#listUsed(by, period),
      opened: () => this.#listOpened(),
      lastSeen: (period) => this.#listLastSeen(period),
    });
  }

  async countByContainer(): Promise<ReadonlyMap<string, number>> {
    await this.#engine.refresh();
    // Shares tell nothing of who.
    const asked = { ...this.#question.request, groupBy: ['container' as const] };
    return this.#ask(() => {
      const { from, where, params, isRolledUp } = this.#counted(this.#regardlessOfWho, asked);
      const conditions = [...where, ...eventFilters(this.#question, params), 'container_id is not null'];
      return {
        sql: `select container_id, ${isRolledUp ? 'sum(events)' : 'count(*)'} from ${from} where ${conditions.join(' and ')} group by container_id`,
        params: params.values,
        read: (found) => new Map(found.map(([id, count]) => [String(id), Number(count)])),
      };
    });
  }

  #listUsed(by: 'apartment' | 'card', period: Period): Promise<readonly Cell[][]> {
    return this.#ask(() => {
      const { from, where, params } = this.#rows(this.#regardlessOfWho, period);
      return {
        sql: `select distinct ${by}_id from ${from}
          where ${where.join(' and ')} and ${by}_id is not null and kind in (${useKinds.map((kind) => `'${kind}'`).join(', ')})`,
        params: params.values,
        read: asFound,
      };
    });
  }

  #listOpened(): Promise<readonly Cell[][]> {
    const { reach, request } = this.#question;
    const keys = request.groupBy.map((name) => groupings[name].column);
    const by = keys.length > 0 ? `partition by ${keys.join(', ')}` : '';
    const cells = ['org_id', 'container_group_id', 'container_id', 'waste_stream'].join(', ');
    return this.#ask(() => {
      const { from, where, params, suppressible } = this.#rows(reach);
      const conditions = [...where, ...eventFilters(this.#question, params), `kind = 'open_after_use'`];
      const apart = suppressible
        ? `length(groupUniqArray(case when ${suppressible} then apartment_id end) over (${by}))`
        : '0';
      return {
        sql: `select ${cells}, count(*) from (
            select ${cells}, ${apart} as apart from ${from} where ${conditions.join(' and ')}
          ) where apart = 0 or apart >= ${reportLimits.smallestGroup}
          group by ${cells}`,
        params: params.values,
        read: asFound,
      };
    });
  }

  #listLastSeen(period: Period): Promise<readonly Cell[][]> {
    return this.#ask(() => {
      const { from, where, params } = this.#rows(this.#regardlessOfWho, period);
      return {
        sql: `select container_id, toUnixTimestamp64Milli(max(occurred_at)) from ${from}
          where ${[...where, 'container_id is not null'].join(' and ')} group by container_id`,
        params: params.values,
        read: asFound,
      };
    });
  }

  get #regardlessOfWho(): Reach {
    return { ...this.#question.reach, seesWho: everything };
  }

  #rows(reach: Reach, period: Period = this.#question.request): Counted {
    return eventRows(this.#engine.units.table, reach, period);
  }

  /** As far as that goes, in advance. */
  #counted(reach: Reach, request = this.#question.request): Counted {
    return countedEvents(this.#engine.units, reach, request);
  }

  /** Once more, if the table is gone: another server has copied the events anew. */
  async #ask<T>(build: () => AskedQuery<T>): Promise<T> {
    const ask = async () => {
      const { sql, params, read } = build();
      return read(await this.#engine.rows(sql, params, boundOf(this.#db).bounds?.reading));
    };
    try {
      return await ask();
    } catch (cause) {
      if (!(cause instanceof BrokenStore)) {
        throw cause;
      }
      await this.#engine.refresh();
      return ask();
    }
  }
}
