import { sql, type SqlBool } from 'kysely';
import { isRecordId } from '@noa/domain/reporting/report-input.ts';
import { personalGroupings } from '@noa/domain/reporting/report.ts';
import { infiniteTime } from '@noa/domain/vocabulary.ts';
import { findRows } from '../../database/statements.ts';
import type { Db } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import type { ReportDefinition } from '../catalogue.ts';
import { isGrouping } from '../query/groupings.ts';
import { needsWho } from '../query/metrics.ts';
import type { Question } from '../engine/engine.ts';

/** Whether it lists only those of whom it is known that they used a container, or that they did not. */
export const choosesByUse = ({ only }: Pick<ReportDefinition, 'only'>): boolean => /\bis_used\b/.test(only ?? '');

/**
 * From when on an org's events tell who, as a column of org_settings `s` and event_forgetting `f`: where it keeps that of none, there is no such
 * moment (the infinite one). Of months of which the events are gone altogether, nothing is counted that could stand elsewhere.
 */
const knownFrom = ({ counts }: ReportDefinition) => sql`case when s.identity_days = 0 then ${infiniteTime}::timestamptz
  else greatest(f.unknown_before${counts === 'events' ? sql`` : sql`, f.kept_from`}) end`;

/** Whether what is told of a question depends on who opened. */
function asksWho({ report, request, reach: { seesWho } }: Question, isOfRecords: boolean): boolean {
  const filtered = request.filters.map(({ field }) => field);
  if (report.counts === 'events') {
    // A file of events has columns for it, where its reader may see them.
    const hasColumns = isOfRecords && (seesWho.all || reachesSome(seesWho));
    return (
      hasColumns || [...request.groupBy, ...filtered].some((field) => personalGroupings.some((who) => who === field))
    );
  }
  return (
    choosesByUse(report) || [...request.metrics, ...filtered].some((field) => !isGrouping(field) && needsWho(field))
  );
}

const reachesSome = ({ orgIds, managerIds, apartmentIds }: Scope) =>
  orgIds.length + managerIds.length + apartmentIds.length > 0;

/** An org that does not know of some of a question's days who opened, which the question's figures need. */
export interface ForgetfulOrg {
  readonly orgId: string;
  /** The first day from which on it is known; {@link infiniteTime} where it is not kept at all. */
  readonly from: Date;
}

/** Whether an org `k` has anything of days of which it does not know who opened: one that has nothing there hides nothing of others. */
function isLost({ report, request: { from, to } }: Question) {
  switch (report.counts) {
    case 'card_lives':
      return sql<SqlBool>`exists (
        select from card_version v where v.org_id = k.org_id and v.valid_from < k.known_from and v.valid_from < ${to}::timestamptz)`;
    case 'events':
      return sql<SqlBool>`k.known_from > ${from}::timestamptz and exists (
        select from stored_event e
        where e.org_id = k.org_id and e.occurred_at >= ${from} and e.occurred_at < k.known_from and e.occurred_at < ${to}
        union all
        select from cold_file f
        where f.org_id = k.org_id and f.month + interval '1 month' > ${from}::timestamptz at time zone 'UTC'
          and f.month < least(k.known_from, ${to}::timestamptz) at time zone 'UTC')`;
    default:
      return sql<SqlBool>`k.known_from > ${from}::timestamptz and exists (
        select from apartment_version v where v.org_id = k.org_id and v.valid_from < ${to}::timestamptz)`;
  }
}

/**
 * The orgs of a question that have forgotten who opened, or never keep it, of days that the question's figures need: of apartments and events
 * those of the period, of cards all since the oldest was registered. None where nothing needs it.
 *
 * @param isOfRecords - what is told are the records that the report counts.
 */
export async function findForgetfulOrgs(db: Db, question: Question, isOfRecords = false): Promise<ForgetfulOrg[]> {
  const { report, request, reach } = question;
  if (!asksWho(question, isOfRecords)) {
    return [];
  }
  const orgs = request.filters
    .filter(({ field, operator }) => field === 'org' && (operator === 'eq' || operator === 'in'))
    .map(({ value }) => sql<SqlBool>`k.org_id = any (${[value].flat().filter(isRecordId)}::uuid[])`);
  const conditions = sql.join([isLost(question), ...orgs], sql` and `);
  return read(
    db,
    reach.scopes[0],
    (tx) => findRows<ForgetfulOrg>(tx)`
    select k.org_id as "orgId", case when k.known_from >= ${infiniteTime} then ${infiniteTime}
      else (date_trunc('day', k.known_from at time zone o.time_zone) + interval '1 day') at time zone o.time_zone end as from
    from (
      select s.org_id, ${knownFrom(report)} as known_from from org_settings s left join event_forgetting f on f.org_id = s.org_id) k
    join org o on o.id = k.org_id where ${conditions}`,
  );
}

/** The first day from which on all of them know who opened; null for none. */
export const knownFromOf = (orgs: readonly ForgetfulOrg[]): Date | null =>
  orgs.reduce<Date | null>((latest, { from }) => (latest === null || from > latest ? from : latest), null);
