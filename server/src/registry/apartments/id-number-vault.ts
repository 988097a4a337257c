import { maskIdNumber } from '@noa/domain/id-number.ts';
import { Sealer } from '../../database/sealing.ts';

/** What the database keeps of an ID number. */
export interface SealedIdNumber {
  readonly cipher: Buffer;
  /** Keyed, for exact look-up: equal numbers have equal hashes, and without the key none can be guessed from it. */
  readonly hash: Buffer;
  readonly mask: string;
}

/** Encrypts occupiers' ID numbers, hashes and masks them. */
export class IdNumberVault {
  readonly #sealer: Sealer;

  /**
   * @param dataKey - 32 bytes, from the settings.
   * @throws {RangeError} if the key has another length.
   */
  constructor(dataKey: Buffer) {
    this.#sealer = new Sealer(dataKey, 'occupier-id-number');
  }

  /** @param number - cleaned: digits alone (`cleanIdNumber`). */
  seal(number: string): SealedIdNumber {
    return {
      cipher: this.#sealer.seal(Buffer.from(number, 'utf8')),
      hash: this.hash(number),
      mask: maskIdNumber(number),
    };
  }

  /** What `seal` gives as hash, to look a number up. */
  hash(number: string): Buffer {
    return this.#sealer.hash(number);
  }

  /**
   * The number in the clear.
   *
   * @throws {Error} if the cipher was made with another key, or changed since.
   */
  open(cipher: Buffer): string {
    return this.#sealer.open(cipher).toString('utf8');
  }
}
