import { createContext, useContext } from 'react';
import { senderOf } from './kept-user.ts';
import type { Session } from './session.ts';

/** Gives the access token as it is now; undefined while nobody is signed in. Nothing is to be sent when it throws. */
export type OwnToken = () => Promise<string | undefined>;

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
export function ownToken(session: Pick<Session, 'getUser'>, onOther: () => void): OwnToken {
  let owner: string | undefined;
  let isTold = false;
  return async () => {
    const user = await session.getUser();
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

/** The headers that say who sends a request; none while nobody is signed in. Throws what the token throws. */
export async function senderHeaders(token: OwnToken): Promise<Record<string, string>> {
  const accessToken = await token();
  return accessToken ? { authorization: senderOf(accessToken) } : {};
}

export const OwnTokenContext = createContext<OwnToken | null>(null);

/** The token of this page's account, for what is not sent by the GraphQL client. */
export function useOwnToken(): OwnToken {
  const token = useContext(OwnTokenContext);
  if (!token) {
    throw new Error('useOwnToken is for what is inside OwnTokenContext');
  }
  return token;
}
