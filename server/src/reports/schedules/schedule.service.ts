import { AppError, demandFound, namesNothing, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { inCamel } from '@noa/domain/kinds/names.ts';
import {
  reportScheduleInput,
  reportScheduleLimits,
  type ReportScheduleValues,
} from '@noa/domain/reporting/report-schedule.ts';
import type { Tx } from '../../database/database.ts';
import type { PageArgs } from '../../records/page.ts';
import { demandTry } from '../../database/rate-limit.ts';
import { isUuid, type Condition } from '../../records/record.ts';
import { nothing, reachesOrg, type Scope } from '../../database/scope.ts';
import { Sealer } from '../../database/keys/sealing.ts';
import { setAccount } from '../../database/transaction.ts';
import type { ConnectionSource } from '../../graphql/connection.ts';
import { rowSource } from '../../graphql/row-list.ts';
import type { Context } from '../../request/context.ts';
import { refuseBad } from '../query/report-query.ts';
import { askReport } from '../report.service.ts';
import { handOver } from '../../mail/hand-over.ts';
import { frameOf, mailing } from '../../mail/mailing.ts';
import { addressOf } from '../../mail/address.ts';
import { composeMessage } from './message.ts';
import { NotPrepared, prepareFor } from './prepare.ts';
import { periodAt } from './relative-period.ts';
import { runsOf, type RunRow } from './run.queries.ts';
import { findApproved } from '../../registry/settings/approved-recipients.ts';
import {
  countStored,
  findSchedule,
  findSendingOrg,
  insertSchedule,
  lockSchedule,
  removeSchedule,
  schedulesAmong,
  visibleTo,
  writeSchedule,
  type ScheduleContent,
  type ScheduleRow,
  type SendingOrg,
} from './schedule.queries.ts';
import { dueAfter } from './timing.ts';

/** Tests that a person may send: enough to try a mail server out, too few to bother anybody with. */
const tests = { times: 10, minutes: 60 };

const accountOf = ({ viewer }: Context): string => viewer.demandAccount('Gateways keep no schedules');

const overseenBy = ({ viewer }: Context): Scope =>
  viewer.may('reportSchedule:oversee') ? viewer.scope('reportSchedule:oversee') : nothing;

/** One's own, and those of the orgs one oversees. */
const visible = (context: Context): Condition => visibleTo(accountOf(context), overseenBy(context));

const read = <T>(context: Context, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> =>
  context.read('reportSchedule:keep', async (tx, scope) => {
    await setAccount(tx, accountOf(context));
    return work(tx, scope);
  });

/** Whether the schedule is the caller's own: others may pause and delete it, and not have it sent to themselves. */
export const isOwn = ({ viewer }: Context, { owner_id }: ScheduleRow): boolean => viewer.accountId === owner_id;

export const readSchedules = (context: Context, args: PageArgs): Promise<ConnectionSource<ScheduleRow>> =>
  rowSource(
    (work) => read(context, work),
    () => schedulesAmong(visible(context)),
    args,
  );

/** @throws {AppError} `NotFound`. */
export const readSchedule = (context: Context, id: string): Promise<ScheduleRow> =>
  read(context, (tx) => getSchedule(context, tx, id));

async function getSchedule(context: Context, tx: Tx, id: string, find = findSchedule): Promise<ScheduleRow> {
  return demandFound(await find(tx, visible(context), id), 'reportSchedule', id);
}

/** The runs of a schedule that the caller may see. */
export const readRuns = (context: Context, { id }: ScheduleRow, args: PageArgs): Promise<ConnectionSource<RunRow>> =>
  rowSource(
    (work) => read(context, work),
    () => runsOf(id),
    args,
  );

/** @throws {AppError} `ValidationFailed` naming the field; `Forbidden` for a question the caller may not ask. */
export function createSchedule(context: Context, input: unknown): Promise<ScheduleRow> {
  const values = parseInput(reportScheduleInput, input);
  const ownerId = accountOf(context);
  return context.write('reportSchedule:keep', async (tx, scope) => {
    await setAccount(tx, ownerId);
    const { orgId } = values;
    const org = isUuid(orgId) && reachesOrg(scope, orgId) ? await findSendingOrg(tx, orgId) : undefined;
    if (!org) {
      throw namesNothing('orgId');
    }
    if ((await countStored(tx, orgId, ownerId)) >= reportScheduleLimits.perOwner) {
      throw validationFailed(
        { report: 'schedule.tooMany' },
        `At most ${reportScheduleLimits.perOwner} schedules in an org`,
      );
    }
    await refuseUnapproved(tx, orgId, values.recipients);
    const content = contentOf(context, values, org);
    return getSchedule(context, tx, await insertSchedule(tx, { ...content, org_id: orgId, owner_id: ownerId }));
  });
}

/** @throws {AppError} `ValidationFailed` on `recipients` for whoever the org has not approved of. */
async function refuseUnapproved(tx: Tx, orgId: string, recipients: readonly string[]): Promise<void> {
  const approved = await findApproved(tx, orgId, recipients);
  const other = recipients.find((address) => !approved.has(address));
  if (other !== undefined) {
    throw validationFailed(
      { recipients: 'report.recipientNotApproved' },
      `${other} is neither a member of the org nor in a mail domain that it has approved`,
    );
  }
}

/** What is written, once the question was found to be one that the caller may ask. */
function contentOf(context: Context, values: ReportScheduleValues, org: SendingOrg): ScheduleContent {
  const now = new Date();
  const { orgId: _orgId, groupBy, metrics, filters, sort, weekday, monthDay, ...others } = values;
  const { report, period, frequency, hour, active } = values;
  const asked = { groupBy, metrics, filters, sort };
  refuseBad(askReport(context, report, { ...asked, ...periodAt(period, now, org.time_zone) }));
  const timing = {
    frequency,
    weekday: frequency === 'weekly' ? weekday : null,
    monthDay: frequency === 'monthly' ? monthDay : null,
    hour,
  };
  return {
    ...others,
    asked,
    weekday: timing.weekday,
    month_day: timing.monthDay,
    counts_from: now,
    next_due_at: active ? dueAfter(timing, org.time_zone, now).at : null,
  };
}

type TimedContent = Pick<ScheduleContent, 'active' | 'frequency' | 'weekday' | 'month_day' | 'hour'>;

const isSameTiming = (before: TimedContent, after: TimedContent): boolean =>
  (['active', 'frequency', 'weekday', 'month_day', 'hour'] as const).every((field) => before[field] === after[field]);

/**
 * Changes what the input names; what is sent after it begins to count anew.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` naming the field; `Forbidden` for changing another person's, but for pausing it.
 */
export function updateSchedule(
  context: Context,
  id: string,
  input: Readonly<Record<string, unknown>>,
): Promise<ScheduleRow> {
  return context.write('reportSchedule:keep', async (tx) => {
    await setAccount(tx, accountOf(context));
    const schedule = await getSchedule(context, tx, id, lockSchedule);
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    const pauses = given.length === 1 && input['active'] === false;
    if (pauses) {
      await writeSchedule(tx, schedule.id, { active: false, next_due_at: null });
      return getSchedule(context, tx, id);
    }
    if (!isOwn(context, schedule)) {
      throw new AppError('Forbidden', 'Another person’s schedule can be paused and deleted, and nothing else');
    }
    const before = { ...inCamel(schedule), ...schedule.asked };
    const values = parseInput(reportScheduleInput, { ...before, ...Object.fromEntries(given) });
    const org = demandFound(await findSendingOrg(tx, schedule.org_id), 'reportSchedule', id);
    await refuseUnapproved(tx, schedule.org_id, values.recipients);
    const content = contentOf(context, values, org);
    // What is due at this very moment stays due, unless it is to come at another time.
    const { counts_from, next_due_at } = isSameTiming(schedule, content) ? schedule : content;
    await writeSchedule(tx, schedule.id, { ...content, counts_from, next_due_at });
    return getSchedule(context, tx, id);
  });
}

/** @throws {AppError} `NotFound`. */
export function deleteSchedule(context: Context, id: string): Promise<string> {
  return context.write('reportSchedule:keep', async (tx) => {
    await setAccount(tx, accountOf(context));
    const schedule = await getSchedule(context, tx, id, lockSchedule);
    await removeSchedule(tx, schedule.id);
    return schedule.id;
  });
}

const notSent = (failure: string, smtpCode: number | null = null) =>
  new AppError('ValidationFailed', `The test was not sent: ${failure}`, {
    fields: { mail: `schedule.failures.${failure}` },
    details: { failure, smtpCode },
  });

/**
 * Sends the report as it would be sent now, to the caller alone.
 *
 * @returns the address it was sent to.
 * @throws {AppError} `NotFound`; `Forbidden` for another person's; `ValidationFailed` on `mail` with why it was not sent;
 * `LimitExceeded` after ten in an hour.
 */
export async function sendTest(context: Context, id: string): Promise<string> {
  const now = new Date();
  const { viewer, db, bounded, keys, bounds } = context;
  const schedule = await readSchedule(context, id);
  if (!isOwn(context, schedule)) {
    throw new AppError('Forbidden', 'Only its owner may have a schedule’s report sent');
  }
  const { mail, publicUrl } = mailing.of(db);
  if (!mail) {
    throw notSent('mail_not_set_up');
  }
  if (viewer.email === null) {
    throw notSent('no_address');
  }
  await context.write('reportSchedule:keep', async (tx) => {
    await demandTry(tx, new Sealer(await keys.forWriting(tx), 'report-tests').hash(accountOf(context)), tests);
  });
  const prepared = await prepareFor(bounded, viewer, schedule, now).catch((cause: unknown) => {
    throw cause instanceof NotPrepared ? notSent(cause.failure) : cause;
  });
  const to = [viewer.email];
  const frame = frameOf(`test.${schedule.id}.${now.getTime()}`, mail.from, to, publicUrl);
  const message = await composeMessage(prepared, frame, true);
  const { accepted, failure, smtpCode } = await handOver(mail.smtpUrl, { from: addressOf(mail.from), to }, message, {
    leaving: bounds.writing, // who is told that it took too long is not sent it later
  });
  if (accepted.length === 0) {
    throw notSent(failure ?? 'internal', smtpCode);
  }
  return viewer.email;
}
