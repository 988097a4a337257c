import type { Db } from '../../database/database.ts';
import { passwordMatches } from './password.ts';
import { Throttle } from './throttle.ts';
import { findUserByEmail, type ProviderUser } from './user.queries.ts';

const windowMs = 5 * 60_000;

/** Wrong tries within five minutes: by account, wherever they come from, and by address, whatever account they name. */
const perAccount = 20;
const perAddress = 100;

export type SignIn =
  | { readonly outcome: 'right'; readonly user: ProviderUser }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number };

/** Checks an e-mail address and a password typed at `address`, with bounded tries. */
export type CheckPassword = (attempt: { email: string; password: string; address: string }) => Promise<SignIn>;

/** One check for the sign-in page and the password grant together, so that neither has tries of its own. */
export function createPasswordCheck(db: Db): CheckPassword {
  const accounts = new Throttle({ limit: perAccount, windowMs });
  const addresses = new Throttle({ limit: perAddress, windowMs });

  return async ({ email, password, address }) => {
    const account = email.trim().toLowerCase().slice(0, 254);
    if (!addresses.take(address) || !accounts.take(account)) {
      return { outcome: 'throttled', retryAfterSeconds: windowMs / 1000 };
    }
    const found = await findUserByEmail(db, account);
    if (!(await passwordMatches(password, found?.hash ?? null)) || !found) {
      return { outcome: 'wrong' };
    }
    accounts.giveBack(account);
    addresses.giveBack(address);
    return { outcome: 'right', user: found.user };
  };
}
