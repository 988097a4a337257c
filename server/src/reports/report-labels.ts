import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import type { Db } from '../database/database.ts';
import type { Scope } from '../database/scope.ts';
import { read } from '../database/transaction.ts';
import { findLabelsEver, type ReadAt } from '../registry/labels-ever.ts';
import type { Context } from '../request/context.ts';
import { groupings } from './query/groupings.ts';
import type { Cell } from './engine/cell.ts';
import type { ReportLabel } from './report.schema.ts';

/** Reads the registry of any moment for what asks the database itself. */
export const readingWithin =
  (db: Db, scope: Scope): ReadAt =>
  (work, moment) =>
    read(db, scope, work, moment);

/** The same for who reads reports. */
export const readingFor =
  (context: Context): ReadAt =>
  (work, moment) =>
    context.at(moment).read('report:read', work);

/**
 * What people call the records in the cells of a report, or called them last where they were deleted since: figures of then are theirs. As
 * far as `readAt` reaches; one query per grouping, and some of the past where anything is gone.
 */
export async function labelCells(
  readAt: ReadAt,
  groupBy: readonly ReportGrouping[],
  rows: readonly (readonly Cell[])[],
): Promise<ReportLabel[]> {
  const labels: ReportLabel[] = [];
  for (const [position, name] of groupBy.entries()) {
    const grouping = groupings[name];
    if (grouping.kind === 'record') {
      const ids = new Set(rows.map((row) => row[position]).filter((id) => typeof id === 'string'));
      const texts = await findLabelsEver(readAt, grouping.table, [...ids]);
      labels.push(...[...texts].map(([value, text]) => ({ grouping: name, value, text })));
    }
  }
  return labels;
}
