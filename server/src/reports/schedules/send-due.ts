import { sql } from 'kysely';
import type { ScheduleFailure } from '@noa/domain/reporting/report-schedule.ts';
import type { Db, Tx } from '../../database/database.ts';
import { everything } from '../../database/scope.ts';
import { read, write } from '../../database/transaction.ts';
import { reportMails } from '../../instruments/meters.ts';
import { inSpan } from '../../instruments/tracing.ts';
import { handOver, handoverMs, NotHandedOver, type Delivery } from '../../mail/hand-over.ts';
import { addressOf } from '../../mail/address.ts';
import { frameOf, type Mailing } from '../../mail/mailing.ts';
import { composeMessage } from './message.ts';
import { NotPrepared, prepareReport, type Prepared } from './prepare.ts';
import { findApproved } from '../../registry/settings/approved-recipients.ts';
import {
  beginRun,
  endAttempt,
  findUnfinished,
  markSending,
  takeRun,
  type Outcome,
  type RunRow,
  type TakenRun,
} from './run.queries.ts';
import { findDue, findSchedule, findSendingOrg, setNextDue, type ScheduleRow } from './schedule.queries.ts';
import { dueAfter, lastDue, type Timing } from './timing.ts';

/** What sending needs beside the database. */
export interface Sending extends Mailing {
  readonly now: () => Date;
  /** Aborted when the process ends: a mail server that hangs is left, and asked again later. */
  readonly leaving?: AbortSignal;
  /** Told of failures that are not the recipients', the owner's or the mail server's. */
  readonly reportFailure: (cause: unknown) => void;
}

/** Milliseconds after which whoever prepares a report is taken for gone, though its server runs; a slow one finds out before it sends. */
const preparingMs = 15 * 60_000;
/** Longer than handing over may take. */
const sendingMs = 2 * handoverMs;
/** Minutes until another try, by how many there were: most servers that put somebody off do so for less than the second. */
const pauses = [5, 20, 60, 180] as const;

const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

const timingOf = ({ frequency, weekday, month_day, hour }: ScheduleRow): Timing => ({
  frequency,
  weekday,
  monthDay: month_day,
  hour,
});

/** A run that is ours to work on. */
interface Work {
  readonly run: TakenRun;
  readonly schedule: ScheduleRow;
}

/**
 * Does the next thing that is due: sends a report, tries one again, or gives up on one of which nothing was heard. Whatever ends this
 * process in between, a report is sent once at most. Any number of processes may do this at once.
 *
 * @returns false when nothing is due.
 */
export async function sendNext(db: Db, sending: Sending): Promise<boolean> {
  const now = sending.now();
  const taken = await write(
    db,
    everything,
    'system',
    async (tx) => (await takeUnfinished(tx, now)) ?? takeDue(tx, now),
  );
  if (taken && taken !== 'done') {
    await inSpan('send report', {}, () => work(db, taken, sending));
  }
  return taken !== undefined;
}

/** A run that waits for another try, or whose worker is gone. One that was with the mail server by then may have arrived. */
async function takeUnfinished(tx: Tx, now: Date): Promise<Work | 'done' | undefined> {
  const run = await findUnfinished(tx, now);
  if (!run) {
    return undefined;
  }
  if (run.state === 'sending') {
    await endAttempt(
      tx,
      run,
      { ...failed(run, 'no_answer'), state: 'unknown', refused: [], pending: run.pending },
      now,
    );
    return 'done';
  }
  const schedule = await findSchedule(tx, sql`true`, run.schedule_id);
  // A report that ends the process each time it is tried would otherwise be tried for ever.
  const isGivenUp = run.attempts > pauses.length;
  if (!schedule?.active || isGivenUp) {
    await endAttempt(tx, await takeRun(tx, run, now), failed(run, isGivenUp ? 'internal' : 'paused'), now);
    return 'done';
  }
  return { run: await takeRun(tx, run, later(now, preparingMs)), schedule };
}

/**
 * A schedule that is due. Of several times that were missed it is the last: nobody wants yesterday's news and the day before
 * yesterday's in one morning.
 */
async function takeDue(tx: Tx, now: Date): Promise<Work | 'done' | undefined> {
  const schedule = await findDue(tx, now);
  const org = schedule && (await findSendingOrg(tx, schedule.org_id));
  if (!schedule || !org) {
    return undefined;
  }
  const timing = timingOf(schedule);
  const due = lastDue(timing, org.time_zone, now);
  await setNextDue(tx, schedule.id, dueAfter(timing, org.time_zone, now).at);
  // The zone of the org may have been changed since: then it is not due yet.
  const isDue = due.at > schedule.counts_from;
  const run = isDue ? await beginRun(tx, schedule, due, later(now, preparingMs)) : undefined;
  return run ? { run, schedule } : 'done';
}

async function work(db: Db, { run, schedule }: Work, sending: Sending): Promise<void> {
  const outcome = await attempt(db, { run, schedule }, sending).catch((cause: unknown): Outcome | null => {
    if (cause instanceof NotPrepared) {
      return failed(run, cause.failure);
    }
    const isLeft = isLeaving(sending);
    if (!isLeft) {
      sending.reportFailure(cause);
    }
    // Whoever has taken the run over says what becomes of it.
    return cause instanceof NotHandedOver
      ? null
      : outcomeOf(run, { ...toNobody, deferred: run.pending, failure: 'internal' }, { now: sending.now(), isLeft });
  });
  if (outcome) {
    reportMails.inc({ state: outcome.state, failure: outcome.failure ?? 'none' });
    await write(db, everything, 'system', (tx) => endAttempt(tx, run, outcome, sending.now()));
  }
}

/** Whether the process ends: what fails for that is nobody's failure. */
const isLeaving = ({ leaving }: Sending): boolean => leaving?.aborted ?? false;

async function attempt(db: Db, { run, schedule }: Work, sending: Sending): Promise<Outcome> {
  const { mail, publicUrl, now, leaving } = sending;
  if (!mail) {
    throw new NotPrepared('mail_not_set_up');
  }
  // Anew each time: who has left the org, or a domain it has given up, gets nothing more.
  const approved = await read(db, everything, (tx) =>
    findApproved(tx, schedule.org_id, [...schedule.recipients, ...run.pending]),
  );
  // So has who was taken off the schedule since the run began.
  const named = run.pending.filter((address) => schedule.recipients.includes(address));
  const to = named.filter((address) => approved.has(address));
  if (to.length === 0) {
    const failure = named.length === 0 ? 'recipients_changed' : 'not_approved';
    return outcomeOf(run, { ...toNobody, refused: run.pending, failure }, { now: now(), isLeft: false });
  }
  const prepared = await prepareReport(db, schedule, run.due_at, now());
  const recipients = schedule.recipients.filter((address) => approved.has(address));
  const frame = frameOf(`${schedule.id}.${run.due_on}`, mail.from, recipients, publicUrl);
  const message = await composeMessage(prepared, frame);
  const delivery = await handOver(mail.smtpUrl, { from: addressOf(mail.from), to }, message, {
    mayGo: () =>
      write(db, everything, 'system', (tx) => markSending(tx, run, contentsOf(prepared), later(now(), sendingMs))),
    leaving,
  });
  const refused = [...delivery.refused, ...run.pending.filter((address) => !to.includes(address))];
  return outcomeOf(run, { ...delivery, refused }, { now: now(), isLeft: isLeaving(sending) });
}

const contentsOf = ({ period, about: { freshAsOf } }: Prepared) => ({ ...period, freshAsOf });

const toNobody = { accepted: [], refused: [], deferred: [], unknown: [], smtpCode: null } as const;

/** For good, and for all whom it has not reached. */
const failed = ({ pending }: TakenRun | RunRow, failure: ScheduleFailure): Outcome => ({
  state: 'failed',
  pending: [],
  accepted: [],
  refused: pending,
  failure,
  smtpCode: null,
  retryAt: null,
});

/** When an attempt ended, and whether the process ends with it. */
interface AttemptEnd {
  readonly now: Date;
  readonly isLeft: boolean;
}

function outcomeOf(run: TakenRun, delivery: Delivery, { now, isLeft }: AttemptEnd): Outcome {
  const { accepted, refused, deferred, unknown, failure, smtpCode } = delivery;
  const base = { accepted, refused, failure, smtpCode, pending: [], retryAt: null };
  const pause = pauses[run.attempts - 1];
  if (unknown.length > 0) {
    return { ...base, state: 'unknown', pending: unknown };
  }
  // The stop of a server does not use an attempt up: the last one would be given up for it.
  if (deferred.length > 0 && isLeft) {
    return { ...base, state: 'waiting', pending: deferred, retryAt: now, isLeft };
  }
  if (deferred.length > 0 && pause !== undefined) {
    return { ...base, state: 'waiting', pending: deferred, retryAt: later(now, pause * 60_000) };
  }
  const hasReached = accepted.length + run.accepted.length > 0;
  return { ...base, state: hasReached ? 'sent' : 'failed', refused: [...refused, ...deferred] };
}
