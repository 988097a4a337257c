import { randomBytes } from 'node:crypto';

/** Ids that fit into a millisecond; above it the next one is begun ahead of its time. */
const perMillisecond = 4096;

/**
 * UUIDs version 7 (RFC 9562, 6.2, method 1), each greater than the one before: records that came out of an archive are ordered as they
 * stand in it, also where nothing but their ids tells them apart.
 */
export class NewIds {
  #millisecond = Date.now();
  #count = 0;

  next(): string {
    if (this.#count === perMillisecond) {
      this.#millisecond += 1;
      this.#count = 0;
    }
    const bytes = randomBytes(16);
    bytes.writeUIntBE(this.#millisecond, 0, 6);
    bytes.writeUInt16BE(0x7000 | this.#count, 6);
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
    this.#count += 1;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }
}
