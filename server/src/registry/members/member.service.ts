import { notFound, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { addMemberInput, type orgMemberRoles } from '@noa/domain/member.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { inviteAccount } from '../../identity/account.queries.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { getRecord, isUuid } from '../../records/record.ts';
import type { Context } from '../../request/context.ts';
import { inviteAgain, inviteMember } from './member-invitation.ts';
import { deleteMember, insertMember, type Membership } from './member.queries.ts';

interface NewMember {
  readonly email: string;
  readonly role?: (typeof orgMemberRoles)[number] | null | undefined;
  readonly locale?: 'ro' | 'en' | null | undefined;
}

const writeOf = ({ kind }: { readonly kind: { readonly name: string } }) => `${kind.name}:write` as Permission;

/**
 * Makes whoever signs in with the e-mail address a member of the record, from their next request on; an address nobody has
 * signed in with yet is invited, and invited again when it is a member already. Where Noa keeps the accounts, a role makes one.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `email`; `Forbidden`.
 */
export async function addMember<Table extends 'manager' | 'org'>(
  context: Context,
  membership: Membership<Table>,
  id: string,
  { role, locale, ...input }: NewMember,
): Promise<Row<Table>> {
  const { email } = parseInput(addMemberInput, input);
  const { target, isNew } = await context.write(writeOf(membership), async (tx, scope) => {
    const record = await getRecord(tx, membership.kind, scope, id);
    const accountId = await inviteAccount(tx, email);
    const isAdded = await insertMember(tx, membership, record, accountId);
    if (!isAdded) {
      await refuseSignedIn(context, tx, accountId);
    }
    return { target: record, isNew: isAdded };
  });
  const invitation = { email, role: membership.role ?? role ?? null, locale: locale ?? 'ro', invitedTo: target.name };
  await (isNew ? inviteMember(context, invitation) : inviteAgain(context, invitation));
  return target;
}

/** @throws {AppError} `ValidationFailed` for a member who has signed in: there is nothing to invite them to. */
async function refuseSignedIn(context: Context, tx: Tx, accountId: string): Promise<void> {
  const subject = await getValue<string | null>(tx)`select subject from account where id = ${accountId}`;
  if (subject !== null || localAccounts.of(context.db) === undefined) {
    throw validationFailed({ email: 'form.alreadyMember' }, 'They are a member already');
  }
}

/**
 * Ends a membership, from the person's next request on; the account stays.
 *
 * @throws {AppError} `NotFound` for the record, and for somebody who is not its member; `Forbidden`.
 */
export function removeMember<Table extends 'manager' | 'org'>(
  context: Context,
  membership: Membership<Table>,
  id: string,
  memberId: string,
): Promise<Row<Table>> {
  return context.write(writeOf(membership), async (tx, scope) => {
    const record = await getRecord(tx, membership.kind, scope, id);
    if (!isUuid(memberId) || !(await deleteMember(tx, membership, record, memberId))) {
      throw notFound('member', memberId);
    }
    return record;
  });
}
