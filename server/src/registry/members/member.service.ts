import { notFound, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { addMemberInput, invitationLimits, type orgMemberRoles } from '@noa/domain/member.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { Sealer } from '../../database/keys/sealing.ts';
import { demandTry } from '../../database/rate-limit.ts';
import { hasRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { inviteAccount } from '../../identity/account.queries.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { getRecord, isUuid } from '../../records/record.ts';
import type { Context } from '../../request/context.ts';
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
 * Counts an invitation: nobody's address is filled with them, from whichever account. One that does not leave, as the account is in use, counts as
 * well, or its inviter would learn that by one more than there may be; not where they may look at all accounts. Who runs a command is not bounded.
 *
 * @throws {AppError} `LimitExceeded`, with `details.retryAt`.
 */
async function countInvitation(
  { viewer, keys }: Context,
  tx: Tx,
  { email, accountId }: { readonly email: string; readonly accountId: string },
): Promise<void> {
  if (viewer.accountId === null || (viewer.may('account:read') && (await isInUse(tx, accountId)))) {
    return;
  }
  const { perAddress, perInviter, windowMinutes: minutes } = invitationLimits;
  const sealer = new Sealer(await keys.forWriting(tx), 'invitations');
  // One order for all callers: nobody waits in a circle.
  await demandTry(tx, sealer.hash(`address ${email.toLowerCase()}`), { times: perAddress, minutes });
  await demandTry(tx, sealer.hash(`account ${viewer.accountId}`), { times: perInviter, minutes });
}

const isInUse = (tx: Tx, accountId: string): Promise<boolean> =>
  hasRow(tx)`select from account where id = ${accountId} and subject is not null`;

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
