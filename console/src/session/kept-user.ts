import { isCallback } from './is-callback.ts';

/** Whom requests are sent as. */
export const senderOf = (accessToken: string): string => `bearer oidc~${accessToken}`;

/** Somebody who is signed in, as far as it has to be known without the library (`user-manager.ts`), which keeps more of them. */
export interface KeptUser {
  readonly access_token: string;
  /** Seconds since the epoch. */
  readonly expires_at?: number | undefined;
  readonly profile: { readonly sub: string };
}

/** Seconds before its end at which a token is renewed (specification §9), unless it lives shorter than twice that. */
export const renewalLeadSeconds = 60;

/** Where oidc-client-ts keeps who is signed in, by provider and client. */
const prefix = 'oidc.user:';

/** Whoever the browser keeps as signed in with a client at a provider; null for nobody, and for what cannot be read. */
export const keptUser = ({ authority, clientId }: { readonly authority: string; readonly clientId: string }) =>
  readUser(`${prefix}${authority}:${clientId}`);

/**
 * The same before it is known at which provider; null if it is not certain who it is: two are there where the provider has been replaced, and
 * which one counts, the server says. For what the page asks before it knows whose it is, and takes as that account alone (`api/early.ts`).
 */
export function onlyKeptUser(): KeptUser | null {
  const [key, another] = Object.keys(localStorage).filter((each) => each.startsWith(prefix));
  return key !== undefined && another === undefined ? readUser(key) : null;
}

function readUser(key: string): KeptUser | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<KeptUser> | null;
    return typeof kept?.access_token === 'string' && typeof kept.profile?.sub === 'string' ? (kept as KeptUser) : null;
  } catch {
    return null; // the library, which wrote it, says what is wrong with it
  }
}

/** Seconds for which a token is still good; 0 without one, and where nobody knows. */
const secondsLeft = (user: KeptUser | null): number => Math.max(0, (user?.expires_at ?? 0) - Date.now() / 1_000);

/** The token of somebody; undefined for nobody, and when it is over. */
export const tokenOf = (user: KeptUser | null): string | undefined =>
  secondsLeft(user) > 0 ? user?.access_token : undefined;

/**
 * Whether the library can come behind the first screen: somebody is signed in, whose token is not to be renewed yet. Who comes back from the
 * provider is somebody else perhaps.
 */
export const canWaitForLibrary = (user: KeptUser | null): boolean =>
  secondsLeft(user) > renewalLeadSeconds && !isCallback(location);
