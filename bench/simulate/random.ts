/** Numbers that look random, and are the same for the same seed and name (mulberry32 over an FNV-1a of the name). */
export class Random {
  #state: number;

  /** Each name gives a sequence of its own, so that what one asks for does not move what another gets. */
  constructor(seed: number, name: string) {
    let hash = 0x811c9dc5 ^ seed;
    for (const letter of name) {
      hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
    }
    this.#state = hash >>> 0;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** @throws {RangeError} for an empty list. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) {
      throw new RangeError('There is nothing to pick from');
    }
    return item;
  }
}
