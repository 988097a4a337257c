import { headlineOf } from '@noa/domain/reporting/headlines.ts';
import type { ReportPeriod } from '@noa/domain/reporting/report-schedule.ts';
import { getRow } from '../../database/statements.ts';
import type { Db } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import type { ReportDefinition } from '../catalogue.ts';
import { needsWho } from '../query/metrics.ts';
import { choosesByUse } from './forgotten-use.ts';

/** For as long must it be known who opened, where the last thirty days are told of. */
const neededDays = 30;

/**
 * The period that a report is asked of until somebody chooses. Which apartments took part is told of whole months alone, and of the one that
 * runs, by an org that keeps for less than thirty days who opened (decision 89): then it is the last month, once one was counted.
 */
export async function findOpeningPeriod(db: Db, scope: Scope, report: ReportDefinition): Promise<ReportPeriod> {
  const usual = headlineOf(report.name)?.period ?? 'last_month';
  const restsOnWho = report.counts === 'apartments' && (choosesByUse(report) || report.metrics.some(needsWho));
  if (usual !== 'last_30_days' || !restsOnWho) {
    return usual;
  }
  const { forgets, hasCounted } = await read(
    db,
    scope,
    (tx) =>
      getRow<{ forgets: boolean; hasCounted: boolean }>(tx)`
      select coalesce(bool_or(s.identity_days < ${neededDays}), false) as forgets,
        coalesce(bool_or(m.org_id is not null), false) as "hasCounted"
      from org_settings s join org o on o.id = s.org_id left join event_forgetting f on f.org_id = o.id
      left join counted_month m on m.org_id = o.id and s.identity_days < ${neededDays}
        and m.month = date_trunc('month', now() at time zone o.time_zone) - interval '1 month'
        and coalesce(f.uses_counted_from, '-infinity') <= m.starts`,
  );
  return forgets ? (hasCounted ? 'last_month' : 'this_month') : usual;
}
