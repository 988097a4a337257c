import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import type { Db } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import type { Cell } from '../engine/cell.ts';
import { labelCells, readingWithin } from '../report-labels.ts';

/** Gives what people call the records of some rows, by id. */
export type FindNames = (rows: readonly (readonly Cell[])[]) => Promise<ReadonlyMap<string, string>>;

/** Names that are remembered, some ten megabytes: of a town's registry all, of a file with more records the last ones. */
const mostKnown = 100_000;

/**
 * Looks each record up once in a file, so that it has the same name in all of its rows.
 *
 * @param groupBy - what the first cells of each row are.
 */
export function namesWithin(db: Db, scope: Scope, groupBy: readonly ReportGrouping[]): FindNames {
  const known = new Map<string, string>();
  return async (rows) => {
    if (known.size > mostKnown) {
      known.clear();
    }
    const unknown = rows.map((row) =>
      row.slice(0, groupBy.length).map((cell) => (typeof cell === 'string' && known.has(cell) ? null : cell)),
    );
    if (unknown.some((row) => row.some((cell) => cell !== null))) {
      for (const { value, text } of await labelCells(readingWithin(db, scope), groupBy, unknown)) {
        known.set(value, text);
      }
    }
    return known;
  };
}
