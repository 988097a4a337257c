import { sql } from 'kysely';
import { Sealer } from '../database/keys/sealing.ts';
import type { Row } from '../database/tables.ts';
import { secretPurpose } from '../telemetry/alerts/deliver.ts';
import { asSystem, dataKeys } from '../testing/harness.ts';

export interface WorldAlert {
  readonly ruleId: string;
  readonly incidentId: string;
}

/** A rule that has opened an incident at the container's group, of which somebody was told. */
export const anAlert = ({ org_id, id, container_group_id }: Row<'container'>, mark: string): Promise<WorldAlert> =>
  asSystem(async (tx) => {
    const ruleId = crypto.randomUUID();
    const secret = new Sealer(dataKeys, secretPurpose).seal(Buffer.from(mark), [org_id, ruleId]);
    const { rows } = await sql<{ id: string }>`
      with rule as (
        insert into alert_rule (org_id, id, name, condition, minutes, recipients, locale, webhook_url, webhook_secret_cipher,
          escalate_to, look_at)
        values (${org_id}, ${ruleId}, ${`${mark} rule`}, 'silence', 60, ${[`${mark}@noa.test`]}::text[], 'ro',
          ${`https://${mark}.noa.test/`}, ${secret}, '{}', now() + interval '1 day') returning *),
      opened as (
        insert into incident (org_id, rule_id, rule_name, condition, minutes, island_id, container_group_id, container_ids, opened_at)
        select org_id, id, name, condition, minutes, ${container_group_id}::uuid, ${container_group_id}::uuid, ${[id]}::uuid[], now()
        from rule returning *),
      told as (
        insert into alert_delivery (org_id, incident_id, occasion, channel, state, accepted, finished_at)
        select org_id, id, 'opened', 'mail', 'sent', ${[`${mark}@noa.test`]}::text[], now() from opened)
      select id from opened`.execute(tx);
    return { ruleId, incidentId: rows[0]?.id ?? '' };
  });
