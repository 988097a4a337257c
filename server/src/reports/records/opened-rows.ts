import type { Db } from '../../database/database.ts';
import { openRegistry, type Question } from '../count.ts';
import { eventRows } from '../event-rows.ts';
import type { Cell } from '../projection/one-moment.ts';
import type { BuiltQuery, Counted } from '../report-query.ts';
import { reportsOf } from '../reports.ts';

/** What is counted over, and who counts it. */
export interface OpenedRows {
  /** For one query. */
  readonly rows: () => Counted;
  readonly query: Ask;
  readonly freshAsOf: Date;
  readonly isPast: boolean;
  /** What `work` asks is all answered as of one moment, whatever happens meanwhile; `signal` ends it. */
  readonly atOneMoment: <T>(work: (query: Ask) => AsyncGenerator<T>, signal?: AbortSignal) => AsyncGenerator<T>;
}

type Ask = (query: Pick<BuiltQuery, 'sql' | 'params'>) => Promise<Cell[][]>;

/** The events, every one that was committed before now; or the registry of one moment. */
export async function openRows(db: Db, question: Question): Promise<OpenedRows> {
  if (question.report.counts !== 'events') {
    const registry = await openRegistry(db, question);
    const { query, at } = registry;
    // Each query looks at the registry as it was at that moment.
    return { ...registry, freshAsOf: at, atOneMoment: (work) => work(query) };
  }
  const { projection } = reportsOf(db);
  const { freshAsOf } = await projection.refresh();
  return {
    rows: () => eventRows(question.reach, question.request),
    query: ({ sql, params }) => projection.query(sql, params),
    freshAsOf,
    isPast: false,
    atOneMoment: (work, signal) =>
      projection.atOneMoment((query) => work(({ sql, params }) => query(sql, params)), signal),
  };
}
