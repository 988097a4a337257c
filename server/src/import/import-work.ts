import { sql, type RawBuilder } from 'kysely';
import type { ImportMapping } from '@noa/domain/imports/import.ts';
import { getRow, getValue } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { DataKeys, Aad } from '../database/keys/sealing.ts';
import type { Columns } from './reading/column-batch.ts';

/** How the accounts of those are kept whom a file makes members. */
export interface ImportAccounts {
  /** Whether Noa keeps them, and invites who has none. */
  readonly kept: boolean;
  /** Who invites, as the mail says it. */
  readonly inviter: string;
  /** In which language; null: in that of their account. */
  readonly locale: 'ro' | 'en' | null;
}

/** Whose registry a file goes into, and what its columns mean. */
export interface ImportTarget {
  readonly jobId: string;
  /** Null for what belongs to no org. */
  readonly orgId: string | null;
  readonly mapping: ImportMapping;
  /** Whether names that the file refers to and nobody has become records. */
  readonly createMissing: boolean;
  readonly accounts: ImportAccounts;
  readonly keys: DataKeys;
  /** To what the file and what was staged of it is bound, until it is written where it belongs. */
  readonly aad: Aad;
}

/** Whose registry it is, of a kind whose records belong to an org: a job of them always has one. */
export function orgOf({ orgId }: ImportTarget): string {
  if (orgId === null) {
    throw new Error('An import of records without an org');
  }
  return orgId;
}

/** What becomes of the records of one kind. */
export interface ChangeCounts {
  readonly create: number;
  readonly update: number;
  readonly same: number;
  /** Those of the registry that the file does not speak of, and that stay. */
  readonly absent: number;
  /** How many of the updated ones change in which column. */
  readonly fields: Readonly<Record<string, number>>;
}

/** The same as a job keeps it: what ran before these were counted has neither. */
export type KeptCounts = Omit<ChangeCounts, 'absent' | 'fields'> & Partial<Pick<ChangeCounts, 'absent' | 'fields'>>;

/** What is planned of the records of one kind. */
export interface PlannedTable {
  /** Says of each record, by its `id`, what becomes of it (column `change`). */
  readonly table: string;
  /** The table it is written to. */
  readonly of: string;
  /** Which of that one's records are meant. */
  readonly where?: RawBuilder<unknown>;
  /** Columns that an update may change, called alike in both. */
  readonly columns: readonly string[];
  /** What others of the file refer to: told only where something becomes of it. */
  readonly isReferred?: true;
  /** The target field without which a file does not speak of them. */
  readonly by?: string;
}

/** By the plural of the API: `towerBlocks`, `gisNodes`. */
export type Changes = Readonly<Record<string, KeptCounts>>;

/**
 * What one kind of import does with its file, once `rows/` has read it: the pipeline (`check-and-apply.ts`) brings the rows into the
 * table `staged` and does the rest. The dry run counts the plan, applying writes it: both go by the same one.
 */
export interface ImportWork {
  /** What is read of a row, beside `row_number`: columns of `staged` as `create_staging` makes it. */
  readonly columns: Columns;
  /** The tables that `create_staging` makes for it; those of a declared kind are in `tables`. */
  readonly staging: 'buildings' | 'siruta' | 'declared';
  readonly tables?: Readonly<Record<string, Columns>>;
  /** Those of the columns that `create_staging` takes from the table they are written to. */
  readonly further?: readonly string[];
  /** Those of the columns that stand beside them in `staged`, for what else a row may speak of. */
  readonly added?: Columns;
  /** What is planned, by the kind whose records it says to be created, updated or left alone. */
  readonly planned: Readonly<Record<string, PlannedTable>>;
  /** The kind by which the speed of an import is told. */
  readonly measured: string;
  /**
   * Has the list name its records as the registry does, where it names them otherwise, and finds rows of which that cannot be told; before
   * the plan is made.
   */
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
export async function countPlan(tx: Tx, { planned }: ImportWork, { orgId, mapping }: ImportTarget): Promise<Changes> {
  const counts: [string, ChangeCounts][] = [];
  const spokenOf = Object.entries(planned).filter(([, { by }]) => by === undefined || mapping[by] !== undefined);
  for (const [kind, each] of spokenOf) {
    const { create, update, same, absent } = await getRow<Omit<ChangeCounts, 'fields'>>(tx)`
      select count(*) filter (where change = 'create')::int as create,
        count(*) filter (where change = 'update')::int as update,
        count(*) filter (where change = 'same')::int as same,
        ${each.isReferred ? sql`0` : countAbsent(each, orgId)} as absent
      from ${sql.table(each.table)}`;
    if (each.isReferred === undefined || create > 0) {
      const fields = update > 0 ? await countFields(tx, each) : {};
      counts.push([kind, { create, update, same, absent, fields }]);
    }
  }
  return Object.fromEntries(counts);
}

const countAbsent = ({ of, where }: PlannedTable, orgId: string | null) => sql`
  (select count(*)::int from ${sql.table(of)} t where ${ofOrg(orgId)} and ${where ?? sql`true`})
    - count(*) filter (where change <> 'create')::int`;

const ofOrg = (orgId: string | null) => (orgId === null ? sql`true` : sql`t.org_id = ${orgId}`);

async function countFields(tx: Tx, { table, of, columns }: PlannedTable): Promise<ChangeCounts['fields']> {
  const differing = columns.map(
    (column) => sql`count(*) filter (where p.${sql.ref(column)} is distinct from t.${sql.ref(column)})::int`,
  );
  const counts = await getValue<number[]>(tx)`
    select array[${sql.join([...differing, sql`0`])}]
    from ${sql.table(table)} p join ${sql.table(of)} t on t.id = p.id where p.change = 'update'`;
  const entries = columns.map((column, index) => [column, counts[index] ?? 0] as const);
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}

/**
 * Of which versions the records are that a plan changes, by kind: one text for all of a kind, which is another one when any of them is. Nothing of a
 * kind of which it changes none.
 *
 * @param isHeld - whether they stay as they are until the transaction ends, whoever wants to write them.
 */
export async function findVersions(
  tx: Tx,
  { planned }: ImportWork,
  changes: Changes,
  isHeld: boolean,
): Promise<Readonly<Record<string, string>>> {
  const versions: [string, string][] = [];
  for (const [kind, { table, of }] of Object.entries(planned)) {
    if (changes[kind]?.update) {
      const together = await getValue<string>(tx)`
        select coalesce(sum(hashtextextended(v.id || ' ' || v.row_id, 0)), 0)::text as versions
        from (
          select t.id::text as id, t.row_id from ${sql.table(table)} p join ${sql.table(of)} t on t.id = p.id
          where p.change = 'update' ${isHeld ? sql`for no key update of t` : sql``}
        ) as v`;
      versions.push([kind, together]);
    }
  }
  return Object.fromEntries(versions);
}

/** Rows written by one statement at least, and statements at most: each may look at the whole org. */
const [smallestSlice, mostSlices] = [10_000, 20];

/**
 * Calls `write` with one stretch after the other of what is planned, to be written by statements of their own: between two, progress is told
 * and a run may end.
 *
 * @param last - of the numbers that what is planned has, from 1 on.
 * @param onWritten - as in `ImportWork.writePlan`.
 */
export async function inSlices(
  last: number,
  onWritten: (share: number) => void,
  write: (from: number, to: number) => Promise<void>,
): Promise<void> {
  const length = Math.max(smallestSlice, Math.ceil(last / mostSlices));
  for (let from = 1; from <= last; from += length) {
    onWritten((from - 1) / last);
    await write(from, from + length);
  }
  onWritten(1);
}

/** Records of one kind that a plan speaks of. */
export const total = (counts: KeptCounts | undefined): number =>
  counts ? counts.create + counts.update + counts.same : 0;
