import type { Role } from '@noa/domain/vocabulary.ts';
import { execute, findRow } from '../../database/statements.ts';
import type { Db, Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { Keyring } from '../../database/keys/keyring.ts';
import { everything } from '../../database/scope.ts';
import { write } from '../../database/transaction.ts';
import { localAccounts, type LocalAccounts } from '../../identity/local-accounts.ts';
import { takeListedInvitation } from '../../registry/members/invitation-limits.ts';
import type { ImportTarget } from '../import-work.ts';

/** Asks for one invitation of each person whom the import makes a member of anything; it leaves once that is committed. */
export async function queueInvitations(tx: Tx, orgId: string, { jobId, accounts }: ImportTarget): Promise<void> {
  await execute(tx)`
    insert into member_invitation (org_id, job_id, email, name, roles, inviter, locale, invited_to)
    with made as (
      select email_key, true as of_org, null::uuid as manager_id from planned_org_member where change = 'create'
      union all select email_key, false, manager_id from planned_manager_member where change = 'create'
    ), people as (
      select email_key, bool_or(of_org) as of_org, (array_agg(manager_id) filter (where manager_id is not null))[1] as manager_id
      from made group by email_key
    ), said as (
      select lower(email) as email_key, min(row_number) as row_number, (array_agg(email order by row_number))[1] as email,
        (array_agg(name order by row_number) filter (where name is not null))[1] as name, min(role) as role
      from staged group by lower(email)
    )
    select ${orgId}, ${jobId}, s.email, coalesce(s.name, ''),
      array_remove(array[case when p.of_org then s.role end, case when p.manager_id is not null then 'manager' end], null),
      ${accounts.inviter}, ${accounts.locale}, case when p.of_org then o.name else m.name end
    from people p
    join said s on s.email_key = p.email_key
    join org o on o.id = ${orgId}
    left join manager m on m.org_id = ${orgId} and m.id = p.manager_id
    order by s.row_number`;
}

/** Of who is invited by somebody whose language nobody knows. */
const otherwise = 'ro';

/** An invitation that waits, in the language that who brought the list by command has said; and who brought it. */
type WaitingInvitation = Omit<Row<'member_invitation'>, 'org_id' | 'id' | 'job_id' | 'roles'> & {
  readonly roles: readonly Role[];
  readonly brought_by: string | null;
};

/**
 * Sees to it that those can sign in whom imports have made members, where Noa keeps the accounts. Several servers may: each person is
 * invited by one, and again after a failure; an invitation that waits to be mailed is not mailed twice. An address is mailed as many in a day as by hand:
 * behind those its account is given its roles, and no mail leaves.
 */
export async function sendInvitations(db: Db, keyring: Keyring): Promise<void> {
  const accounts = localAccounts.of(db);
  while (accounts && (await sendNext(db, keyring, accounts))) {
    // one after the other
  }
}

/** @returns whether there was one. */
const sendNext = (db: Db, keyring: Keyring, accounts: LocalAccounts): Promise<boolean> =>
  write(db, everything, 'system', async (tx) => {
    const waiting = await findRow<WaitingInvitation>(tx)`
      delete from member_invitation where id = (select id from member_invitation order by id limit 1 for update skip locked)
      returning email, name, roles, inviter, invited_to, locale, (select created_by from import_job where id = job_id) as brought_by`;
    if (!waiting) {
      return false;
    }
    const { invited_to: invitedTo, brought_by: broughtBy, locale: said, ...invited } = waiting;
    // As from the console: in the language of who invites, until the receiver has chosen one. An account keeps its own.
    const locale = said ?? ((broughtBy && (await accounts.localeOf(broughtBy))) || otherwise);
    // Who brings a list by command is not bounded, as elsewhere.
    const isBounded = broughtBy !== null && said === null;
    const taken = isBounded && (await takeListedInvitation(tx, await keyring.forWriting(tx), invited.email));
    await accounts.invite({ ...invited, invitedTo, locale, isSilent: taken !== false && 'retryAt' in taken });
    return true;
  });
