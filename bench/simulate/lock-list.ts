import { createHash } from 'node:crypto';

/** An answer of `cardsToSync`. */
export interface SyncAnswer {
  readonly mode: 'full' | 'delta' | 'withheld';
  readonly cards: readonly { readonly serialNumber: string; readonly action: 'admit' | 'refuse' | 'forget' }[];
  readonly version: string;
  readonly hasMore: boolean;
  readonly checksum: string;
}

/** What came of an answer: more is to be asked for, the list is a new one, it stays as it was, or it came out wrong. */
export type Taken = 'more' | 'applied' | 'withheld' | 'wrong';

/** Hexadecimal SHA-256 over the serials a lock admits: sorted, joined by newlines (api.graphql). */
export const checksumOf = (serials: Iterable<string>): string =>
  createHash('sha256')
    .update([...serials].toSorted().join('\n'))
    .digest('hex');

interface Draft {
  readonly mode: 'full' | 'delta';
  readonly after: string;
  readonly serials: Set<string>;
}

/**
 * The list a lock decides by. A new one is built beside it, page by page, and takes its place whole when its checksum is
 * right: at every moment the lock decides by exactly one version.
 */
export class LockList {
  #admitted: ReadonlySet<string> = new Set();
  #version: string | null = null;
  #draft: Draft | null = null;

  /** The version it decides by; null when it holds none. */
  get version(): string | null {
    return this.#version;
  }

  get admitted(): ReadonlySet<string> {
    return this.#admitted;
  }

  /** What to send as `after`. */
  get after(): string | null {
    return this.#draft?.after ?? this.#version;
  }

  admits(serialNumber: string): boolean {
    return this.#admitted.has(serialNumber);
  }

  /** Takes the answer to a question from `after`. */
  take({ mode, cards, version, hasMore, checksum }: SyncAnswer): Taken {
    if (mode === 'withheld') {
      this.#draft = null;
      return 'withheld';
    }
    const serials = this.#beginning(mode);
    for (const { serialNumber, action } of cards) {
      if (action === 'admit') {
        serials.add(serialNumber);
      } else {
        serials.delete(serialNumber);
      }
    }
    if (hasMore) {
      this.#draft = { mode, after: version, serials };
      return 'more';
    }
    this.#draft = null;
    if (checksumOf(serials) !== checksum) {
      // What it decides by stays; what it asks for next is everything.
      this.#version = null;
      return 'wrong';
    }
    this.#admitted = serials;
    this.#version = version;
    return 'applied';
  }

  /** The pages that follow a whole list's first build on it; a whole list in the middle of a delta begins anew. */
  #beginning(mode: 'full' | 'delta'): Set<string> {
    if (mode === 'full') {
      return this.#draft?.mode === 'full' ? this.#draft.serials : new Set();
    }
    return this.#draft?.serials ?? new Set(this.#admitted);
  }

  /** The power went: what was being built is gone. */
  interrupt(): void {
    this.#draft = null;
  }

  /** The memory was lost with all that was in it. */
  lose(): void {
    this.#draft = null;
    this.#admitted = new Set();
    this.#version = null;
  }
}
