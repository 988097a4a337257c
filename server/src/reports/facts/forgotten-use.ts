import { sql, type SqlBool } from 'kysely';
import { isRecordId } from '@noa/domain/reporting/report-input.ts';
import { personalGroupings } from '@noa/domain/reporting/report.ts';
import type { Db } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import type { ReportDefinition } from '../catalogue.ts';
import { isGrouping } from '../query/groupings.ts';
import { needsWho } from '../query/metrics.ts';
import type { Question } from '../engine/engine.ts';

/** Whether it lists only those of whom it is known that they used a container, or that they did not. */
export const choosesByUse = ({ only }: Pick<ReportDefinition, 'only'>): boolean => /\bis_used\b/.test(only ?? '');

/** Of months of which the events are gone altogether, nothing is counted that could stand elsewhere. */
const knownFrom = ({ counts }: ReportDefinition) =>
  counts === 'events' ? sql`unknown_before` : sql`greatest(unknown_before, kept_from)`;

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

/**
 * The first day from which on it is known who opened, in an org of the question that has forgotten it for days that the question's figures
 * need: of apartments and events those of the period, of cards all since the oldest was registered. Null where everything is known, or
 * nothing needs it.
 *
 * @param isOfRecords - what is told are the records that the report counts.
 */
export async function findWhoKnownFrom(db: Db, question: Question, isOfRecords = false): Promise<Date | null> {
  const { report, request, reach } = question;
  if (!asksWho(question, isOfRecords)) {
    return null;
  }
  const orgs = request.filters
    .filter(({ field, operator }) => field === 'org' && (operator === 'eq' || operator === 'in'))
    .map(({ value }) => sql<SqlBool>`f.org_id = any (${[value].flat().filter(isRecordId)}::uuid[])`);
  const isLost =
    report.counts === 'card_lives'
      ? sql<SqlBool>`exists (
          select from card_version v
          where v.org_id = f.org_id and v.valid_from < least(f.known_from, ${request.to}::timestamptz))`
      : sql<SqlBool>`f.known_from > ${request.from}::timestamptz`;
  const conditions = sql.join([isLost, ...orgs], sql` and `);
  return read(db, reach.scopes[0], async (tx) => {
    const { rows } = await sql<{ from: Date | null }>`
      select max((date_trunc('day', f.known_from at time zone o.time_zone) + interval '1 day') at time zone o.time_zone) as from
      from (select org_id, ${knownFrom(report)} as known_from from event_forgetting) f
      join org o on o.id = f.org_id where ${conditions}`.execute(tx);
    return rows[0]?.from ?? null;
  });
}
