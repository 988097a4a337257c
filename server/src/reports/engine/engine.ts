import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import type { Db, Tx } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import type { ReportDefinition } from '../catalogue.ts';
import type { EventFacts } from '../facts/facts.ts';
import type { Reach } from '../query/reach.ts';
import type { ReportPage } from '../query/report-query.ts';
import type { FileColumn } from '../records/record-columns.ts';
import type { FigureAsked, RecordPage, RecordPlan } from '../records/record-query.ts';
import type { Cell } from './cell.ts';

/** A question that was understood, and how far its answer may reach. */
export interface Question {
  readonly report: ReportDefinition;
  readonly request: ReportRequest;
  readonly reach: Reach;
}

/** Every event committed before `freshAsOf` is counted; or it is the moment at which the registry is read. */
export interface Freshness {
  readonly freshAsOf: Date;
}

export interface CountedPage extends ReportPage, Freshness {
  /**
   * From which day on it is known who opened, where figures need to know it of earlier ones, which are null, or events of earlier ones
   * stand under no card and apartment; null where none is unknown.
   */
  readonly whoKnownFrom: Date | null;
}

/** Some rows of a report, and the totals of all. */
export interface ReportPiece {
  readonly rows: Cell[][];
  readonly totals: readonly Cell[];
}

/** The records behind the figures of a question. */
export interface OpenedRecords extends Freshness, Pick<CountedPage, 'whoKnownFrom'> {
  /** They are those of a moment that is over. */
  readonly isPast: boolean;
  /** @throws {AppError} `ValidationFailed` naming the field. */
  readonly page: (figure: FigureAsked, plan: RecordPlan) => Promise<RecordPage>;
}

/** What a file of records holds. */
export interface FileAsked {
  /** A record is in the file if it is in each of them. */
  readonly told: readonly Scope[];
  readonly columns: readonly FileColumn[];
}

/** What the columns of a file say of a record, and its org. */
export type FileRow = readonly (string | null)[];

/** Answers one question, for as long as the request of its database lasts. */
export interface Answers {
  /** One page. @throws {AppError} as `buildReportQuery`. */
  page(): Promise<CountedPage>;
  /** The whole answer in pieces, one at least, all of one moment. */
  whole(signal?: AbortSignal): AsyncGenerator<ReportPiece>;
  /** Of what moment an answer would be. */
  freshness(): Promise<Date>;
  records(): Promise<OpenedRecords>;
  /** All records in their order, all of one moment. */
  file(asked: FileAsked, signal?: AbortSignal): AsyncGenerator<FileRow[]>;
}

/** What the registry's facts need of the events; what is not asked is not looked for. */
export interface EventFactsAsked {
  /** Who used a container: apartments in the period, cards ever since. */
  readonly usedBy: 'apartment' | 'card' | null;
  /** What was left open after use in the period, as far as the caller may learn of it. */
  readonly opened: boolean;
  /** When the newest event of each container happened before this moment, within the longest silence that an org may allow. */
  readonly lastSeenAt: Date | null;
}

/** What is asked of the events alone. */
export interface EventAnswers extends Answers {
  facts(asked: EventFactsAsked): Promise<Pick<EventFacts, 'used' | 'opened' | 'lastSeen'>>;
  /** Events of the period by the id of their container, of all that the question reaches and its filters of containers choose. */
  countByContainer(): Promise<ReadonlyMap<string, number>>;
}

/** How far the events are that an engine takes in before it can be asked. */
export interface Progress {
  readonly events: number;
  /** As many there are, about; null when nobody has counted. */
  readonly expected: number | null;
}

/** Events that were committed and are not counted yet. */
export interface Backlog {
  /** At most 10,000. */
  readonly events: number;
  /** Since the first of them was received; 0 for none. */
  readonly seconds: number;
}

/**
 * Counts card events; PostgreSQL remembers them, and can always fill it again. All that is asked of it is data, all that it says is cells:
 * its tables, its types and what only its SQL has are its own (decision 87).
 */
export interface EventEngine {
  /** @param db - of whoever asks: what nobody waits for any more ends. */
  answers(db: Db, question: Question): EventAnswers;
  /** Takes in every event that is committed by now. */
  refresh(): Promise<Freshness>;
  /** Takes in soon what comes, whether anybody asks or not. */
  expectEvents(): void;
  /** Whether it can be asked. */
  readonly isThere: boolean;
  /** Null while it is not being built. */
  readonly progress: Progress | null;
  /** @param tx - reaching everything, with `enable_seqscan` off. @returns null while nothing is counted. */
  backlog(tx: Tx): Promise<Backlog | null>;
  close(): Promise<void>;
}
