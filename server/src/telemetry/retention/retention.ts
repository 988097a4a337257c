import { sql } from 'kysely';
import { execute } from '../../database/statements.ts';
import type { Db, Tx } from '../../database/database.ts';
import { untilLocked } from '../../database/lock-tries.ts';
import { everything } from '../../database/scope.ts';
import { write } from '../../database/transaction.ts';
import { eachByItself, startWork, type Work } from '../../database/work-loop.ts';

/** Rows that are deleted in one transaction at most. */
const batch = 2_000;

/** Months for which it is kept what was told to whom: of incidents since they were resolved, of reports since they were due. */
const toldMonths = 13;
const toldBefore = sql`now() - make_interval(months => ${sql.lit(toldMonths)})`;

/** One thing that may be due to be forgotten, of one org or of all; gives how much it did, up to a batch. */
type Task = (tx: Tx) => Promise<number>;

const call =
  (query: ReturnType<typeof sql<{ done: number }>>): Task =>
  async (tx) =>
    (await query.execute(tx)).rows[0]?.done ?? 0;

/**
 * Forgets what is due, as each org has it in its settings (domain.md, "Personal data"): who opened, a day at a time, once the term is over;
 * whole months of events, once they are past their retention; former occupiers, what imports kept of their files, and what was told to whom. In small
 * transactions, so that nobody waits for it, one at a time in all processes. What fails for one org is tried again the next time, and
 * keeps nothing of others.
 *
 * @param leaving - looked at between transactions; what is left then is done the next time.
 * @returns whether anything was forgotten.
 * @throws what failed, once all else was done.
 */
export async function forgetDue(db: Db, leaving?: AbortSignal): Promise<boolean> {
  const orgs = await write(db, everything, 'system', (tx) => tx.selectFrom('org').select('id').orderBy('id').execute());
  const tasks: Task[] = [
    ...orgs.flatMap(({ id }) => [
      call(sql`select forget_events(${id}, ${batch}) as done`),
      call(sql`select forget_identities(${id}, ${batch}) as done`),
      call(sql`select forget_former_occupiers(${id}, ${batch}) as done`),
    ]),
    async (tx) => {
      await execute(tx)`select forget_imports()`;
      return 0;
    },
    call(sql`select forget_kept_reports() as done`),
    call(sql`
      with gone as (delete from incident where state = 'resolved' and resolved_at < ${toldBefore} returning 1)
      select count(*)::int as done from gone`),
    call(sql`
      with gone as (delete from report_schedule_run where finished_at is not null and due_at < ${toldBefore} returning 1)
      select count(*)::int as done from gone`),
    call(sql`
      with gone as (delete from download_ticket where expires_at <= now() returning 1) select count(*)::int as done from gone`),
    call(sql`
      with gone as (delete from rate_limit where last_try_at < now() - interval '1 day' returning 1)
      select count(*)::int as done from gone`),
  ];
  let any = false;
  const inBatches = (task: Task) => async () => {
    let done: number;
    do {
      done = await runExclusively(db, task);
      any ||= done > 0;
    } while (done >= batch && !leaving?.aborted);
  };
  const dropDays = async () => {
    any = (await dropWho(db)) > 0 || any;
  };
  // The last two give up soon where others hold on to the tables for long.
  const dropMonths = inBatches(call(sql`select drop_forgotten_months() as done`));
  await eachByItself([...tasks.map(inBatches), dropDays, dropMonths], leaving);
  return any;
}

/**
 * Drops the days on which who opened is to be gone, with no look at an event. It has been noted before from when on that is known.
 *
 * @returns how many days there were.
 */
const dropWho = (db: Db): Promise<number> =>
  untilLocked(() => runExclusively(db, call(sql`select drop_forgotten_identities() as done`)));

/**
 * Forgets who opened, and what was kept of it, as far as that is due in any org: a server does so before it answers anything, as a database that
 * came back from a backup, or that nobody has served for long, knows it past the terms.
 */
export async function forgetWhoIsDue(db: Db): Promise<void> {
  // Most often there is little, so that all orgs are one statement.
  const ofAllOrgs = call(sql`select coalesce(max(forget_identities(id, ${batch})), 0) as done from org`);
  let most: number;
  do {
    most = await runExclusively(db, ofAllOrgs);
  } while (most >= batch);
  await dropWho(db);
  await runExclusively(db, call(sql`select forget_kept_reports() as done`));
}

/** Of several processes one forgets at a time; the next one finds what that one has left. */
const runExclusively = (db: Db, task: Task): Promise<number> =>
  write(db, everything, 'system', async (tx) => {
    await execute(tx)`select pg_advisory_xact_lock(hashtextextended('noa.forgetting', 0))`;
    return task(tx);
  });

/** It begins when others, who need the database more, have started; who opened was forgotten before. */
const pauses = { firstMs: 60_000, idleMs: 3_600_000, failedMs: 3_600_000 } as const;

/**
 * Forgets what is due every hour, for as long as the process lives.
 *
 * @param reportFailure - told why it could not; it tries again the next hour.
 */
export const startForgetting = (db: Db, reportFailure: (cause: unknown) => void): Work =>
  startWork((leaving) => forgetDue(db, leaving), pauses, reportFailure);
