import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import type { ImportTarget } from '../import-work.ts';
import { keepWritten } from '../undo/written.ts';
import { knownMembership } from './undo-members.ts';

/** Makes people members as planned; of those whom nobody has met yet an account waits for who signs in with the address. */
export async function writeMembers(tx: Tx, orgId: string, target: ImportTarget): Promise<void> {
  await sql`
    insert into account (email, name)
    select distinct on (lower(s.email)) s.email, coalesce(s.name, '') from staged s
    where lower(s.email) in (
      select email_key from planned_org_member where account_id is null
      union all select email_key from planned_manager_member where account_id is null)
    order by lower(s.email), s.name is null, s.row_number
    on conflict do nothing`.execute(tx);
  await keepWritten(tx, target, {
    table: 'org_member',
    change: 'create',
    known: knownMembership('org_member'),
    statement: sql`insert into org_member as t (org_id, account_id)
      select ${orgId}, a.id from planned_org_member p join account a on lower(a.email) = p.email_key
      where p.change = 'create' order by p.row_number on conflict do nothing`,
  });
  await keepWritten(tx, target, {
    table: 'manager_member',
    change: 'create',
    known: knownMembership('manager_member'),
    statement: sql`insert into manager_member as t (org_id, manager_id, account_id)
      select ${orgId}, p.manager_id, a.id from planned_manager_member p join account a on lower(a.email) = p.email_key
      where p.change = 'create' order by p.row_number on conflict do nothing`,
  });
}
