/** 32-bit words of an id. */
const idWords = 4;

/** Numbers for the ids of one kind of record, from nought on, in the order in which they are met. */
export class KeyAllocator {
  #count = 0;
  /** The words of each id, by its key. */
  #ids = new Int32Array(idWords * 1024);
  /** Keys where their ids' hashes point to, or in the next free place; −1 where there is none. Never more than half full. */
  #slots = new Int32Array(2 * 1024).fill(-1);

  get count(): number {
    return this.#count;
  }

  /** The key of the id whose 16 bytes stand `at` this place. */
  keyOf(bytes: DataView, at: number): number {
    const a = bytes.getInt32(at);
    const b = bytes.getInt32(at + 4);
    const c = bytes.getInt32(at + 8);
    const d = bytes.getInt32(at + 12);
    const ids = this.#ids;
    const slots = this.#slots;
    let slot = hashOf(a, b, c, d) & (slots.length - 1);
    for (;;) {
      const key = slots[slot] ?? -1;
      if (key < 0) {
        return this.#add(slot, [a, b, c, d]);
      }
      const first = key * idWords;
      if (ids[first] === a && ids[first + 1] === b && ids[first + 2] === c && ids[first + 3] === d) {
        return key;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
  }

  /** As `keyOf`, of an id as text. */
  keyOfText(id: string): number {
    return this.keyOf(new DataView(Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex')).buffer), 0);
  }

  #add(slot: number, words: readonly number[]): number {
    const key = this.#count;
    this.#count += 1;
    if (this.#count * idWords > this.#ids.length) {
      const ids = new Int32Array(this.#ids.length * 2);
      ids.set(this.#ids);
      this.#ids = ids;
    }
    this.#ids.set(words, key * idWords);
    this.#slots[slot] = key;
    if (this.#count * 2 > this.#slots.length) {
      this.#spread();
    }
    return key;
  }

  #spread(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let key = 0; key < this.#count; key += 1) {
      const [a = 0, b = 0, c = 0, d = 0] = this.#ids.subarray(key * idWords, (key + 1) * idWords);
      let slot = hashOf(a, b, c, d) & (slots.length - 1);
      while ((slots[slot] ?? -1) >= 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = key;
    }
    this.#slots = slots;
  }

  /** The id of a key that was given, as a number of 128 bits. */
  idOf(key: number): bigint {
    const words = this.#ids.subarray(key * idWords, (key + 1) * idWords);
    return Array.from(words).reduce((id, word) => (id << 32n) | BigInt(word >>> 0), 0n);
  }
}

function hashOf(a: number, b: number, c: number, d: number): number {
  const mixed =
    Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ Math.imul(d, 0x27d4eb2f);
  return mixed ^ (mixed >>> 15);
}
