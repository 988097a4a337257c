import { notFound, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { addMemberInput, type orgMemberRoles } from '@noa/domain/member.ts';
import type { Tx } from '../../database/database.ts';
import { getRecord, isUuid } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../request/context.ts';
import { inviteAccount } from '../../identity/account.queries.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { managers } from '../managers/manager.queries.ts';
import { orgs } from '../orgs/org.queries.ts';
import { inviteAgain, inviteMember } from './member-invitation.ts';

interface NewMember {
  readonly email: string;
  readonly role?: (typeof orgMemberRoles)[number] | null | undefined;
  readonly locale?: 'ro' | 'en' | null | undefined;
}

/**
 * Makes whoever signs in with the e-mail address a member of the org, from their next request on; an address nobody has
 * signed in with yet is invited, and invited again when it is a member already. Where Noa keeps the accounts, a role makes one.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `email`; `Forbidden`.
 */
export async function addOrgMember(
  context: Context,
  { orgId, role, locale, ...input }: NewMember & { orgId: string },
): Promise<Row<'org'>> {
  const { email } = parseInput(addMemberInput, input);
  const { target, isNew } = await context.write('org:write', async (tx, scope) => {
    const org = await getRecord(tx, orgs, scope, orgId);
    const account_id = await inviteAccount(tx, email);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('org_member')
      .values({ org_id: org.id, account_id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return { target: org, isNew: await isNewMember(context, tx, numInsertedOrUpdatedRows, account_id) };
  });
  const invitation = { email, role: role ?? null, locale: locale ?? 'ro', invitedTo: target.name };
  await (isNew ? inviteMember(context, invitation) : inviteAgain(context, invitation));
  return target;
}

/** As `addOrgMember`, of a manager: its members look after its entrances. */
export async function addManagerMember(
  context: Context,
  { managerId, locale, ...input }: Omit<NewMember, 'role'> & { managerId: string },
): Promise<Row<'manager'>> {
  const { email } = parseInput(addMemberInput, input);
  const { target } = await context.write('manager:write', async (tx, scope) => {
    const manager = await getRecord(tx, managers, scope, managerId);
    const account_id = await inviteAccount(tx, email);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('manager_member')
      .values({ org_id: manager.org_id, manager_id: manager.id, account_id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return { target: manager, isNew: await isNewMember(context, tx, numInsertedOrUpdatedRows, account_id) };
  });
  await inviteMember(context, { email, role: 'manager', locale: locale ?? 'ro', invitedTo: target.name });
  return target;
}

/** @throws {AppError} `ValidationFailed` for a member who has signed in: there is nothing to invite them to. */
async function isNewMember(context: Context, tx: Tx, added: bigint | undefined, accountId: string): Promise<boolean> {
  if (added) {
    return true;
  }
  const { subject } = await tx
    .selectFrom('account')
    .select('subject')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (subject !== null || localAccounts.of(context.db) === undefined) {
    throw validationFailed({ email: 'form.alreadyMember' }, 'They are a member already');
  }
  return false;
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
