import { sql, type RawBuilder } from 'kysely';
import { execute } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { managerNames } from '../buildings/references.ts';
import { orgOf, type ImportAccounts, type ImportTarget, type ImportWork } from '../import-work.ts';
import {
  findUnknownNames,
  planMissing,
  plansOfMissing,
  tablesOfMissing,
  writeMissing,
  namedRecords,
} from '../missing-names.ts';
import { columnsIn, type Columns } from '../reading/column-batch.ts';
import { settleStaging } from '../staging.ts';
import { findRepeatedRows } from '../repeated-rows.ts';
import { keepWritten } from '../undo/written.ts';
import { queueInvitations } from './invitations.ts';
import { memberColumns } from './member-rows.ts';
import { knownMembership } from './undo-members.ts';

const references = [managerNames];

/** People are told apart by their address, whatever its letters' case; one whom nobody has met yet has no account. */
const plannedOrgMembers = columnsIn('row_number integer, email_key text, account_id uuid, change text');

const plannedManagerMembers: Columns = [...plannedOrgMembers, ['manager_id', 'uuid']];

/** Who belongs to an org, and to which of its managers. A list adds people and removes none; a member stays as they are. */
export const memberImport: ImportWork = {
  columns: memberColumns,
  staging: 'declared',
  tables: {
    staged: [['row_number', 'integer'], ...memberColumns],
    ...tablesOfMissing(references),
    planned_org_member: plannedOrgMembers,
    planned_manager_member: plannedManagerMembers,
  },
  planned: {
    ...plansOfMissing(references),
    orgMembers: { table: 'planned_org_member', of: 'org_member', columns: [] },
    managerMembers: { table: 'planned_manager_member', of: 'manager_member', columns: [], by: 'manager' },
  },
  measured: 'orgMembers',
  makePlan: async (tx, target) => {
    await planMissing(tx, target, references);
    await makePlan(tx, orgOf(target));
  },
  findClashes: async (tx, target) => {
    await findUnknownNames(tx, orgOf(target), references);
    await findClashes(tx, orgOf(target), target.accounts);
  },
  writePlan: async (tx, target, _changes, onWritten) => {
    await writeMissing(tx, target, references);
    await writeMembers(tx, orgOf(target), target);
    if (target.accounts.kept) {
      await queueInvitations(tx, orgOf(target), target);
    }
    onWritten(1);
  },
};

/** Sets the people of the file against who belongs to the org and its managers already. */
async function makePlan(tx: Tx, orgId: string): Promise<void> {
  await settleStaging(tx, 'staged');
  await execute(tx)`
    insert into planned_org_member (row_number, email_key, account_id, change)
    select min(s.row_number), lower(s.email), a.id, case when m.account_id is null then 'create' else 'same' end
    from staged s
    left join account a on lower(a.email) = lower(s.email)
    left join org_member m on m.org_id = ${orgId} and m.account_id = a.id
    where s.of_org group by lower(s.email), a.id, m.account_id`;
  await execute(tx)`
    insert into planned_manager_member (row_number, email_key, account_id, manager_id, change)
    select min(s.row_number), lower(s.email), a.id, n.id, case when m.account_id is null then 'create' else 'same' end
    from staged s
    join ${namedRecords(orgId, managerNames)} n on n.name = s.manager
    left join account a on lower(a.email) = lower(s.email)
    left join manager_member m on m.org_id = ${orgId} and m.manager_id = n.id and m.account_id = a.id
    group by lower(s.email), a.id, n.id, m.account_id`;
  await settleStaging(tx, 'planned_org_member', ['email_key']);
  await settleStaging(tx, 'planned_manager_member', ['email_key']);
}

/** Finds, among staged and planned rows, what is wrong with a row only beside others or beside who belongs there already. */
async function findClashes(tx: Tx, orgId: string, accounts: ImportAccounts): Promise<void> {
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
const findOtherRoles = (tx: Tx): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason, other_row)
  select distinct row_number, 'role', role, 'import.contradicts', first_row from (
    select row_number, role, first_value(row_number) over of_person as first_row, first_value(role) over of_person as first_role
    from staged where role is not null window of_person as (partition by lower(email) order by row_number)
  ) as r
  where role <> first_role
    and not exists (select from found_problem f where f.row_number = r.row_number and f.reason = 'import.repeated')`;

/** Rows are looked at again once others are left out: what was remarked on one is remarked once. */
const unlessRemarked = (row: RawBuilder<unknown>, reason: string) => sql`not exists (
  select from found_problem f where f.row_number = ${row} and f.reason = ${reason})`;

/** Remarks on members to whom the file gives a role that they have not: whoever is one already stays as they are. */
const findKeptRoles = (tx: Tx, orgId: string): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason, is_warning)
  select distinct s.row_number, 'role', s.role, 'import.otherRole', true
  from staged s
  join account a on lower(a.email) = lower(s.email) and a.subject is not null
  join org_member m on m.org_id = ${orgId} and m.account_id = a.id
  where s.role is not null and not (s.role = any (a.roles))
    and ${unlessRemarked(sql`s.row_number`, 'import.otherRole')}`;

/** New people of whom no row says a role: where Noa keeps the accounts, one without could do nothing. */
const findWithoutRole = (tx: Tx): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason)
  select p.row_number, 'role', '', 'form.required' from planned_org_member p
  where p.account_id is null
    and not exists (select from staged s where lower(s.email) = p.email_key and s.role is not null)`;

/** Remarks on accounts to which the file adds a role: roles belong to an account, so that it counts in all orgs of theirs. */
const findAddedRoles = (tx: Tx): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason, is_warning)
  select min(s.row_number), 'role', s.role, 'import.addedRole', true
  from staged s
  join account a on lower(a.email) = lower(s.email) and cardinality(a.roles) > 0
  where s.role is not null and not (s.role = any (a.roles))
    and exists (select from planned_org_member p where p.account_id = a.id and p.change = 'create')
  group by a.id, s.role
  having ${unlessRemarked(sql`min(s.row_number)`, 'import.addedRole')}`;

/** Makes people members as planned; of those whom nobody has met yet an account waits for who signs in with the address. */
async function writeMembers(tx: Tx, orgId: string, target: ImportTarget): Promise<void> {
  await execute(tx)`
    insert into account (email, name)
    select distinct on (lower(s.email)) s.email, coalesce(s.name, '') from staged s
    where lower(s.email) in (
      select email_key from planned_org_member where account_id is null
      union all select email_key from planned_manager_member where account_id is null)
    order by lower(s.email), s.name is null, s.row_number
    on conflict do nothing`;
  await keepWritten(tx, target, { table: 'org_member', change: 'create', known: knownMembership('org_member') })`
    insert into org_member as t (org_id, account_id)
    select ${orgId}, a.id from planned_org_member p join account a on lower(a.email) = p.email_key
    where p.change = 'create' order by p.row_number on conflict do nothing`;
  await keepWritten(tx, target, {
    table: 'manager_member',
    change: 'create',
    known: knownMembership('manager_member'),
  })`
    insert into manager_member as t (org_id, manager_id, account_id)
    select ${orgId}, p.manager_id, a.id from planned_manager_member p join account a on lower(a.email) = p.email_key
    where p.change = 'create' order by p.row_number on conflict do nothing`;
}
