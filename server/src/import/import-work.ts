import { sql } from 'kysely';
import type { ImportMapping } from '@noa/domain/imports/import.ts';
import type { Tx } from '../database/database.ts';
import type { DataKeys, Aad } from '../database/keys/sealing.ts';
import type { Columns } from './reading/column-batch.ts';

/** Whose registry a file goes into, and what its columns mean. */
export interface ImportTarget {
  /** Null for what belongs to no org. */
  readonly orgId: string | null;
  readonly jobId: string;
  readonly mapping: ImportMapping;
  readonly keys: DataKeys;
  /** To what the file and what was staged of it is bound, until it is written where it belongs. */
  readonly aad: Aad;
}

/** What becomes of the records of one kind. */
export interface ChangeCounts {
  readonly create: number;
  readonly update: number;
  readonly same: number;
}

/** By the plural of the API: `towerBlocks`, `gisNodes`. */
export type Changes = Readonly<Record<string, ChangeCounts>>;

/**
 * What one kind of import does with its file, once `rows/` has read it: the pipeline (`import-run.ts`) brings the rows into the
 * table `staged` and does the rest. The dry run counts the plan, applying writes it: both go by the same one.
 */
export interface ImportWork {
  /** What is read of a row, beside `row_number`: columns of `staged` as `create_staging` makes it. */
  readonly columns: Columns;
  /** Those of them that `create_staging` takes from the table they are written to. */
  readonly further?: readonly string[];
  /** The planned tables, by the kind whose records they say to be created, updated or left alone (column `change`). */
  readonly planned: Readonly<Record<string, string>>;
  /** The kind by which the speed of an import is told. */
  readonly measured: string;
  /** Has the list name its records as the registry does, where it names them otherwise; before the plan is made. */
  readonly match?: (tx: Tx, target: ImportTarget) => Promise<void>;
  /** Sets what is staged against the registry. */
  readonly makePlan: (tx: Tx, target: ImportTarget) => Promise<void>;
  /** Finds, among staged and planned rows, what is wrong with a row only beside others (`found_problem`). */
  readonly findClashes: (tx: Tx, target: ImportTarget) => Promise<void>;
  /**
   * Writes what is planned.
   *
   * @param onWritten - told the share of the work that is done, from 0 to 1; may throw to end it.
   */
  readonly writePlan: (
    tx: Tx,
    target: ImportTarget,
    changes: Changes,
    onWritten: (share: number) => void,
  ) => Promise<void>;
}

/** What the plan comes to. */
export async function countPlan(tx: Tx, { planned }: ImportWork): Promise<Changes> {
  const counts: [string, ChangeCounts][] = [];
  for (const [kind, table] of Object.entries(planned)) {
    const { rows } = await sql<ChangeCounts>`
      select count(*) filter (where change = 'create')::int as create,
        count(*) filter (where change = 'update')::int as update,
        count(*) filter (where change = 'same')::int as same
      from ${sql.table(table)}`.execute(tx);
    counts.push([kind, rows[0] ?? { create: 0, update: 0, same: 0 }]);
  }
  return Object.fromEntries(counts);
}

/** Records of one kind that a plan speaks of. */
export const total = (counts: ChangeCounts | undefined): number =>
  counts ? counts.create + counts.update + counts.same : 0;
