import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../database/database.ts';
import type { ImportAccounts } from '../import-work.ts';
import { findRepeatedRows } from '../repeated-rows.ts';

/** Finds, among staged and planned rows, what is wrong with a row only beside others or beside who belongs there already. */
export async function findClashes(tx: Tx, orgId: string, accounts: ImportAccounts): Promise<void> {
  await findRepeatedRows(
    tx,
    'email',
    sql`select row_number, min(email) as value,
        concat_ws(chr(31), lower(min(email)), string_agg(sort_key(manager), chr(31) order by sort_key(manager))) as key
      from staged group by row_number`,
  );
  await findOtherRoles(tx);
  await findKeptRoles(tx, orgId);
  if (accounts.kept) {
    await findWithoutRole(tx);
    await findAddedRoles(tx);
  }
}

/** Rows that give somebody another role than a row above. */
async function findOtherRoles(tx: Tx): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason, other_row)
    select distinct row_number, 'role', role, 'import.contradicts', first_row from (
      select row_number, role, first_value(row_number) over of_person as first_row, first_value(role) over of_person as first_role
      from staged where role is not null window of_person as (partition by lower(email) order by row_number)
    ) as r
    where role <> first_role
      and not exists (select from found_problem f where f.row_number = r.row_number and f.reason = 'import.repeated')`.execute(
    tx,
  );
}

/** Rows are looked at again once others are left out: what was remarked on one is remarked once. */
const unlessRemarked = (row: RawBuilder<unknown>, reason: string) => sql`not exists (
  select from found_problem f where f.row_number = ${row} and f.reason = ${reason})`;

/** Remarks on members to whom the file gives a role that they have not: whoever is one already stays as they are. */
async function findKeptRoles(tx: Tx, orgId: string): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason, is_warning)
    select distinct s.row_number, 'role', s.role, 'import.otherRole', true
    from staged s
    join account a on lower(a.email) = lower(s.email) and a.subject is not null
    join org_member m on m.org_id = ${orgId} and m.account_id = a.id
    where s.role is not null and not (s.role = any (a.roles))
      and ${unlessRemarked(sql`s.row_number`, 'import.otherRole')}`.execute(tx);
}

/** New people of whom no row says a role: where Noa keeps the accounts, one without could do nothing. */
async function findWithoutRole(tx: Tx): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason)
    select p.row_number, 'role', '', 'form.required' from planned_org_member p
    where p.account_id is null
      and not exists (select from staged s where lower(s.email) = p.email_key and s.role is not null)`.execute(tx);
}

/** Remarks on accounts to which the file adds a role: roles belong to an account, so that it counts in all orgs of theirs. */
async function findAddedRoles(tx: Tx): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason, is_warning)
    select min(s.row_number), 'role', s.role, 'import.addedRole', true
    from staged s
    join account a on lower(a.email) = lower(s.email) and cardinality(a.roles) > 0
    where s.role is not null and not (s.role = any (a.roles))
      and exists (select from planned_org_member p where p.account_id = a.id and p.change = 'create')
    group by a.id, s.role
    having ${unlessRemarked(sql`min(s.row_number)`, 'import.addedRole')}`.execute(tx);
}
