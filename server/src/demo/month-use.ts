import { useKinds } from '@noa/domain/vocabulary.ts';
import type { Keyring } from '../database/keys/keyring.ts';
import { execute } from '../database/statements.ts';
import type { Db, Tx } from '../database/database.ts';
import { openMonthsOf } from '../telemetry/month-use/month-keys.ts';

/**
 * Counts which apartments used a container in the month that runs, as ingestion would have (decision 89): whoever tries in the demonstration
 * what is left when it is not kept who opened would be told that nobody took part. After the events, in their transaction.
 */
export async function seedMonthUse(
  tx: Tx,
  parts: { readonly db: Db; readonly keys: Keyring },
  orgId: string,
): Promise<void> {
  for (const { month, starts, ends, inner, outer } of await openMonthsOf(tx, parts, [orgId])) {
    await execute(tx)`
      insert into month_pseudonym (org_id, month, pseudonym, day)
      select ${orgId}, ${month}, month_pseudonym_of(${inner}::bytea, ${outer}::bytea, e.apartment_id),
        min(e.occurred_at at time zone 'UTC')::date
      from card_event e
      where e.org_id = ${orgId} and e.occurred_at >= ${starts} and e.occurred_at < ${ends}
        and e.apartment_id is not null and e.kind::text = any(${useKinds}::text[])
      group by e.apartment_id`;
  }
}
