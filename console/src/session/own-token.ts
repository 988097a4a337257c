import type { UserManager } from 'oidc-client-ts';

/** Thrown instead of sending: another account has signed in, in another tab, since this page was opened. */
export class OtherAccount extends Error {
  override readonly name = 'OtherAccount';
}

/**
 * Gives the access token of the account that this page was opened by, and of no other: all tabs of a browser share one sign-in, and
 * what was done under one name must not be sent under another.
 *
 * @param onOther - called once, when the token has become another account's.
 * @returns a function that gives undefined while nobody is signed in, and throws {OtherAccount} from then on.
 */
export function ownToken(
  manager: Pick<UserManager, 'getUser'>,
  onOther: () => void,
): () => Promise<string | undefined> {
  let owner: string | undefined;
  let isTold = false;
  return async () => {
    const user = await manager.getUser();
    if (!user) {
      return undefined;
    }
    const { sub } = user.profile;
    owner ??= sub;
    if (sub === owner) {
      return user.access_token;
    }
    if (!isTold) {
      isTold = true;
      onOther();
    }
    throw new OtherAccount('Another account has signed in');
  };
}
