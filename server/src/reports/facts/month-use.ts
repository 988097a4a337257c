import { personalGroupings } from '@noa/domain/reporting/report.ts';
import { findRows } from '../../database/statements.ts';
import type { Db, Tx } from '../../database/database.ts';
import { read } from '../../database/transaction.ts';
import { findOpenMonths, type OpenMonth } from '../../telemetry/month-use/month-keys.ts';
import type { Question } from '../engine/engine.ts';
import { reportsOf } from '../reports.ts';
import type { ClosedMonth } from './facts.ts';
import { type ForgetfulOrg, findForgetfulOrgs, knownFromOf } from './forgotten-use.ts';
import { momentOf } from './registry-moment.ts';

/** What the counts of a month tell of orgs that do not know any more who opened (decision 89). */
export interface MonthUse {
  /** Ids of the apartments that used a container in a month that is not closed. */
  readonly used: readonly string[];
  readonly closed: readonly ClosedMonth[];
  /** Before today, in UTC, where a month is open: what came since is told tomorrow. */
  readonly receivedUntil: Date | null;
  /** The orgs of which no count of a month tells it. */
  readonly untold: readonly ForgetfulOrg[];
}

interface FoundMonth extends ClosedMonth {
  readonly isClosed: boolean;
}

/** The month of each org that a period is: from its first moment to its last, or to the present where that lies in it. */
async function findMonths(tx: Tx, orgIds: readonly string[], { from, to }: Question['request']): Promise<FoundMonth[]> {
  return findRows<FoundMonth>(tx)`
    select m.org_id as "orgId", m.month::text as month, m.closed_at is not null as "isClosed"
    from counted_month m left join event_forgetting f on f.org_id = m.org_id
    where m.org_id = any(${orgIds}::uuid[]) and m.starts = ${from}
      and (m.ends = ${to} or (m.ends > now() and ${to}::timestamptz > now()))
      and coalesce(f.uses_counted_from, '-infinity') <= m.starts`;
}

/**
 * The ids of the apartments that used a container in open months, as these have their pseudonyms.
 *
 * @param upTo - `yesterday` leaves out what was received today: whoever looks again and again would see when an apartment came, and at which
 * container.
 */
export async function findUsers(tx: Tx, months: readonly OpenMonth[], upTo: 'yesterday' | 'now'): Promise<string[]> {
  const used: string[] = [];
  for (const { orgId, month, inner, outer } of months) {
    const rows = await findRows<{ id: string }>(tx)`
      select r.id from apartment r join month_pseudonym p on p.org_id = r.org_id and p.month = ${month}
        and p.pseudonym = month_pseudonym_of(${inner}::bytea, ${outer}::bytea, r.id)
      where r.org_id = ${orgId} and (${upTo === 'now'} or p.day < (now() at time zone 'UTC')::date)`;
    used.push(...rows.map(({ id }) => id));
  }
  return used;
}

/** Whether a question tells households apart by who they are, which a closed month knows of none. */
const isOfHouseholds = ({ groupBy, filters }: Question['request']): boolean =>
  [...groupBy, ...filters.map(({ field }) => field)].some((field) => personalGroupings.some((who) => who === field));

/**
 * What the counts of months tell the figures of a question in place of the events, all as of one moment: a month may be closed meanwhile. And of which
 * of `orgs` there are none: the period is no whole month of theirs, or one that was not counted from its first moment; or the question tells apart
 * who is not known.
 *
 * @param at - the moment of which the registry is read.
 */
export async function findMonthUse(
  db: Db,
  { report, request, reach }: Question,
  orgs: readonly ForgetfulOrg[],
  at: Date,
): Promise<MonthUse> {
  if (report.counts !== 'apartments' || orgs.length === 0) {
    return { used: [], closed: [], receivedUntil: null, untold: orgs };
  }
  return read(
    db,
    reach.scopes[0],
    async (tx) => {
      const orgIds = orgs.map(({ orgId }) => orgId);
      const found = await findMonths(tx, orgIds, request);
      const closed = isOfHouseholds(request) ? [] : found.filter(({ isClosed }) => isClosed);
      const keys = await reportsOf(db).keys.forReading(tx);
      const open = (await findOpenMonths(tx, keys, orgIds)).filter((each) =>
        found.some(({ orgId, month, isClosed }) => !isClosed && orgId === each.orgId && month === each.month),
      );
      const told = new Set([...open, ...closed].map(({ orgId }) => orgId));
      return {
        used: await findUsers(tx, open, 'yesterday'),
        closed,
        receivedUntil: open.length > 0 ? new Date(new Date().setUTCHours(0, 0, 0, 0)) : null,
        untold: orgs.filter(({ orgId }) => !told.has(orgId)),
      };
    },
    at,
  );
}

/**
 * The first day from which on it is known who opened, where that is forgotten, or never kept, of days that the figures of a question need, and no
 * count of a month tells them all the same. Null where everything is told.
 *
 * @param isOfRecords - what is told are the records that the report counts, of which a count knows none.
 */
export async function findWhoKnownFrom(db: Db, question: Question, isOfRecords = false): Promise<Date | null> {
  const orgs = await findForgetfulOrgs(db, question, isOfRecords);
  const { at } = momentOf(question.request, new Date());
  return knownFromOf(isOfRecords ? orgs : (await findMonthUse(db, question, orgs, at)).untold);
}
