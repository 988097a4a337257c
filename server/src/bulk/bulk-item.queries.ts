import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { bulkLimits, type BulkKind, type BulkOutcome } from '@noa/domain/bulk.ts';
import { countWritten, execute, findRows, findValues, getRow, tableOf } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { RowList } from '../graphql/row-list.ts';
import { allOf, inOwnScope, isUuid, type Condition } from '../records/record.ts';
import type { Scope } from '../database/scope.ts';
import type { BulkChange, ChangedKind } from '../registry/bulk-change.ts';
import type { BulkJobRow } from './bulk-job.queries.ts';

/** A record as somebody picked it, in the version they saw. */
export interface Picked {
  readonly id: string;
  readonly rowId: string;
}

/** Records that were picked one by one, or all that a filter matches. */
export type Target = { readonly selection: readonly Picked[] } | { readonly conditions: readonly Condition[] };

/** The rows of the target that `scope` may write, as `r`; one more than a job may have is enough to know that it is too many. */
function reached({ table, reach }: ChangedKind, scope: Scope, target: Target): RawBuilder<unknown> {
  const conditions =
    'selection' in target
      ? [sql<SqlBool>`r.id = any(${target.selection.map(({ id }) => id).filter(isUuid)}::uuid[])`]
      : target.conditions;
  return sql`select r.* from ${sql.table(table)} r
    where ${allOf([inOwnScope({ reach }, scope), ...conditions])} limit ${bulkLimits.filter + 1}`;
}

/** Whose the records are; the first two orgs suffice. */
export const listOwners = (tx: Tx, kind: ChangedKind, scope: Scope, target: Target) => findValues<string>(tx)`
  select distinct t.org_id from (${reached(kind, scope, target)}) t limit 2`;

export interface Forecast {
  readonly total: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** What would become of the records, were they changed now. */
export async function forecast(tx: Tx, change: BulkChange, scope: Scope, target: Target): Promise<Forecast> {
  return getRow<Forecast>(tx)`
    with ${judged(change, scope, target)}
    select count(*)::int as total,
      (count(*) filter (where reason is null and not is_done))::int as changed,
      (count(*) filter (where reason is null and is_done))::int as unchanged,
      (count(*) filter (where reason is not null))::int as refused
    from judged`;
}

/** Ids of what the change would change now, in their order, `count` at most. */
export const listChanging = (tx: Tx, change: BulkChange, scope: Scope, target: Target, count: number) =>
  findValues<string>(tx)`
    with ${judged(change, scope, target)}
    select id from judged where reason is null and not is_done order by id limit ${count}`;

/** `judged`, in SQL: what is to become of each record, now. */
function judged(change: BulkChange, scope: Scope, target: Target): RawBuilder<unknown> {
  const seen = 'selection' in target ? pickedTable(target.selection) : sql`(select null::text, null::bigint)`;
  const onPicked = 'selection' in target ? sql`right join p on p.id = r.id::text` : sql`cross join p`;
  return sql`p (id, row_id) as (${seen}), judged as (
    select r.id, ${judgement(change, sql`p.row_id`)} from (${reached(change.kind, scope, target)}) r ${onPicked})`;
}

const pickedTable = (selection: readonly Picked[]) => sql`
  select * from unnest(${selection.map(({ id }) => id)}::text[], ${selection.map(({ rowId }) => rowId)}::bigint[])`;

/**
 * What is to become of a row `r`, all null where there is none: `is_done`, and `reason` to refuse it. What is already as it
 * is to be is no conflict, whoever made it so.
 *
 * @param seenRowId - the version that was to be changed; null where that does not matter.
 */
const judgement = ({ isDone, refusal, tellsOnly }: BulkChange, seenRowId: RawBuilder<unknown>) => sql`
  coalesce(${isDone}, false) as is_done,
  case
    when r.id is null then 'bulk.notFound'
    when ${isDone} then null
    when ${tellsOnly ? sql`false` : sql`r.row_id <> ${seenRowId}`} then 'bulk.movedOn'
    else ${refusal}
  end as reason`;

/** Writes down what the job is to change: at this moment, so that what it changes does not change what it is about. */
export async function addItems(
  tx: Tx,
  { id, org_id }: BulkJobRow,
  kind: ChangedKind,
  scope: Scope,
  target: Target,
): Promise<number> {
  const order = kind.defaultSort.map(({ field, direction }) => {
    const key = kind.sorts[field]?.by ?? sql`r.id`;
    return sql`${key} ${sql.raw(direction)}`;
  });
  const rows =
    'selection' in target
      ? sql`select row_number() over (), * from (${pickedTable(target.selection)}) p`
      : sql`select row_number() over (order by ${sql.join([...order, sql`r.id`])}), r.id::text, r.row_id
          from (${reached(kind, scope, target)}) r where r.org_id = ${org_id}`;
  return countWritten(tx)`
    insert into bulk_item (org_id, job_id, position, record_id, row_id)
    select ${org_id}::uuid, ${id}::uuid, * from (${rows}) as asked`;
}

interface Judged {
  readonly position: number;
  readonly record_id: string;
  readonly is_done: boolean;
  readonly reason: string | null;
}

/**
 * Locks the next `count` records of a job and says what is to become of each. They are locked in the order of their ids: two
 * jobs over the same records wait for each other, and never in a ring.
 */
export async function judgeNext(
  tx: Tx,
  job: BulkJobRow,
  change: BulkChange,
  scope: Scope,
  count: number,
): Promise<Judged[]> {
  const { table, reach } = change.kind;
  return findRows<Judged>(tx)`
    with i as (
      select position, record_id, row_id from bulk_item
      where org_id = ${job.org_id} and job_id = ${job.id} and position > ${job.done} and position <= ${job.done + count}
    ), locked as materialized (
      select r.* from ${sql.table(table)} r
      where r.id = any(array(select record_id::uuid from i where record_id ~ ${uuidPattern})) and ${inOwnScope({ reach }, scope)}
      order by r.id ${change.tellsOnly ? sql`for key share of r` : sql`for update of r`}
    )
    select i.position, i.record_id, ${judgement(change, sql`i.row_id`)}
    from i left join locked r on r.id::text = i.record_id order by i.position`;
}

const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

export interface Outcome {
  readonly position: number;
  readonly outcome: BulkOutcome;
  readonly reason: string | null;
}

export async function keepOutcomes(tx: Tx, job: BulkJobRow, outcomes: readonly Outcome[]): Promise<void> {
  await execute(tx)`
    update bulk_item i set outcome = o.outcome, reason = o.reason
    from ${tableOf(outcomes)} as o (position int, outcome text, reason text)
    where i.org_id = ${job.org_id} and i.job_id = ${job.id} and i.position = o.position`;
}

/** What became of one record. */
export interface BulkResultRow {
  readonly position: number;
  readonly record_id: string;
  readonly outcome: BulkOutcome;
  readonly reason: string | null;
  readonly kind: BulkKind;
}

/** What became of a job's records, in the order in which they were worked on; those whose turn has not come are left out. */
export const resultsOf = (job: BulkJobRow, kind: BulkKind, outcome: BulkOutcome | null): RowList<BulkResultRow> => ({
  from: sql`bulk_item`,
  columns: sql`r.position, r.record_id, r.outcome, r.reason, ${kind} as kind`,
  conditions: [
    sql`r.org_id = ${job.org_id}`,
    sql`r.job_id = ${job.id}`,
    outcome === null ? sql`r.position <= ${job.done}` : sql`r.outcome = ${outcome}`,
  ],
  order: [{ key: { by: sql`r.position`, type: 'int4' }, name: 'position', direction: 'asc' }],
});
