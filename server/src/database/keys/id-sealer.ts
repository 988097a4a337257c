import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  type Cipheriv,
  type Decipheriv,
} from 'node:crypto';

const keyBytes = 32;
const blockBytes = 16;
const numberBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;

/** What is counted for all orgs together: each kind has numbers of its own, and so has each a tag of its own. */
export type NumberKind = 'cardEvent' | 'cardEventSetAside' | 'statusUpdate' | 'statusUpdateSetAside' | 'version';

/** How a number looks from outside. */
const sealedNumber = /^[A-Za-z0-9_-]{22}$/;
const sealedChars = 22;

/** Of a block that is followed by nothing up to a multiple of three bytes, which base64 writes in four characters each. */
const [spreadBytes, spreadChars] = [18, 24];
const number = /^\d{1,18}$/;

/**
 * Shows numbers of sequences and cursors to callers without what they say: two ids of one org would tell how much happened in all
 * others in between (decision 34). Equal numbers of a kind look alike, as ids must; which of two is the greater nobody sees.
 */
export class IdSealer {
  readonly #numbers: Cipheriv;
  readonly #opened: Decipheriv;
  readonly #textKey: KeyObject;
  readonly #nonceKey: KeyObject;
  readonly #tags = new Map<NumberKind, Buffer>();

  /**
   * @param key - 32 bytes; with another one, ids that were given before are those of nothing.
   * @throws {RangeError} if it has another length.
   */
  constructor(key: Uint8Array) {
    if (key.length !== keyBytes) {
      throw new RangeError(`The key of ids must have ${keyBytes} bytes, not ${key.length}`);
    }
    // As objects that are read once: with bytes, each cursor takes three times as long.
    const derived = (use: string) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `noa/ids/${use}`, keyBytes)));
    // One block each, number and tag, never two: AES as the permutation it is. One cipher serves all, at a microsecond each.
    this.#numbers = createCipheriv('aes-256-ecb', derived('number'), null).setAutoPadding(false);
    this.#opened = createDecipheriv('aes-256-ecb', derived('number'), null).setAutoPadding(false);
    this.#textKey = derived('text');
    this.#nonceKey = derived('nonce');
  }

  /**
   * @param value - a whole number in decimal, from 0 on.
   * @returns 22 characters.
   * @throws {RangeError} for anything else: it must not go out as it is.
   */
  sealNumber(kind: NumberKind, value: string): string {
    return this.sealNumbers(kind, [value])[0] ?? '';
  }

  /** As {@link sealNumber} for each, in one go: a page has fifty, and most of the work is to begin. */
  sealNumbers(kind: NumberKind, values: readonly string[]): string[] {
    const blocks = Buffer.alloc(blockBytes * values.length);
    const tag = this.#tagOf(kind);
    for (const [index, value] of values.entries()) {
      if (!number.test(value)) {
        throw new RangeError(`An id of kind ${kind} is no whole number`);
      }
      const whole = Number(value);
      if (Number.isSafeInteger(whole)) {
        blocks.writeUInt32BE(Math.floor(whole / 2 ** 32), index * blockBytes);
        blocks.writeUInt32BE(whole % 2 ** 32, index * blockBytes + 4);
      } else {
        blocks.writeBigUInt64BE(BigInt(value), index * blockBytes);
      }
      tag.copy(blocks, index * blockBytes + numberBytes);
    }
    const sealed = this.#numbers.update(blocks);
    // As one text, in which each begins at a whole character: to write fifty takes longer than to seal them.
    const spread = Buffer.alloc(spreadBytes * values.length);
    values.forEach((_, index) =>
      sealed.copy(spread, index * spreadBytes, index * blockBytes, (index + 1) * blockBytes),
    );
    const text = spread.toString('base64url');
    return values.map((_, index) => text.slice(index * spreadChars, index * spreadChars + sealedChars));
  }

  /** @returns the number in decimal; null for a text that is none of ours of this kind. */
  openNumber(kind: NumberKind, text: string): string | null {
    if (!sealedNumber.test(text)) {
      return null;
    }
    const block = this.#opened.update(Buffer.from(text, 'base64url'));
    return block.subarray(numberBytes).equals(this.#tagOf(kind)) ? block.readBigUInt64BE().toString() : null;
  }

  /** Equal texts look alike: the nonce follows from the text. */
  sealText(text: string): string {
    const nonce = createHmac('sha256', this.#nonceKey).update(text).digest().subarray(0, nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#textKey, nonce);
    const sealed = [cipher.update(text), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url');
  }

  /** @returns null for what was never sealed here. */
  openText(sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    const tagEnd = nonceBytes + tagBytes;
    if (bytes.length < tagEnd) {
      return null;
    }
    const decipher = createDecipheriv('aes-256-gcm', this.#textKey, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(bytes.subarray(nonceBytes, tagEnd));
    const text = decipher.update(bytes.subarray(tagEnd));
    try {
      return Buffer.concat([text, decipher.final()]).toString();
    } catch {
      return null; // forged, or of another installation: the caller says so
    }
  }

  #tagOf(kind: NumberKind): Buffer {
    const tag =
      this.#tags.get(kind) ?? createHash('sha256').update(`noa/ids/${kind}`).digest().subarray(0, numberBytes);
    this.#tags.set(kind, tag);
    return tag;
  }
}
