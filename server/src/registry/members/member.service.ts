import { notFound, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { addMemberInput } from '@noa/domain/member.ts';
import type { Tx } from '../../database/database.ts';
import { getRecord, isUuid } from '../../database/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../graphql/context.ts';
import { inviteAccount } from '../../identity/account.queries.ts';
import { managers } from '../managers/manager.queries.ts';
import { orgs } from '../orgs/org.queries.ts';

/**
 * Makes whoever signs in with the e-mail address a member of the org, from their next request on; an address nobody has
 * signed in with yet is invited.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `email`; `Forbidden`.
 */
export function addOrgMember(
  context: Context,
  { orgId, ...input }: { orgId: string; email: string },
): Promise<Row<'org'>> {
  const { email } = parseInput(addMemberInput, input);
  return context.write('org:write', async (tx, scope) => {
    const org = await getRecord(tx, orgs, scope, orgId);
    const account_id = await inviteAccount(tx, email);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('org_member')
      .values({ org_id: org.id, account_id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    refuseUnless(numInsertedOrUpdatedRows);
    return org;
  });
}

/** As `addOrgMember`, of a manager: its members look after its entrances. */
export function addManagerMember(
  context: Context,
  { managerId, ...input }: { managerId: string; email: string },
): Promise<Row<'manager'>> {
  const { email } = parseInput(addMemberInput, input);
  return context.write('manager:write', async (tx, scope) => {
    const manager = await getRecord(tx, managers, scope, managerId);
    const account_id = await inviteAccount(tx, email);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('manager_member')
      .values({ org_id: manager.org_id, manager_id: manager.id, account_id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    refuseUnless(numInsertedOrUpdatedRows);
    return manager;
  });
}

function refuseUnless(added: bigint | undefined): void {
  if (!added) {
    throw validationFailed({ email: 'form.alreadyMember' }, 'They are a member already');
  }
}

/**
 * Ends a membership, from the person's next request on; the account stays.
 *
 * @throws {AppError} `NotFound` for the org, and for somebody who is not its member; `Forbidden`.
 */
export function removeOrgMember(
  context: Context,
  { orgId, memberId }: { orgId: string; memberId: string },
): Promise<Row<'org'>> {
  return context.write('org:write', async (tx, scope) => {
    const org = await getRecord(tx, orgs, scope, orgId);
    await remove(memberId, () =>
      tx.deleteFrom('org_member').where('org_id', '=', org.id).where('account_id', '=', memberId).executeTakeFirst(),
    );
    return org;
  });
}

/** As `removeOrgMember`, of a manager. */
export function removeManagerMember(
  context: Context,
  { managerId, memberId }: { managerId: string; memberId: string },
): Promise<Row<'manager'>> {
  return context.write('manager:write', async (tx: Tx, scope) => {
    const manager = await getRecord(tx, managers, scope, managerId);
    await remove(memberId, () =>
      tx
        .deleteFrom('manager_member')
        .where('org_id', '=', manager.org_id)
        .where('manager_id', '=', manager.id)
        .where('account_id', '=', memberId)
        .executeTakeFirst(),
    );
    return manager;
  });
}

async function remove(memberId: string, work: () => Promise<{ numDeletedRows: bigint }>): Promise<void> {
  const { numDeletedRows } = isUuid(memberId) ? await work() : { numDeletedRows: 0n };
  if (numDeletedRows === 0n) {
    throw notFound('member', memberId);
  }
}
