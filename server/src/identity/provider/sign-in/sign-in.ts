import type { Db } from '../../../database/database.ts';
import { checkPassword, hashPassword } from './password.ts';
import type { SignInTries, TriedFrom } from './sign-in-tries.ts';
import { findUserByEmail, hashAnew, type ProviderUser } from '../accounts/user.queries.ts';

export type SignIn =
  | { readonly outcome: 'right'; readonly user: ProviderUser }
  | { readonly outcome: 'wrong' }
  /** Told only to who knows the password. */
  | { readonly outcome: 'blocked' }
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number };

/** Checks an e-mail address and a password, with bounded tries. */
export type CheckPassword = (attempt: { email: string; password: string; from: TriedFrom }) => Promise<SignIn>;

/** An account as tries of its password are counted by. */
export const accountOf = (email: string): string => email.trim().toLowerCase().slice(0, 254);

/** One check for the sign-in page and the password grant together, so that neither has tries of its own. */
export function createPasswordCheck(db: Db, tries: SignInTries): CheckPassword {
  return async ({ email, password, from }) => {
    const account = accountOf(email);
    const counted = await tries.count(account, from);
    if ('retryAt' in counted) {
      return { outcome: 'throttled', retryAfterSeconds: secondsUntil(counted.retryAt) };
    }
    const found = await findUserByEmail(db, account);
    const { right, outdated } = await checkPassword(password, found?.hash ?? null);
    if (!right || !found) {
      return { outcome: 'wrong' };
    }
    if (found.blocked) {
      return { outcome: 'blocked' };
    }
    if (outdated) {
      await hashAnew(db, found.user.id, { from: found.hash, to: await hashPassword(password) });
    }
    await tries.giveBack(counted);
    return { outcome: 'right', user: found.user };
  };
}

/** For `Retry-After`. */
export const secondsUntil = (moment: Date) => Math.max(1, Math.ceil((moment.getTime() - Date.now()) / 1_000));
