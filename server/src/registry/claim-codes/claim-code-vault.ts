import { randomBytes } from 'node:crypto';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import { Sealer, type DataKeys } from '../../database/keys/sealing.ts';

/** A code, and what the database keeps of it. */
export interface SealedClaimCode {
  readonly code: string;
  readonly hash: Buffer;
  readonly cipher: Buffer;
}

/** Draws claim codes, and keeps them so that who reads the database can neither redeem nor guess one (docs/decisions, "Claim codes are sealed"). */
export class ClaimCodeVault {
  readonly #sealer: Sealer;

  constructor(keys: DataKeys) {
    this.#sealer = new Sealer(keys, 'claim-code');
  }

  /** A new code: 40 random bits, five for each of its 8 symbols, so that none is likelier than another. It opens for its apartment only. */
  draw({ org_id, id }: { readonly org_id: string; readonly id: string }): SealedClaimCode {
    const code = displaySerialNumber(randomBytes(5).toString('hex').toUpperCase());
    return { code, hash: this.#sealer.hash(code), cipher: this.#sealer.seal(Buffer.from(code), [org_id, id]) };
  }

  /**
   * Each hash that the code may be found by: of the key that is current, and of those before it.
   *
   * @param code - cleaned (`cleanClaimCode`).
   */
  hashes(code: string): Buffer[] {
    return this.#sealer.hashes(code);
  }

  /** @throws {DoesNotOpen} if it was sealed for another apartment, with another key, or changed since. */
  open(cipher: Buffer, { org_id, apartment_id }: { readonly org_id: string; readonly apartment_id: string }): string {
    return this.#sealer.open(cipher, [org_id, apartment_id]).toString();
  }
}
