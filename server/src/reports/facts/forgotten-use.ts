import { sql, type SqlBool } from 'kysely';
import { isRecordId } from '@noa/domain/reporting/report-input.ts';
import type { Db } from '../../database/database.ts';
import { read } from '../../database/transaction.ts';
import type { ReportDefinition } from '../catalogue.ts';
import { isGrouping } from '../query/groupings.ts';
import { needsWho } from '../query/metrics.ts';
import type { Question } from '../engine/engine.ts';

/** Whether it lists only those of whom it is known that they used a container, or that they did not. */
export const choosesByUse = ({ only }: Pick<ReportDefinition, 'only'>): boolean => /\bis_used\b/.test(only ?? '');

/**
 * The first day from which on it is known who opened, in an org of the question that has forgotten it for days that the question's figures
 * need: of apartments those of the period, of cards all since the oldest was registered. Null where everything is known, or nothing
 * needs it.
 */
export async function findWhoKnownFrom(db: Db, { report, request, reach }: Question): Promise<Date | null> {
  const fields = [...request.metrics, ...request.filters.map(({ field }) => field)];
  const isNeeded = choosesByUse(report) || fields.some((field) => !isGrouping(field) && needsWho(field));
  if (!isNeeded) {
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
      from (select org_id, greatest(unknown_before, kept_from) as known_from from event_forgetting) f
      join org o on o.id = f.org_id where ${conditions}`.execute(tx);
    return rows[0]?.from ?? null;
  });
}
