import { validationFailed } from '@noa/domain/errors.ts';
import type { Role } from '@noa/domain/vocabulary.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../request/context.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { orgMemberRoles } from '@noa/domain/member.ts';

export const MemberRole = builder.enumType('MemberRole', {
  values: orgMemberRoles,
  description: 'What a member of an org may be there for.',
});

export const MemberLocale = builder.enumType('MemberLocale', { values: ['ro', 'en'] as const });

/** How somebody is invited. */
export interface Invitation {
  readonly email: string;
  /** Null leaves the roles of an account as they are, and makes none. */
  readonly role: Role | null;
  readonly locale: 'ro' | 'en';
  /** To what, as the mail says it. */
  readonly invitedTo: string;
}

/**
 * Sees to it that a new member can sign in, where Noa keeps the accounts.
 *
 * @returns whether there is an account; true where another provider keeps them.
 */
export async function inviteMember({ db, viewer }: Context, invitation: Invitation): Promise<boolean> {
  const accounts = localAccounts.of(db);
  const inviter = viewer.name || viewer.email || viewer.actor;
  const { role, ...invited } = invitation;
  return accounts === undefined || accounts.invite({ ...invited, roles: role ? [role] : [], inviter });
}

/** @throws {AppError} `ValidationFailed` on `role`: somebody cannot be invited again who was invited to nothing. */
export async function inviteAgain(context: Context, invitation: Invitation): Promise<void> {
  if (!(await inviteMember(context, invitation))) {
    throw validationFailed({ role: 'form.required' }, 'They have no account yet: say for what role');
  }
}
