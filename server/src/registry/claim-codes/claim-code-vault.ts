import { randomBytes } from 'node:crypto';
import { displaySerialNumber } from '@noa/domain/card-code.ts';
import { Sealer } from '../../database/sealing.ts';

/** A code, and what the database keeps of it. */
export interface SealedClaimCode {
  readonly code: string;
  readonly hash: Buffer;
  readonly cipher: Buffer;
}

/** Draws claim codes, and keeps them so that who reads the database can neither redeem nor guess one (docs/decisions, "Claim codes are sealed"). */
export class ClaimCodeVault {
  readonly #sealer: Sealer;

  /** @param dataKey - 32 bytes, from the settings. */
  constructor(dataKey: Buffer) {
    this.#sealer = new Sealer(dataKey, 'claim-code');
  }

  /** A new code: 40 random bits, five for each of its 8 symbols, so that none is likelier than another. */
  draw(): SealedClaimCode {
    const code = displaySerialNumber(randomBytes(5).toString('hex').toUpperCase());
    return { code, hash: this.hash(code), cipher: this.#sealer.seal(Buffer.from(code)) };
  }

  /** @param code - cleaned (`cleanClaimCode`). */
  hash(code: string): Buffer {
    return this.#sealer.hash(code);
  }

  /** @throws {Error} if it was sealed with another key, or changed since. */
  open(cipher: Buffer): string {
    return this.#sealer.open(cipher).toString();
  }
}
