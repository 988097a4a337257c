import { refuseEnded } from '../../database/connection/statement-bounds.ts';
import type { Db } from '../../database/database.ts';
import { openRegistry, withSmall, type Question } from '../query/count.ts';
import { eventRows } from '../projection/asking/event-rows.ts';
import type { Cell } from '../engine/cell.ts';
import type { BuiltQuery, Counted } from '../query/report-query.ts';
import { reportsOf } from '../reports.ts';

/** What is counted over, and who counts it. */
export interface OpenedRows {
  /** For one query. */
  readonly rows: () => Counted;
  readonly query: (query: Pick<BuiltQuery, 'sql' | 'params'>) => Promise<Cell[][]>;
  readonly freshAsOf: Date;
  readonly isPast: boolean;
  /** As in `CountedPage`. */
  readonly whoKnownFrom: Date | null;
}

/** The events, every one that was committed before now; or the registry of one moment. */
export async function openRows(db: Db, question: Question): Promise<OpenedRows> {
  if (question.report.counts !== 'events') {
    const registry = await openRegistry(db, question);
    return { ...registry, freshAsOf: registry.at };
  }
  const { projection } = reportsOf(db);
  const { freshAsOf } = await projection.refresh();
  const reach = await withSmall(db, question);
  return {
    rows: () => eventRows(reach, question.request),
    query: ({ sql, params }) => {
      refuseEnded(db);
      return projection.query(sql, params);
    },
    freshAsOf,
    isPast: false,
    whoKnownFrom: null,
  };
}
