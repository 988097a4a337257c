import { sql } from 'kysely';
import type { ScheduleFailure, ScheduleRunState } from '@noa/domain/reporting/report-schedule.ts';
import { countWritten, execute, findRow, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { newestFirst, type RowList } from '../../graphql/row-list.ts';
import { goneSeconds, thisServer } from '../../database/this-server.ts';
import type { Due } from './timing.ts';

/**
 * One time that a schedule was due: `due_on` is the day in the org's zone, as YYYY-MM-DD; `look_at` when it is tried again, or given up if
 * nothing was heard of it, null at its end.
 */
export type RunRow = Omit<Row<'report_schedule_run'>, 'failure' | 'server' | 'taken_at'> & {
  readonly failure: ScheduleFailure | null;
};

/** A run that somebody works on; its attempt says who. */
export type TakenRun = Pick<
  RunRow,
  'org_id' | 'schedule_id' | 'due_on' | 'due_at' | 'attempts' | 'pending' | 'accepted'
>;

const columns = sql.raw<RunRow>(
  `r.org_id, r.schedule_id, r.due_on::text, r.due_at, r.state, r.attempts, r.look_at, r.pending, r.accepted, r.refused,
   r.failure, r.smtp_code, r.period_from, r.period_to, r.fresh_as_of, r.finished_at`,
);

/** The runs of a schedule, the latest first. */
export const runsOf = (scheduleId: string): RowList<RunRow> => ({
  from: sql`report_schedule_run`,
  columns,
  conditions: [sql`r.schedule_id = ${scheduleId}`],
  order: newestFirst('due_at', { column: 'schedule_id', type: 'uuid' }),
});

/** The latest run of each of some schedules. */
export async function findLatestRuns(tx: Tx, scheduleIds: readonly string[]): Promise<Map<string, RunRow>> {
  const rows = await findRows<RunRow>(tx)`
    select ${columns} from unnest(${[...scheduleIds]}::uuid[]) s (id)
    cross join lateral (
      select * from report_schedule_run l where l.schedule_id = s.id order by l.due_at desc limit 1) r`;
  return new Map(rows.map((row) => [row.schedule_id, row]));
}

/**
 * Begins the run of a day.
 *
 * @param until - when whoever begins it must be gone if nothing was heard.
 * @returns undefined when that day had its run.
 */
export const beginRun = (
  tx: Tx,
  { org_id, id, recipients }: { org_id: string; id: string; recipients: readonly string[] },
  due: Due,
  until: Date,
): Promise<TakenRun | undefined> => findRow<RunRow>(tx)`
  insert into report_schedule_run as r (org_id, schedule_id, due_on, due_at, look_at, pending, server, taken_at)
  values (${org_id}, ${id}, ${due.day}, ${due.at}, ${until}, ${[...recipients]}::text[], ${thisServer}, now())
  on conflict do nothing returning ${columns}`;

/** Whether whoever prepares a run was a server that says nothing any more, as one that was killed; nothing of it has left then. */
const isLost = sql`r.state = 'preparing' and r.taken_at < now() - make_interval(secs => ${sql.lit(goneSeconds)})
  and not exists (select from data_key_holder h
    where h.server = r.server and h.seen_at >= now() - make_interval(secs => ${sql.lit(goneSeconds)}))`;

/** A run to look at: one that waits for another try, or whose worker is gone. Locks it. */
export const findUnfinished = (tx: Tx, now: Date): Promise<RunRow | undefined> => findRow<RunRow>(tx)`
  select ${columns} from report_schedule_run r
  where r.look_at is not null and (r.look_at <= ${now} or ${isLost}) order by r.look_at limit 1 for update of r skip locked`;

const isRun = ({ org_id, schedule_id, due_on }: TakenRun) =>
  sql`org_id = ${org_id} and schedule_id = ${schedule_id} and due_on = ${due_on}`;
/** Still the same worker's: nobody has taken it over. */
const isOurs = (run: TakenRun) => sql`${isRun(run)} and attempts = ${run.attempts}`;

/** Takes a run for another attempt. */
export async function takeRun(tx: Tx, run: RunRow, until: Date): Promise<TakenRun> {
  await execute(tx)`
    update report_schedule_run set state = 'preparing', attempts = attempts + 1, look_at = ${until}, server = ${thisServer}, taken_at = now()
    where ${isRun(run)}`;
  return { ...run, attempts: run.attempts + 1 };
}

/** What is known of what is sent. */
export interface Contents {
  readonly from: Date;
  readonly to: Date;
  readonly freshAsOf: Date;
}

/**
 * Says that the mail server gets the message now: from here on it is not sent again, whatever happens to this process.
 *
 * @returns false when the run is somebody else's by now, or gone.
 */
export async function markSending(
  tx: Tx,
  run: TakenRun,
  { from, to, freshAsOf }: Contents,
  until: Date,
): Promise<boolean> {
  const changed = await countWritten(tx)`
    update report_schedule_run set state = 'sending', look_at = ${until}, period_from = ${from}, period_to = ${to},
      fresh_as_of = ${freshAsOf}
    where ${isOurs(run)} and state = 'preparing'`;
  return changed === 1;
}

/** How an attempt ended. */
export interface Outcome {
  readonly state: Exclude<ScheduleRunState, 'preparing' | 'sending'>;
  readonly pending: readonly string[];
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
  readonly failure: ScheduleFailure | null;
  readonly smtpCode: number | null;
  /** Of one that waits. */
  readonly retryAt: Date | null;
  /** Whether the process ended before it had come to its end: that is no attempt, and any server may make it again. */
  readonly isLeft?: boolean;
}

/** Writes down how an attempt ended; also of a run that was taken for lost meanwhile, as this is what was heard. */
export const endAttempt = (tx: Tx, run: TakenRun, outcome: Outcome, now: Date): Promise<void> => execute(tx)`
  update report_schedule_run set state = ${outcome.state}, look_at = ${outcome.retryAt},
    pending = ${[...outcome.pending]}::text[], accepted = accepted || ${[...outcome.accepted]}::text[],
    refused = refused || ${[...outcome.refused]}::text[], failure = ${outcome.failure}, smtp_code = ${outcome.smtpCode},
    finished_at = ${outcome.state === 'waiting' ? null : now}, attempts = attempts - ${outcome.isLeft ? 1 : 0}
  where ${isOurs(run)} and state in ('preparing', 'sending', 'unknown')`;
