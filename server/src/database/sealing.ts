import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** First byte of whatever is sealed, so that keys and algorithms can change while old rows stay readable. */
const format = 1;

/**
 * Encrypts (AES-256-GCM) and hashes what must not be readable from the database, for one purpose: each has keys of its own,
 * so that what is learnt of one says nothing of another. The keys never leave it.
 */
export class Sealer {
  readonly #cipherKey: Buffer;
  readonly #hashKey: Buffer;

  /**
   * @param dataKey - 32 bytes, from the settings.
   * @param purpose - what is sealed, for example `occupier-id-number`.
   * @throws {RangeError} if the key has another length.
   */
  constructor(dataKey: Uint8Array, purpose: string) {
    if (dataKey.length !== keyBytes) {
      throw new RangeError(`The data key must have ${keyBytes} bytes, not ${dataKey.length}`);
    }
    const derive = (use: string) => Buffer.from(hkdfSync('sha256', dataKey, '', `noa/${purpose}/${use}`, keyBytes));
    this.#cipherKey = derive('encrypt');
    this.#hashKey = derive('hash');
  }

  /** @returns format byte, nonce, authentication tag, encrypted content; never the same twice. */
  seal(content: Uint8Array): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#cipherKey, nonce);
    const text = [cipher.update(content), cipher.final()];
    return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), ...text]);
  }

  /**
   * What was sealed.
   *
   * @throws {Error} if it was sealed with another key or for another purpose, or changed since.
   */
  open(sealed: Uint8Array): Buffer {
    if (sealed[0] !== format) {
      throw new Error('This is encrypted in a format that is not known here');
    }
    const [nonceEnd, tagEnd] = [1 + nonceBytes, 1 + nonceBytes + tagBytes];
    const decipher = createDecipheriv('aes-256-gcm', this.#cipherKey, sealed.subarray(1, nonceEnd), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(sealed.subarray(nonceEnd, tagEnd));
    return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]);
  }

  /** Keyed, for exact look-up: equal texts have equal hashes, and without the key none can be guessed from it. */
  hash(text: string): Buffer {
    return createHmac('sha256', this.#hashKey).update(text).digest();
  }
}
