import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const keyBytes = 32;
const idBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;

/** First byte of whatever is sealed, so that keys and algorithms can change while old rows stay readable. */
const boundFormat = 2;
/** Of before there were key ids: bound to no record. */
const oldFormat = 1;

/** The keys that count at one moment (keyring.ts). Plain data, which a worker thread can be given. */
export interface DataKeys {
  /** What is sealed now is sealed with this one. */
  readonly current: Uint8Array;
  /** Those before it, while what they sealed is being sealed anew. */
  readonly old: readonly Uint8Array[];
  /** Whether ciphers that are bound to no record may still be about. */
  readonly oldFormat: boolean;
}

/** Where something sealed belongs, as `[org id, record id]`: anywhere else it does not open. */
export type Aad = readonly string[];

/** The keys of an installation that never had another. */
export const onlyKey = (dataKey: Uint8Array): DataKeys => ({ current: dataKey, old: [], oldFormat: false });

/** Something sealed does not open where it stands. It tells the place, and nothing of the content. */
export class DoesNotOpen extends Error {
  override readonly name = 'DoesNotOpen';

  constructor(purpose: string, aad: Aad, options?: ErrorOptions) {
    super(
      `The ${purpose} at ${aad.join('/')} was sealed for another place, with another key, or changed since`,
      options,
    );
  }
}

/** @throws {RangeError} if the key has another length. */
function derive(key: Uint8Array, use: string, bytes = keyBytes): Buffer {
  if (key.length !== keyBytes) {
    throw new RangeError(`The data key must have ${keyBytes} bytes, not ${key.length}`);
  }
  return Buffer.from(hkdfSync('sha256', key, '', `noa/${use}`, bytes));
}

/** By what a key is known: it follows from the key, and says nothing of it. */
export const keyId = (key: Uint8Array): Buffer => derive(key, 'key-id', idBytes);

/** How everything begins that is sealed with this key. */
export const sealedWith = (key: Uint8Array): Buffer => Buffer.concat([Buffer.of(boundFormat), keyId(key)]);

/** Drawn for so many nonces at once: to draw one takes as long as to encrypt with it. */
const noncesAtOnce = 256;
let drawn = Buffer.alloc(0);

/** Random bytes that were given to nobody else. */
function drawNonce(): Buffer {
  if (drawn.length === 0) {
    drawn = randomBytes(noncesAtOnce * nonceBytes);
  }
  const nonce = drawn.subarray(0, nonceBytes);
  drawn = drawn.subarray(nonceBytes);
  return nonce;
}

interface Derived {
  readonly id: Buffer;
  // Bytes would be made into such an object at each use, which takes four times as long as what they are used for.
  readonly cipherKey: KeyObject;
  readonly hashKey: KeyObject;
}

/**
 * Encrypts (AES-256-GCM) and hashes what must not be readable from the database, for one purpose: each has keys of its own,
 * so that what is learnt of one says nothing of another. What is sealed is bound to its place: copied to another record, it
 * does not open.
 */
export class Sealer {
  readonly #purpose: string;
  readonly #keys: readonly [Derived, ...Derived[]];
  readonly #takesOldFormat: boolean;

  /**
   * @param purpose - what is sealed, for example `occupier-id-number`.
   * @throws {RangeError} if a key has not 32 bytes.
   */
  constructor(keys: DataKeys, purpose: string) {
    const derived = (key: Uint8Array): Derived => ({
      id: keyId(key),
      cipherKey: createSecretKey(derive(key, `${purpose}/encrypt`)),
      hashKey: createSecretKey(derive(key, `${purpose}/hash`)),
    });
    this.#purpose = purpose;
    this.#keys = [derived(keys.current), ...keys.old.map(derived)];
    this.#takesOldFormat = keys.oldFormat;
  }

  /** @returns format byte, key id, nonce, authentication tag, encrypted content; never the same twice. */
  seal(content: Uint8Array, aad: Aad): Buffer {
    const [{ id, cipherKey }] = this.#keys;
    const nonce = drawNonce();
    const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce).setAAD(this.#bindingTo(aad));
    const text = [cipher.update(content), cipher.final()];
    return Buffer.concat([Buffer.of(boundFormat), id, nonce, cipher.getAuthTag(), ...text]);
  }

  /**
   * What was sealed.
   *
   * @throws {DoesNotOpen} if it was sealed for another place or purpose, with a key that is gone, or changed since.
   */
  open(sealed: Uint8Array, aad: Aad): Buffer {
    const head = 1 + idBytes;
    const key = this.#keys.find(({ id }) => id.equals(sealed.subarray(1, head)));
    if (sealed[0] === boundFormat && key) {
      return this.#decrypt(key, sealed.subarray(head), aad, this.#bindingTo(aad));
    }
    const eldest = this.#keys.at(-1);
    if (sealed[0] === oldFormat && this.#takesOldFormat && eldest) {
      return this.#decrypt(eldest, sealed.subarray(1), aad, null);
    }
    throw new DoesNotOpen(this.#purpose, aad);
  }

  #decrypt({ cipherKey }: Derived, sealed: Uint8Array, aad: Aad, binding: Buffer | null): Buffer {
    const tagEnd = nonceBytes + tagBytes;
    try {
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      if (binding) {
        decipher.setAAD(binding);
      }
      decipher.setAuthTag(sealed.subarray(nonceBytes, tagEnd));
      return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]);
    } catch (cause) {
      throw new DoesNotOpen(this.#purpose, aad, { cause });
    }
  }

  #bindingTo(aad: Aad): Buffer {
    return Buffer.from(JSON.stringify(['noa', this.#purpose, ...aad]));
  }

  /** Keyed, for exact look-up: equal texts have equal hashes, and without the key none can be guessed from it. */
  hash(text: string): Buffer {
    return createHmac('sha256', this.#keys[0].hashKey).update(text).digest();
  }

  /** The hashes under each key that counts, the current one first: what is looked up may have been hashed with any. */
  hashes(text: string): Buffer[] {
    return this.#keys.map(({ hashKey }) => createHmac('sha256', hashKey).update(text).digest());
  }
}
