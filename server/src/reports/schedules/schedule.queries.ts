import { sql } from 'kysely';
import { scheduleFrequencies, type ReportScheduleValues } from '@noa/domain/reporting/report-schedule.ts';
import { execute, findRow, getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { newestFirst, type RowList } from '../../graphql/row-list.ts';
import { type Condition, uuidOf } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import { farthestHours } from './timing.ts';

/** What is asked, whatever the period. */
export type Asked = Pick<ReportScheduleValues, 'groupBy' | 'metrics' | 'filters' | 'sort'>;

/**
 * A schedule: due after `counts_from` only; on `weekday` (1 is Monday) or `month_day`, where it is weekly or monthly; `next_due_at` is null while
 * it is paused.
 */
export type ScheduleRow = Omit<Row<'report_schedule'>, 'asked' | 'updated_at' | 'updated_by'> & {
  readonly asked: Asked;
  readonly owner_name: string;
  readonly owner_email: string | null;
};

const columns = sql.raw<ScheduleRow>(
  `r.org_id, r.id, r.owner_id, r.report, r.period, r.asked, r.frequency, r.weekday, r.month_day, r.hour, r.format, r.locale,
   r.recipients, r.active, r.counts_from, r.next_due_at, r.created_at, a.name as owner_name, a.email as owner_email`,
);
const withOwner = sql`join account a on a.id = r.owner_id`;

/** What is written of a schedule. */
export type ScheduleContent = Omit<
  ScheduleRow,
  'org_id' | 'id' | 'owner_id' | 'created_at' | 'owner_name' | 'owner_email'
>;

/** One's own schedules, and those of orgs one oversees. */
export const visibleTo = (accountId: string, overseen: Scope): Condition => sql`(
  r.owner_id = ${accountId} or ${overseen.all} or r.org_id = any(${[...overseen.orgIds]}::uuid[]))`;

/** @returns undefined when it is absent or not for the caller: the two answer alike. */
export const findSchedule = (tx: Tx, visible: Condition, id: string, lock = sql``): Promise<ScheduleRow | undefined> =>
  findRow<ScheduleRow>(tx)`
  select ${columns} from report_schedule r ${withOwner} where r.id = ${uuidOf(id)} and ${visible} ${lock}`;

/** The same, locked: what is written of it is made of what it says, and must not be of what it said before somebody else's change. */
export const lockSchedule: typeof findSchedule = (tx, visible, id) =>
  findSchedule(tx, visible, id, sql`for update of r`);

/** The newest first. */
export const schedulesAmong = (visible: Condition): RowList<ScheduleRow> => ({
  from: sql`report_schedule`,
  columns,
  joined: withOwner,
  conditions: [visible],
  order: newestFirst('created_at'),
});

/** How many schedules a person keeps in an org. */
export const countStored = (tx: Tx, orgId: string, ownerId: string): Promise<number> => getValue<number>(tx)`
  select count(*)::int as count from report_schedule where org_id = ${orgId} and owner_id = ${ownerId}`;

/** @returns its id. */
export async function insertSchedule(
  tx: Tx,
  { asked, ...row }: ScheduleContent & Pick<ScheduleRow, 'org_id' | 'owner_id'>,
): Promise<string> {
  const values = { ...row, asked: JSON.stringify(asked) };
  return (await tx.insertInto('report_schedule').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** Writes what it is given of a schedule. */
export async function writeSchedule(tx: Tx, id: string, { asked, ...row }: Partial<ScheduleContent>): Promise<void> {
  const values = { ...row, ...(asked && { asked: JSON.stringify(asked) }) };
  const now = { updated_at: sql<Date>`now()`, updated_by: sql<string>`actor()` };
  await tx
    .updateTable('report_schedule')
    .set({ ...values, ...now })
    .where('id', '=', id)
    .execute();
}

export const removeSchedule = (tx: Tx, id: string): Promise<void> =>
  execute(tx)`delete from report_schedule where id = ${id}`;

/** What sending needs to know of an org. */
export interface SendingOrg {
  readonly id: string;
  readonly name: string;
  readonly time_zone: string;
  readonly enabled: boolean;
}

/** @returns undefined for an org that is not there, or out of the transaction's reach. */
export const findSendingOrg = (tx: Tx, id: string): Promise<SendingOrg | undefined> =>
  findRow<SendingOrg>(tx)`select id, name, time_zone, enabled from org where id = ${id}`;

/**
 * The schedule that has been due for longest and that nobody else looks at; one that is due later than it can be was put off by a clock that was
 * wrong, and is looked at as well. Locks it.
 */
export async function findDue(tx: Tx, now: Date): Promise<ScheduleRow | undefined> {
  const farthest = sql.join(
    scheduleFrequencies.map((each) => sql`when ${each} then ${farthestHours[each]}::int`),
    sql` `,
  );
  return findRow<ScheduleRow>(tx)`
    select ${columns} from report_schedule r ${withOwner}
    where r.next_due_at <= ${now}
      or r.next_due_at > ${now}::timestamptz + make_interval(hours => case r.frequency ${farthest} end)
    order by r.next_due_at limit 1 for update of r skip locked`;
}

export const setNextDue = (tx: Tx, id: string, at: Date): Promise<void> =>
  execute(tx)`update report_schedule set next_due_at = ${at} where id = ${id}`;
