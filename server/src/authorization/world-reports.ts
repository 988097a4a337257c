import { sql } from 'kysely';
import { asSystem } from '../testing/harness.ts';

/** Lets the org's reports be sent to `noa.test`. */
export const approveOurDomain = (orgId: string) =>
  asSystem((tx) => sql`update org_settings set mail_domains = 'noa.test' where org_id = ${orgId}`.execute(tx));

/** A report sent by e-mail once, by somebody of no role; its id. */
export const aReportSchedule = (orgId: string, mark: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      with owner as (insert into account (email) values (${`${mark}-schedules@noa.test`}) returning id),
      schedule as (
        insert into report_schedule (org_id, owner_id, report, period, asked, frequency, hour, format, locale, recipients,
          active, counts_from)
        select ${orgId}, id, 'usage', 'last_month',
          '{"groupBy":["month"],"metrics":["event_count"],"sort":[{"field":"month","direction":"asc"}],
            "filters":[{"field":"event_count","operator":"gte","value":0}]}',
          'daily', 8, 'CSV', 'ro', ${[`${mark}@noa.test`]}::text[], false, now() from owner returning *)
      insert into report_schedule_run (org_id, schedule_id, due_on, due_at, state, pending, accepted, finished_at)
      select org_id, id, now()::date, now(), 'sent', '{}', recipients, now() from schedule
      returning schedule_id as id`.execute(tx);
    return rows[0]?.id ?? '';
  });

/** A run that tells of this org alone; its id. */
export const aKeptReport = (orgId: string, title: string): Promise<string> =>
  asSystem(async (tx) => {
    const period = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    const content = JSON.stringify({
      report: 'usage',
      input: { ...period, groupBy: [], metrics: ['event_count'] },
      rows: [],
      totals: [0],
      labels: [],
    });
    const { rows } = await sql<{ id: string }>`
      insert into kept_report (org_ids, all_orgs, who_org_ids, who_all, account_id, kept_by, kept_at, report, title,
        row_count, content, hash)
      values (${[orgId]}, false, '{}', false, new_id(), ${`${title} keeper`}, now(), 'usage', ${title}, 0, ${content},
        sha256(convert_to(${content}, 'UTF8')))
      returning id`.execute(tx);
    return rows[0]?.id ?? '';
  });
