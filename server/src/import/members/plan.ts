import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { managerNames } from '../buildings/references.ts';
import { namedRecords } from '../missing-names.ts';
import type { Columns } from '../reading/column-batch.ts';
import { settleStaging } from '../staging.ts';

/** People are told apart by their address, whatever its letters' case; one whom nobody has met yet has no account. */
export const plannedOrgMembers: Columns = [
  ['row_number', 'integer'],
  ['email_key', 'text'],
  ['account_id', 'uuid'],
  ['change', 'text'],
];

export const plannedManagerMembers: Columns = [...plannedOrgMembers, ['manager_id', 'uuid']];

/** Sets the people of the file against who belongs to the org and its managers already. */
export async function makePlan(tx: Tx, orgId: string): Promise<void> {
  await settleStaging(tx, 'staged');
  await sql`
    insert into planned_org_member (row_number, email_key, account_id, change)
    select min(s.row_number), lower(s.email), a.id, case when m.account_id is null then 'create' else 'same' end
    from staged s
    left join account a on lower(a.email) = lower(s.email)
    left join org_member m on m.org_id = ${orgId} and m.account_id = a.id
    where s.of_org group by lower(s.email), a.id, m.account_id`.execute(tx);
  await sql`
    insert into planned_manager_member (row_number, email_key, account_id, manager_id, change)
    select min(s.row_number), lower(s.email), a.id, n.id, case when m.account_id is null then 'create' else 'same' end
    from staged s
    join ${namedRecords(orgId, managerNames)} n on n.name = s.manager
    left join account a on lower(a.email) = lower(s.email)
    left join manager_member m on m.org_id = ${orgId} and m.manager_id = n.id and m.account_id = a.id
    group by lower(s.email), a.id, n.id, m.account_id`.execute(tx);
  await settleStaging(tx, 'planned_org_member', ['email_key']);
  await settleStaging(tx, 'planned_manager_member', ['email_key']);
}
