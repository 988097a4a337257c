import type { JWTVerifyResult, ResolvedKey } from 'jose';
import type { KeySource } from './key-source.ts';
import type { VerifiedToken } from './token.ts';

interface Verified {
  readonly token: VerifiedToken;
  readonly header: JWTVerifyResult['protectedHeader'];
  /** What its signature was verified with: found anew, another object stands for keys that were fetched anew. */
  readonly key: ResolvedKey['key'];
  /** Seconds since 1970 at which it ends. */
  readonly endsAt: number;
}

/** Tokens that are remembered at most; the one that was not shown for the longest time is forgotten first. */
const mostTokens = 2_000;

/**
 * Tokens whose signature was verified: a console shows the same one with each request for minutes, and to verify it takes longer than
 * to find its bearer. One is good for as long as it is valid and its key is among the provider's.
 */
export class VerifiedTokens {
  readonly #keys: KeySource;
  readonly #known = new Map<string, Verified>();

  constructor(keys: KeySource) {
    this.#keys = keys;
  }

  /** @returns undefined for a token that is to be verified (again). */
  async find(text: string): Promise<VerifiedToken | undefined> {
    const known = this.#known.get(text);
    if (!known) {
      return undefined;
    }
    this.#known.delete(text);
    if (known.endsAt <= Date.now() / 1000 || !(await this.#isKeyKept(known, text))) {
      return undefined;
    }
    this.#known.set(text, known);
    return known.token;
  }

  /** Whether the key would be found for the token again. */
  async #isKeyKept({ header, key }: Verified, text: string): Promise<boolean> {
    const [encodedHeader = '', payload = '', signature = ''] = text.split('.');
    try {
      return (await this.#keys.find(header, { protected: encodedHeader, payload, signature })) === key;
    } catch {
      return false; // why, is said when the token is verified
    }
  }

  /** Its signature, issuer, audience and type were checked. */
  remember(text: string, verified: Verified): void {
    this.#known.set(text, verified);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostTokens && oldest !== undefined) {
      this.#known.delete(oldest);
    }
  }
}
