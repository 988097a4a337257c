import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import type { Tx } from '../database/database.ts';
import { findLabels } from '../registry/labels.ts';
import { groupings } from './query/groupings.ts';
import type { Cell } from './engine/cell.ts';

export interface ReportLabel {
  readonly grouping: ReportGrouping;
  /** The id in the cell. */
  readonly value: string;
  /** What people call the record. */
  readonly text: string;
}

/** What people call the records in the cells of a report, as far as the transaction reaches; one query per grouping. */
export async function labelCells(
  tx: Tx,
  groupBy: readonly ReportGrouping[],
  rows: readonly (readonly Cell[])[],
): Promise<ReportLabel[]> {
  const labels: ReportLabel[] = [];
  for (const [position, name] of groupBy.entries()) {
    const grouping = groupings[name];
    if (grouping.kind === 'record') {
      const ids = new Set(rows.map((row) => row[position]).filter((id) => typeof id === 'string'));
      const texts = await findLabels(tx, grouping.table, [...ids]);
      labels.push(...[...texts].map(([value, text]) => ({ grouping: name, value, text })));
    }
  }
  return labels;
}
