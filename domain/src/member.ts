import * as z from 'zod/mini';

/** Limits shared by the form, the API and the CHECK constraints. */
export const memberLimits = { emailLength: 254 } as const;

/** Who is to become a member: the e-mail address they sign in with. */
export const addMemberInput = z.object({
  email: z
    .string('form.required')
    .check(
      z.trim(),
      z.minLength(1, { error: 'form.required', abort: true }),
      z.maxLength(memberLimits.emailLength, { error: 'form.tooLong', abort: true }),
      z.email('form.badEmail'),
    ),
});

/**
 * Invitations that leave within so many minutes: to one address, whoever asks for them, and by one person. Enough for an office in a day; a
 * list of more is imported, of which each address is bounded with all others.
 */
export const invitationLimits = { perAddress: 10, perInviter: 100, windowMinutes: 24 * 60 } as const;

/** What somebody may be invited to an org as. */
export const orgMemberRoles = ['local_implementer', 'local_reporter', 'container_admin'] as const;

/** Who is to become a member of an org, where Noa keeps the accounts. */
export const newOrgMemberInput = z.extend(addMemberInput, { role: z.enum(orgMemberRoles, 'form.required') });
