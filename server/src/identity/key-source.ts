import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';

/** Where the keys come from that access tokens are verified with. */
export interface KeySource {
  /** Finds the key a token's header asks for. */
  readonly find: JWTVerifyGetKey;
  /** True for a provider of somebody else's: many mark access tokens as plain `JWT`. */
  readonly remote: boolean;
  /** The issuer to the letter, once keys were found: with the slash at its end that some providers write. Absent where the settings say it so. */
  readonly issuer?: () => string;
}

/** The provider cannot be asked for its keys just now: our trouble, not the token's. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** Keys at hand: those of the embedded provider. */
export const localKeys = (keys: JSONWebKeySet): KeySource => ({ find: createLocalJWKSet(keys), remote: false });

export interface RemoteKeysOptions {
  /** Milliseconds to wait for an answer. */
  timeoutMs?: number;
  /** Milliseconds after a failed fetch before the next: at most twelve a minute while the provider is down. */
  retryMs?: number;
  fetch?: typeof fetch;
  now?: () => number;
}

/**
 * Keys of the provider at `authority`, found through its discovery document on first use, kept and renewed.
 *
 * @param authority - the issuer, without a slash at its end; the discovery document must agree, but for that.
 */
export function remoteKeys(
  authority: string,
  {
    timeoutMs = 5_000,
    retryMs = 5_000,
    fetch: ask = fetch,
    now = () => performance.now(), // the clock may be set back
  }: RemoteKeysOptions = {},
): KeySource {
  let retryAt = 0;
  const askBounded = async (url: string, init: RequestInit): Promise<Response> => {
    if (now() < retryAt) {
      throw new Error('The provider did not answer a moment ago.');
    }
    try {
      // Keys come from where the settings say, and from nowhere that an answer leads to.
      const response = await ask(url, { ...init, redirect: 'manual' });
      if (response.status !== 200) {
        throw new Error(`The provider answered ${response.status}.`);
      }
      return response;
    } catch (error) {
      retryAt = now() + retryMs;
      throw error;
    }
  };

  let issuer = authority;
  let opening: Promise<JWTVerifyGetKey> | undefined;
  const open = async (): Promise<JWTVerifyGetKey> => {
    const found = await discover(authority, (address) =>
      askBounded(address, { signal: AbortSignal.timeout(timeoutMs) }),
    );
    issuer = found.issuer;
    return createRemoteJWKSet(found.keys, {
      cooldownDuration: 30_000, // in which an unknown key causes no fetch after a good one
      cacheMaxAge: 600_000,
      timeoutDuration: timeoutMs,
      [customFetch]: askBounded,
    });
  };

  return {
    remote: true,
    issuer: () => issuer,
    async find(header, token) {
      try {
        opening ??= open();
        const find = await opening.catch((error: unknown) => {
          opening = undefined;
          throw error;
        });
        return await find(header, token);
      } catch (cause) {
        if (
          cause instanceof errors.JWKSNoMatchingKey ||
          cause instanceof errors.JWKSMultipleMatchingKeys ||
          cause instanceof errors.JOSENotSupported
        ) {
          throw cause;
        }
        throw new KeysUnavailable(`The keys of ${authority} cannot be fetched.`, { cause });
      }
    },
  };
}

async function discover(
  authority: string,
  ask: (url: string) => Promise<Response>,
): Promise<{ issuer: string; keys: URL }> {
  const response = await ask(`${authority}/.well-known/openid-configuration`);
  const document: unknown = await response.json();
  const { issuer, jwks_uri: keys } = (document ?? {}) as { issuer?: unknown; jwks_uri?: unknown };
  if ((issuer !== authority && issuer !== `${authority}/`) || typeof keys !== 'string') {
    throw new Error(`The discovery document of ${authority} names another issuer or no keys.`);
  }
  return { issuer, keys: new URL(keys) };
}
