import { orgMemberRoles } from '@noa/domain/member.ts';
import type { Role } from '@noa/domain/vocabulary.ts';
import { execute, findRow, getRow } from '../../database/statements.ts';
import type { Db, Tx } from '../../database/database.ts';
import { everything } from '../../database/scope.ts';
import { write } from '../../database/transaction.ts';
import { startWork, type Work } from '../../database/work-loop.ts';
import { localAccounts, type KnownBy } from '../../identity/local-accounts.ts';

const pauses = { firstMs: 0, idleMs: 5_000, failedMs: 5_000 } as const;

/** Takes roles back for as long as the process lives. Several processes may: each account is looked at by one. */
export const startTakingRolesBack = (db: Db, reportFailure: (cause: unknown) => void): Work =>
  startWork(() => takeNext(db), pauses, reportFailure);

/**
 * Takes back, of everybody whose membership has ended and whose account Noa keeps, the roles that reach nothing any more: those of orgs of who belongs
 * to none, that of managers of who is no manager's member. Otherwise the next org that invites them for less would give them all of it. Whoever
 * still belongs somewhere keeps their roles, which are the account's and no org's; where another provider keeps the accounts, roles are its own.
 */
export async function takeRolesBack(db: Db): Promise<void> {
  while (await takeNext(db)) {
    // one after the other
  }
}

/** @returns whether there was one. */
const takeNext = (db: Db): Promise<boolean> =>
  write(db, everything, 'system', async (tx) => {
    const ended = await findRow<{ account_id: string }>(tx)`
      delete from ended_membership where (org_id, account_id) = (
        select org_id, account_id from ended_membership order by ended_at limit 1 for update skip locked)
      returning account_id`;
    if (!ended) {
      return false;
    }
    // A membership names its account: until this transaction ends, nobody becomes a member of anything.
    const account = await findRow<KnownBy>(tx)`
      select subject, email from account where id = ${ended.account_id} for update`;
    const roles = await listIdleRoles(tx, ended.account_id);
    const accounts = localAccounts.of(db);
    if (accounts && account && roles.length > 0) {
      await accounts.takeRoles(account, roles);
      // What is done in their name when nobody is there to ask goes by these.
      await execute(tx)`
        update account set roles = array(select role from unnest(roles) role where role <> all (${[...roles]}::text[]))
        where id = ${ended.account_id} and roles && ${[...roles]}::text[]`;
    }
    return true;
  });

/** The roles that reach nothing: whoever has them belongs nowhere where they would. */
async function listIdleRoles(tx: Tx, accountId: string): Promise<readonly Role[]> {
  const belongs = await getRow<{ to_org: boolean; to_manager: boolean }>(tx)`
    select exists (select from org_member where account_id = ${accountId}) as to_org,
      exists (select from manager_member where account_id = ${accountId}) as to_manager`;
  return [...(belongs.to_org ? [] : orgMemberRoles), ...(belongs.to_manager ? [] : (['manager'] as const))];
}
