import type { Db } from '../../database/database.ts';
import { clientNetwork } from '../client-network.ts';
import { passwordMatches } from './password.ts';
import { Throttle } from './throttle.ts';
import { findUserByEmail, type ProviderUser } from './user.queries.ts';

const windowMs = 5 * 60_000;

/**
 * Wrong tries within five minutes. By account and network together, so that whoever guesses elsewhere does not lock its owner
 * out; by network, whatever accounts are named; and by account over all networks from which nobody has signed in to it yet,
 * which bounds who has many networks to guess from.
 */
const wrongTries = { perAccountInNetwork: 20, perNetwork: 100, perAccountElsewhere: 200 } as const;

/** Pairs of account and network that are known to belong together; the oldest is forgotten first. */
const mostKnownPairs = 10_000;

export type SignIn =
  | { readonly outcome: 'right'; readonly user: ProviderUser }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number };

/** Checks an e-mail address and a password typed at `address`, with bounded tries. */
export type CheckPassword = (attempt: { email: string; password: string; address: string }) => Promise<SignIn>;

/** One check for the sign-in page and the password grant together, so that neither has tries of its own. */
export function createPasswordCheck(
  db: Db,
  limits: Readonly<Record<keyof typeof wrongTries, number>> = wrongTries,
): CheckPassword {
  const pairs = new Throttle({ limit: limits.perAccountInNetwork, windowMs });
  const networks = new Throttle({ limit: limits.perNetwork, windowMs });
  const accounts = new Throttle({ limit: limits.perAccountElsewhere, windowMs });
  const known = new Set<string>();

  return async ({ email, password, address }) => {
    const account = email.trim().toLowerCase().slice(0, 254);
    const network = clientNetwork(address);
    const pair = `${network} ${account}`;
    const isKnown = known.has(pair);
    if (!networks.take(network) || !pairs.take(pair) || (!isKnown && !accounts.take(account))) {
      return { outcome: 'throttled', retryAfterSeconds: windowMs / 1000 };
    }
    const found = await findUserByEmail(db, account);
    if (!(await passwordMatches(password, found?.hash ?? null)) || !found) {
      return { outcome: 'wrong' };
    }
    networks.giveBack(network);
    pairs.giveBack(pair);
    if (!isKnown) {
      accounts.giveBack(account);
      remember(known, pair);
    }
    return { outcome: 'right', user: found.user };
  };
}

function remember(known: Set<string>, pair: string): void {
  const [oldest] = known;
  if (known.size >= mostKnownPairs && oldest !== undefined) {
    known.delete(oldest);
  }
  known.add(pair);
}
