/** How many wrong tries one key has left, and since when it has been counting. */
interface Window {
  tries: number;
  readonly endsAt: number;
}

export interface ThrottleOptions {
  /** Wrong tries allowed within one window. */
  limit: number;
  /** Milliseconds; the window begins with the first try. */
  windowMs: number;
  /** Keys remembered at most; the oldest is forgotten first. */
  maxKeys?: number;
  now?: () => number;
}

/**
 * Bounds guessing. A try is counted before it is judged, so that a burst of parallel guesses gains nothing; being right
 * gives the try back.
 */
export class Throttle {
  readonly #windows = new Map<string, Window>();
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #maxKeys: number;
  readonly #now: () => number;

  constructor({ limit, windowMs, maxKeys = 10_000, now = Date.now }: ThrottleOptions) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#maxKeys = maxKeys;
    this.#now = now;
  }

  /** Counts a try; false when the key has none left, and then it must not be judged at all. */
  take(key: string): boolean {
    const known = this.#windows.get(key);
    const current = known && known.endsAt > this.#now() ? known : this.#open(key);
    if (current.tries >= this.#limit) {
      return false;
    }
    current.tries += 1;
    return true;
  }

  /** The try was right: it does not count. */
  giveBack(key: string): void {
    const current = this.#windows.get(key);
    if (current && current.tries > 0) {
      current.tries -= 1;
    }
  }

  #open(key: string): Window {
    this.#windows.delete(key);
    const oldest = this.#windows.keys().next();
    if (this.#windows.size >= this.#maxKeys && !oldest.done) {
      this.#windows.delete(oldest.value);
    }
    const opened = { tries: 0, endsAt: this.#now() + this.#windowMs };
    this.#windows.set(key, opened);
    return opened;
  }
}
