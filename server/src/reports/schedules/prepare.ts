import type { Readable } from 'node:stream';
import { AppError } from '@noa/domain/errors.ts';
import { type ScheduleFailure, reportScheduleLimits } from '@noa/domain/reporting/report-schedule.ts';
import type { Db } from '../../database/database.ts';
import { everything, ofOrgs, reachesOrg } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { resolveAbsent } from '../../identity/resolve-viewer.ts';
import type { Viewer } from '../../identity/viewer.ts';
import { findAnswer, type AnswerStyle } from '../answer/find-answer.ts';
import { findBars, type Bars } from '../answer/find-bars.ts';
import type { Question } from '../engine/engine.ts';
import { aboutQuestion, type AboutFile } from '../export/about/about-file.ts';
import { fileNameOf, openReportFile, subjectOf } from '../export/report-file.ts';
import { askReport } from '../report.service.ts';
import { monthsOf, periodAt, periodOfDays, type Period } from './relative-period.ts';
import { findSendingOrg, type ScheduleRow, type SendingOrg } from './schedule.queries.ts';
import { dayAt } from './zoned-time.ts';

/** A report that is ready to be sent. */
export interface Prepared {
  readonly schedule: ScheduleRow;
  readonly org: SendingOrg;
  readonly question: Question;
  readonly period: Period;
  /** What there is to know of its figures. */
  readonly about: AboutFile;
  /** Who wants it sent, as shown to its recipients. */
  readonly owner: string;
  /** What the report answers, in the language of the schedule; null where it answers nothing. */
  readonly sentence: string | null;
  readonly bars: Bars | null;
  readonly file: { readonly fileName: string; readonly contentType: string; readonly content: Buffer };
}

/** There is nothing to send, and trying again would not help. */
export class NotPrepared extends Error {
  override readonly name = 'NotPrepared';
  readonly failure: ScheduleFailure;

  constructor(failure: ScheduleFailure, options?: ErrorOptions) {
    super(`The report was not prepared: ${failure}`, options);
    this.failure = failure;
  }
}

/**
 * Counts a schedule's report as its owner may see it now.
 *
 * @param moment - when it is due: its period is told from there.
 * @param now - the moment it is sent.
 * @throws {NotPrepared} if it is not to be sent; what else is thrown may pass.
 */
export async function prepareReport(db: Db, schedule: ScheduleRow, moment: Date, now: Date): Promise<Prepared> {
  const viewer = await resolveAbsent(db, schedule.owner_id, now);
  if (!viewer) {
    throw new NotPrepared('owner_absent');
  }
  return prepareFor(db, viewer, schedule, moment);
}

/** The same, for an owner who is there. @throws {NotPrepared} */
export async function prepareFor(db: Db, viewer: Viewer, schedule: ScheduleRow, moment: Date): Promise<Prepared> {
  const org = await read(db, everything, (tx) => findSendingOrg(tx, schedule.org_id));
  if (!org?.enabled) {
    throw new NotPrepared('org_disabled');
  }
  const period = periodAt(schedule.period, moment, org.time_zone);
  const question = askAs(viewer, schedule, period);
  const style = { format: schedule.format, locale: schedule.locale };
  try {
    // Asked first: what it says holds for rows that are read after it.
    const about = await aboutQuestion(db, question, { madeBy: viewer.actor, isOfRecords: false });
    const { contentType, stream } = openReportFile(db, question, style, viewer.actor);
    const content = await collect(stream);
    const file = { fileName: fileNameOf(subjectOf(question), style, org.time_zone), contentType, content };
    const sentence = await findAnswer(db, question, answerStyle(schedule, period, moment, org.time_zone));
    const bars = await findBars(db, question, schedule.locale);
    return {
      schedule,
      org,
      question,
      period,
      about,
      owner: viewer.name || viewer.actor,
      sentence,
      bars,
      file,
    };
  } catch (cause) {
    throw refusalOf(cause);
  }
}

/** @param moment - when it is due, by which its days are told. */
const answerStyle = (schedule: ScheduleRow, period: Period, moment: Date, zone: string): AnswerStyle => ({
  locale: schedule.locale,
  months: monthsOf(schedule.period),
  days: {
    from: dayAt(period.from, zone).toString(),
    to: dayAt(new Date(period.to.getTime() - 1), zone).toString(),
  },
  periodOf: (days) => periodOfDays(days, zone),
  today: dayAt(moment, zone).toString(),
});

/**
 * The schedule's question as the viewer may ask it, about the schedule's org alone: another one that the owner sees as well is none
 * of its recipients' business.
 */
function askAs(viewer: Viewer, { org_id, report, asked }: ScheduleRow, period: Period): Question {
  try {
    if (!viewer.may('reportSchedule:keep') || !reachesOrg(viewer.scope('report:read'), org_id)) {
      throw new NotPrepared('not_allowed');
    }
    return withinOrg(askReport({ viewer }, report, { ...asked, ...period }), org_id);
  } catch (cause) {
    throw refusalOf(cause);
  }
}

const withinOrg = (question: Question, orgId: string): Question => ({
  ...question,
  reach: { ...question.reach, scopes: [ofOrgs([orgId]), ...question.reach.scopes] },
});

function refusalOf(cause: unknown): unknown {
  if (cause instanceof TooLarge) {
    return new NotPrepared('too_large', { cause });
  }
  if (cause instanceof AppError && cause.code !== 'LimitExceeded') {
    return new NotPrepared(cause.code === 'Forbidden' ? 'not_allowed' : 'question_refused', { cause });
  }
  return cause;
}

/** The file is larger than an e-mail may carry. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * All of a file that is made while it is read; nothing more of it is made once it is too large.
 *
 * @param most - bytes.
 * @throws {TooLarge}
 */
export async function collect(stream: Readable, most: number = reportScheduleLimits.attachment): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer | Uint8Array | string>) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece);
    size += bytes.length;
    if (size > most) {
      throw new TooLarge(`The file is larger than ${most} bytes`);
    }
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}
