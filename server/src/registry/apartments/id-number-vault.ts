import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { maskIdNumber } from '@noa/domain/id-number.ts';

/** What the database keeps of an ID number. */
export interface SealedIdNumber {
  /** Format byte, nonce, authentication tag, encrypted text. */
  readonly cipher: Buffer;
  /** Keyed, for exact look-up: equal numbers have equal hashes, and without the key none can be guessed from it. */
  readonly hash: Buffer;
  readonly mask: string;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** First byte of each cipher, so that keys and algorithms can change while old rows stay readable. */
const format = 1;

/** Encrypts occupiers' ID numbers (AES-256-GCM), hashes and masks them; neither key ever leaves it. */
export class IdNumberVault {
  readonly #cipherKey: Buffer;
  readonly #hashKey: Buffer;

  /**
   * @param dataKey - 32 bytes, from the settings.
   * @throws {RangeError} if the key has another length.
   */
  constructor(dataKey: Buffer) {
    if (dataKey.length !== keyBytes) {
      throw new RangeError(`The data key must have ${keyBytes} bytes, not ${dataKey.length}`);
    }
    // One key for each purpose: what is learnt of one says nothing of the other.
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', dataKey, '', purpose, keyBytes));
    this.#cipherKey = derive('noa/occupier-id-number/encrypt');
    this.#hashKey = derive('noa/occupier-id-number/hash');
  }

  /** @param number - cleaned: digits alone (`cleanIdNumber`). */
  seal(number: string): SealedIdNumber {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#cipherKey, nonce);
    const text = Buffer.concat([cipher.update(number, 'utf8'), cipher.final()]);
    return {
      cipher: Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), text]),
      hash: this.hash(number),
      mask: maskIdNumber(number),
    };
  }

  /** What `seal` gives as hash, to look a number up. */
  hash(number: string): Buffer {
    return createHmac('sha256', this.#hashKey).update(number).digest();
  }

  /**
   * The number in the clear.
   *
   * @throws {Error} if the cipher was made with another key, or changed since.
   */
  open(cipher: Buffer): string {
    if (cipher[0] !== format) {
      throw new Error('The ID number is encrypted in a format that is not known here');
    }
    const [nonceEnd, tagEnd] = [1 + nonceBytes, 1 + nonceBytes + tagBytes];
    const decipher = createDecipheriv('aes-256-gcm', this.#cipherKey, cipher.subarray(1, nonceEnd), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(cipher.subarray(nonceEnd, tagEnd));
    return Buffer.concat([decipher.update(cipher.subarray(tagEnd)), decipher.final()]).toString('utf8');
  }
}
