import { maskIdNumber } from '@noa/domain/codes/id-number.ts';
import { Sealer, type DataKeys, type Aad } from '../../database/keys/sealing.ts';

interface ApartmentId {
  readonly org_id: string;
  readonly id: string;
}

const aadOf = ({ org_id, id }: ApartmentId): Aad => [org_id, id];

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

  /** @throws {RangeError} if a key has not 32 bytes. */
  constructor(keys: DataKeys) {
    this.#sealer = new Sealer(keys, 'occupier-id-number');
  }

  /**
   * @param number - cleaned: digits alone (`cleanIdNumber`).
   * @param apartment - whose occupier's it is: of another, it does not open.
   */
  seal(number: string, apartment: ApartmentId): SealedIdNumber {
    return { cipher: this.encrypt(number, apartment), hash: this.hash(number), mask: maskIdNumber(number) };
  }

  /** What `seal` gives as cipher, for a number whose hash and mask are known already. */
  encrypt(number: string, apartment: ApartmentId): Buffer {
    return this.#sealer.seal(Buffer.from(number, 'utf8'), aadOf(apartment));
  }

  /** What `seal` gives as hash, to look a number up. */
  hash(number: string): Buffer {
    return this.#sealer.hash(number);
  }

  /** Each hash that the number may be found by: of the key that is current, and of those before it. */
  hashes(number: string): Buffer[] {
    return this.#sealer.hashes(number);
  }

  /**
   * The number in the clear.
   *
   * @throws {DoesNotOpen} if it was sealed for another apartment, with another key, or changed since.
   */
  open(cipher: Buffer, apartment: ApartmentId): string {
    return this.#sealer.open(cipher, aadOf(apartment)).toString('utf8');
  }
}
