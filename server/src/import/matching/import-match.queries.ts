import { sql } from 'kysely';
import type { MatchOutcome, MatchReason } from '@noa/domain/addresses/match.ts';
import { countWritten, execute, getRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { RowList } from '../../graphql/row-list.ts';
import type { Condition } from '../../records/record.ts';

export const matchDecisions = ['accepted', 'refused'] as const;
export type MatchDecision = (typeof matchDecisions)[number];

/** An address of a file; the tower block is null of what is new. */
export type ImportMatchRow = Omit<Row<'import_match'>, 'org_id' | 'job_id' | 'block_key' | 'reason'> & {
  readonly reason: MatchReason;
};

export interface MatchCounts {
  readonly same: number;
  readonly probably: number;
  readonly new: number;
  /** Of those that are probably the same. */
  readonly undecided: number;
}

/** In the order of the file. */
export const matchesOf = (jobId: string, outcome: MatchOutcome | null | undefined): RowList<ImportMatchRow> => ({
  from: sql`import_match`,
  columns: sql`r.row_number, r.county, r.locality, r.addr_street, r.addr_nr, r.addr_bl, r.outcome, r.reason, r.score,
    r.tower_block_id, r.decision`,
  conditions: [sql`r.job_id = ${jobId}`, ...(outcome ? [sql<boolean>`r.outcome = ${outcome}`] : [])],
  order: [
    { key: { by: sql`r.row_number`, type: 'int4' }, name: 'row_number', direction: 'asc' },
    { key: { by: sql`r.block_key`, type: 'text' }, name: 'block_key', direction: 'asc' },
  ],
});

export const countMatches = (tx: Tx, jobId: string): Promise<MatchCounts> => getRow<MatchCounts>(tx)`
  select count(*) filter (where outcome = 'same')::int as same, count(*) filter (where outcome = 'probably')::int as probably,
    count(*) filter (where outcome = 'new')::int as new,
    count(*) filter (where outcome = 'probably' and decision is null)::int as undecided
  from import_match where job_id = ${jobId}`;

/** Which proposals are decided at once: those of some rows, or of a street as the file writes it. */
export interface DecidedMatches {
  readonly rows?: readonly number[] | null | undefined;
  readonly street?: { readonly locality: string; readonly street: string } | null | undefined;
}

/**
 * Decides proposals; of a street, those that are probably the same.
 *
 * @param decision - null takes back what was decided.
 * @returns how many were decided.
 */
export async function decideMatches(
  tx: Tx,
  jobId: string,
  { rows, street }: DecidedMatches,
  decision: MatchDecision | null,
): Promise<number> {
  const which: Condition[] = [
    ...(rows ? [sql<boolean>`row_number = any(${[...rows]}::integer[])`] : []),
    ...(street
      ? [
          sql<boolean>`outcome = 'probably' and fold(addr_street) = fold(${street.street}) and fold(locality) = fold(${street.locality})`,
        ]
      : []),
  ];
  return countWritten(tx)`
    update import_match set decision = ${decision}
    where job_id = ${jobId} and tower_block_id is not null and ${sql.join(which, sql` and `)}`;
}

/** Forgets what was found in a file, and decided of it: it is read otherwise. */
export const forgetMatches = (tx: Tx, jobId: string): Promise<void> =>
  execute(tx)`delete from import_match where job_id = ${jobId}`;
