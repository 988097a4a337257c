import { findRows } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';

/** Work that waits or is being done, of all orgs and servers. */
export interface QueueState {
  readonly queue: 'import' | 'bulk' | 'report_schedule' | 'report_mail' | 'alert_rule' | 'alert_delivery';
  readonly length: number;
  /** How long the first of it has been waiting or running; 0 for none. */
  readonly oldestSeconds: number;
}

/**
 * Each is found by an index of what has not ended, which is little. What is due at a later time does not wait, nor what is to be told after a
 * planned silence.
 *
 * @param tx - reaching everything.
 */
export const listQueues = (tx: Tx): Promise<QueueState[]> => findRows<QueueState>(tx)`
  select queue, count(since)::int as length,
    coalesce(extract(epoch from now() - min(since)), 0)::float8 as "oldestSeconds"
  from (values ('import'), ('bulk'), ('report_schedule'), ('report_mail'), ('alert_rule'), ('alert_delivery')) q (queue)
  left join (
    select 'import' as queue, run_began_at as since from import_job where state in ('checking', 'applying', 'undoing')
    union all
    select 'bulk', created_at from bulk_job where state in ('queued', 'running')
    union all
    select 'report_schedule', next_due_at from report_schedule where next_due_at <= now()
    union all
    select 'report_mail', due_at from report_schedule_run where look_at is not null
    union all
    select 'alert_rule', r.look_at from alert_rule r join org o on o.id = r.org_id where r.active and r.look_at <= now() and o.enabled
    union all
    select 'alert_delivery', greatest(d.created_at, i.silenced_until) from alert_delivery d
    join incident i on i.org_id = d.org_id and i.id = d.incident_id
    where d.look_at is not null and coalesce(i.silenced_until <= now(), true)) w using (queue)
  group by queue`;
