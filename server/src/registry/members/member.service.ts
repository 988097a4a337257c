import { notFound, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { addMemberInput, type orgMemberRoles } from '@noa/domain/member.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import type { Row } from '../../database/tables.ts';
import { inviteAccount } from '../../identity/account.queries.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { getRecord, isUuid } from '../../records/record.ts';
import type { Context } from '../../request/context.ts';
import { takeRolesBack } from './ended-memberships.ts';
import { countInvitation } from './invitation-limits.ts';
import { inviteAgain, inviteMember } from './member-invitation.ts';
import { deleteMember, hasBeenHere, insertMember, type Membership } from './member.queries.ts';

interface NewMember {
  readonly email: string;
  readonly role?: (typeof orgMemberRoles)[number] | null | undefined;
  readonly locale?: 'ro' | 'en' | null | undefined;
}

const writeOf = ({ kind }: { readonly kind: { readonly name: string } }) => `${kind.name}:write` as Permission;

/**
 * Makes whoever signs in with the e-mail address a member of the record, from their next request on; who has not been here
 * since is invited, and invited again when they are a member already. Where Noa keeps the accounts, a role makes one.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `email`; `LimitExceeded` after too many invitations, with `details.retryAt`; `Forbidden`.
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
      await refuseVisited(context, () => hasBeenHere(tx, membership, record, accountId));
    }
    if (localAccounts.of(context.db)) {
      await countInvitation(context, tx, { email, accountId });
    }
    return { target: record, isNew: isAdded };
  });
  const invitation = { email, role: membership.role ?? role ?? null, locale: locale ?? 'ro', invitedTo: target.name };
  await (isNew ? inviteMember(context, invitation) : inviteAgain(context, invitation));
  return target;
}

/**
 * Who has an account is for whoever added them to learn by their coming alone: otherwise anybody could be asked about by their address.
 *
 * @throws {AppError} `ValidationFailed` for a member who has been here: there is nothing to invite them to.
 */
async function refuseVisited({ db }: Context, hasVisited: () => Promise<boolean>): Promise<void> {
  if (localAccounts.of(db) === undefined || (await hasVisited())) {
    throw validationFailed({ email: 'form.alreadyMember' }, 'They are a member already');
  }
}

/**
 * Ends a membership, from the person's next request on; the account stays, without the roles that were for nothing else (`takeRolesBack`).
 *
 * @throws {AppError} `NotFound` for the record, and for somebody who is not its member; `Forbidden`.
 */
export async function removeMember<Table extends 'manager' | 'org'>(
  context: Context,
  membership: Membership<Table>,
  id: string,
  memberId: string,
): Promise<Row<Table>> {
  const removed = await context.write(writeOf(membership), async (tx, scope) => {
    const record = await getRecord(tx, membership.kind, scope, id);
    if (!isUuid(memberId) || !(await deleteMember(tx, membership, record, memberId))) {
      throw notFound('member', memberId);
    }
    return record;
  });
  // At once, as they may be invited again for something else; what fails is done by a server later.
  await takeRolesBack(context.db).catch(context.reportInternal);
  return removed;
}
