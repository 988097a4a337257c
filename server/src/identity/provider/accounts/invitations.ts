import type { Invited, LocalAccounts } from '../../local-accounts.ts';
import { execute, hasRow } from '../../../database/statements.ts';
import type { Db } from '../../../database/database.ts';
import { queueMail } from './account-mail.ts';
import { forgetLinks } from './links.ts';
import { endSessions } from '../oidc/sessions.ts';
import { addUsers, findUserByEmail, findUserId, setBlocked, takeRoles } from './user.queries.ts';

/** Lets somebody know that they are invited, who has chosen no password yet. */
export type TellInvited = (invited: Invited, userId: string) => Promise<void>;

/**
 * The accounts of the embedded provider, for who invites others.
 *
 * @param tell - by a mail, when absent.
 */
export const createLocalAccounts = (
  db: Db,
  tell: TellInvited = (invited) => tellByMail(db, invited),
): LocalAccounts => ({
  invite: async (invited) => {
    const { email, roles, isSilent = false } = invited;
    if (roles.length > 0) {
      await giveRoles(db, invited);
    }
    const found = await findUserByEmail(db, email);
    if (found && found.hash === null && !isSilent) {
      await tell(invited, found.user.id);
    }
    return found !== undefined;
  },
  takeRoles: async (account, roles) => {
    const id = await findUserId(db, account);
    await (id === undefined ? undefined : takeRoles(db, id, roles));
  },
  localeOf: async (email) => (await findUserByEmail(db, email))?.user.locale,
  setBlocked: (account, blocked) =>
    db.transaction().execute(async (tx) => {
      const id = await findUserId(tx, account);
      if (id !== undefined) {
        await setBlocked(tx, id, blocked);
        if (blocked) {
          await endSessions(tx, id, 'all');
          await forgetLinks(tx, id);
        }
      }
    }),
  endSessions: async (account) => {
    const id = await findUserId(db, account);
    return id === undefined ? 0 : endSessions(db, id, 'all');
  },
});

/** The way that the console's invitations go. */
export async function tellByMail(db: Db, { email, inviter, invitedTo: place }: Invited): Promise<void> {
  if (!(await isWaiting(db, email))) {
    await queueMail(db, { purpose: 'invitation', address: email, inviter, place });
  }
}

async function giveRoles(db: Db, { email, locale, roles, name: given }: Invited): Promise<void> {
  const name = given || (email.split('@')[0] ?? email); // until they say how they are called
  await addUsers(db, [{ email, name, roles, locale, hash: null }]);
  await execute(db)`
    update provider_user set roles = roles || array(select role from unnest(${[...roles]}::text[]) role where role <> all (roles))
    where lower(email) = lower(${email}) and not roles @> ${[...roles]}::text[]`;
}

/** Whether an invitation is on its way: asking twice sends one. */
const isWaiting = (db: Db, email: string): Promise<boolean> => hasRow(db)`
  select from provider_mail where lower(address) = ${email.toLowerCase()} and purpose = 'invitation'`;
