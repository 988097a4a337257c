import { withoutSpan } from '../../instruments/tracing.ts';
import type { Freshness } from '../engine/engine.ts';

/** How long events wait that nobody asks for: so few a report hardly notices. */
const takeInAfterMs = 1_000;

/** One refresh of an engine at a time, for everybody who asks for it. */
export class Refreshes {
  readonly #bringUpToDate: () => Promise<Freshness>;
  readonly #onFailure: (cause: unknown) => void;
  /** Settled when no refresh runs. */
  #last: Promise<unknown> = Promise.resolve();
  /** The refresh that has not begun yet: it will include whatever is committed by now. */
  #next: Promise<Freshness> | undefined;
  #soon: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param onFailure - of one that nobody asked for. */
  constructor(bringUpToDate: () => Promise<Freshness>, onFailure: (cause: unknown) => void) {
    this.#bringUpToDate = bringUpToDate;
    this.#onFailure = onFailure;
  }

  /**
   * Callers that come together share one refresh; one that comes while a refresh runs waits for the next, as the running one may have
   * looked before the caller's events were there.
   */
  refresh(): Promise<Freshness> {
    if (!this.#next) {
      this.#next = this.#last.then(() => {
        this.#next = undefined;
        if (this.#isClosed) {
          throw new Error('The reports are closed');
        }
        clearTimeout(this.#soon); // whatever it was to find is found now
        this.#soon = undefined;
        return this.#bringUpToDate();
      });
      this.#last = this.#next.catch(() => undefined); // told to those who asked; the next one tries again
    }
    return this.#next;
  }

  /** Refreshes within a second, whether anybody asks or not. */
  soon(): void {
    // For everybody, and not part of what a request of one of them does.
    const refresh = () => void (this.#isClosed || this.refresh().catch(this.#onFailure));
    this.#soon ??= withoutSpan(() => setTimeout(refresh, takeInAfterMs).unref());
  }

  /** Settles when none runs. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** None begins any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    clearTimeout(this.#soon);
  }
}
