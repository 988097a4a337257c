/** Whom requests are sent as. */
export const senderOf = (accessToken: string): string => `bearer oidc~${accessToken}`;

/** Where oidc-client-ts keeps who is signed in, by provider and client. */
const userKeys = /^oidc\.user:/;

/**
 * The access token with which somebody is signed in; undefined while nobody is, or it is not certain who. For what the page asks before it
 * knows whose it is, and takes as that account alone (`api/early.ts`).
 */
export function keptToken(): string | undefined {
  const keys = Object.keys(localStorage).filter((key) => userKeys.test(key));
  // Two are there where the provider has been replaced: which one counts, the server says.
  const kept: unknown = keys.length === 1 ? JSON.parse(localStorage.getItem(keys[0] ?? '') ?? 'null') : null;
  const { access_token: token, expires_at: until } = (kept ?? {}) as { access_token?: unknown; expires_at?: unknown };
  return typeof token === 'string' && typeof until === 'number' && until > Date.now() / 1_000 ? token : undefined;
}
