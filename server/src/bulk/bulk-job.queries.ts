import { sql } from 'kysely';
import type { BulkValues } from '@noa/domain/bulk.ts';
import type { Role } from '@noa/domain/vocabulary.ts';
import { execute, findRow, getRow, getValue } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { newestFirst, type RowList } from '../graphql/row-list.ts';
import { type Condition, uuidOf } from '../records/record.ts';

/** A job; `failure` is the locale key of why it failed. */
export type BulkJobRow = Omit<Row<'bulk_job'>, 'action_values' | 'starter_roles' | 'failed_steps' | 'run_after'> & {
  readonly action_values: BulkValues;
  readonly starter_roles: readonly Role[];
};

const columns = sql.raw<BulkJobRow>(
  `r.id, r.org_id, r.action, r.action_values, r.reason, r.state, r.starter_id, r.starter_roles, r.created_by, r.created_at,
   r.started_at, r.finished_at, r.total, r.done, r.changed, r.unchanged, r.refused, r.failure`,
);

type NewJob = Pick<BulkJobRow, 'org_id' | 'action' | 'action_values' | 'reason' | 'starter_id' | 'starter_roles'>;

/** A job of no records yet. */
export const insertJob = (tx: Tx, job: NewJob): Promise<BulkJobRow> => getRow<BulkJobRow>(tx)`
  insert into bulk_job as r (org_id, action, action_values, reason, starter_id, starter_roles, total)
  values (${job.org_id}, ${job.action}, ${JSON.stringify(job.action_values)}, ${job.reason}, ${job.starter_id},
    ${job.starter_roles}::text[], 0)
  returning ${columns}`;

/** How many jobs of a person have not ended; until the transaction ends, nobody else counts them. */
export async function countUnended(tx: Tx, starterId: string): Promise<number> {
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`noa.bulk jobs ${starterId}`}, 0))`;
  return getValue<number>(tx)`
    select count(*)::int from bulk_job where starter_id = ${starterId} and state in ('queued', 'running')`;
}

export const setTotal = (tx: Tx, id: string, total: number): Promise<BulkJobRow> => getRow<BulkJobRow>(tx)`
  update bulk_job r set total = ${total} where r.id = ${id} returning ${columns}`;

export const findJob = (tx: Tx, visible: Condition, id: string) => findRow<BulkJobRow>(tx)`
  select ${columns} from bulk_job r where r.id = ${uuidOf(id)} and ${visible}`;

/** The jobs that a caller may see, newest first. */
export const jobsAmong = (visible: Condition): RowList<BulkJobRow> => ({
  from: sql`bulk_job`,
  columns,
  conditions: [visible],
  order: newestFirst('created_at'),
});

/**
 * Ends a job that has not ended; a step that is being made of it is waited for.
 *
 * @returns undefined when it had ended already.
 */
export const cancelJob = (tx: Tx, id: string): Promise<BulkJobRow | undefined> => findRow<BulkJobRow>(tx)`
  update bulk_job r set state = 'cancelled', finished_at = clock_timestamp()
  where r.id = ${id} and r.state in ('queued', 'running') returning ${columns}`;

/** A job whose turn it is and that nobody works on; the one that waited longest. Locks it. */
export const findRunnable = (tx: Tx): Promise<BulkJobRow | undefined> => findRow<BulkJobRow>(tx)`
  select ${columns} from bulk_job r
  where r.state in ('queued', 'running') and r.run_after <= clock_timestamp()
  order by r.run_after limit 1 for update of r skip locked`;

/** Takes a job for one step, till the transaction ends; undefined when it has ended or somebody else works on it. */
export const takeJob = (tx: Tx, id: string): Promise<BulkJobRow | undefined> => findRow<BulkJobRow>(tx)`
  select ${columns} from bulk_job r
  where r.id = ${id} and r.state in ('queued', 'running') for update of r skip locked`;

/** Ends a job that is not gone on with; what was changed before stays so. @param failure - a locale key. */
export const failJob = (tx: Tx, id: string, failure: string): Promise<void> => execute(tx)`
  update bulk_job set state = 'failed', failure = ${failure}, finished_at = clock_timestamp()
  where id = ${id} and state in ('queued', 'running')`;

export interface StepCounts {
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** Adds up what a step did; the last one ends the job. */
export async function countStep(tx: Tx, id: string, { changed, unchanged, refused }: StepCounts): Promise<void> {
  const ends = sql`done + ${changed + unchanged + refused}::int >= total`;
  await execute(tx)`
    update bulk_job set
      changed = changed + ${changed}, unchanged = unchanged + ${unchanged}, refused = refused + ${refused},
      started_at = coalesce(started_at, now()), failed_steps = 0, run_after = clock_timestamp(),
      state = case when ${ends} then 'done' else 'running' end,
      finished_at = case when ${ends} then clock_timestamp() end
    where id = ${id}`;
}

/** Steps that may fail in a row before the job does. */
const maxFailedSteps = 4;

/** Puts a job off whose step failed and left nothing behind: for 1 s, then 5 s, then 25 s; the fourth time it fails. */
export async function postponeJob(tx: Tx, id: string): Promise<void> {
  const ends = sql`failed_steps + 1 >= ${maxFailedSteps}`;
  await execute(tx)`
    update bulk_job set
      failed_steps = failed_steps + 1,
      run_after = clock_timestamp() + power(5, failed_steps) * interval '1 second',
      state = case when ${ends} then 'failed' else state end,
      failure = case when ${ends} then 'bulk.failures.internal' end,
      finished_at = case when ${ends} then clock_timestamp() end
    where id = ${id} and state in ('queued', 'running')`;
}
