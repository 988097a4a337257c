import { AppError } from '@noa/domain/errors.ts';

export interface FairQueueOptions {
  /** Slots that may be taken at once, by everybody together. */
  readonly atOnce: number;
  /** By one caller. */
  readonly perCaller: number;
  /** Of one caller that may wait. */
  readonly waiting: number;
}

export interface QueueUse {
  readonly taken: number;
  readonly waiting: number;
}

/** Gives the slot back; to call it again changes nothing. */
export type ReleaseSlot = () => void;

/** Who waits is told in time: a connection is waited for no longer (`database.ts`). */
const longestWaitMs = 10_000;

interface Caller {
  taken: number;
  /** What begins the slots that are waited for, in order. */
  readonly waiting: Set<() => void>;
}

/**
 * Slots for what can only be done so many times at once. Callers who wait are served in rotation, whoever asks for the most;
 * what one caller asks for is served in order.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** The caller who was served last is the last one. */
  readonly #callers = new Map<string, Caller>();
  #taken = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * Takes a slot for somebody who waits for it for ten seconds.
   *
   * @param busy - what they are told when there is none in time, and after how many seconds it is worth asking again.
   * @throws {AppError} `LimitExceeded`.
   */
  async takeInTime(
    name: string,
    busy: { readonly says: string; readonly retryAfterSeconds: number },
  ): Promise<ReleaseSlot> {
    try {
      return await this.take(name, AbortSignal.timeout(longestWaitMs));
    } catch (cause) {
      throw new AppError('LimitExceeded', busy.says, { cause, details: { retryAfterSeconds: busy.retryAfterSeconds } });
    }
  }

  /**
   * @param signal - nobody waits for the slot any more.
   * @throws {AppError} `LimitExceeded` when as many slots of this caller wait as may; the reason of `signal` when it is aborted.
   */
  async take(name: string, signal: AbortSignal): Promise<ReleaseSlot> {
    signal.throwIfAborted();
    const caller = this.#callers.get(name) ?? { taken: 0, waiting: new Set<() => void>() };
    this.#callers.set(name, caller);
    if (!this.#isFree(caller)) {
      await this.#wait(name, caller, signal);
    } else {
      this.#begin(name, caller);
    }
    let ended = false;
    return () => {
      if (!ended) {
        ended = true;
        this.#end(name, caller);
      }
    };
  }

  /** How many slots are taken and waited for, by everybody together. */
  get use(): QueueUse {
    const waiting = [...this.#callers.values()].reduce((sum, caller) => sum + caller.waiting.size, 0);
    return { taken: this.#taken, waiting };
  }

  #isFree({ taken }: Caller): boolean {
    return this.#taken < this.#options.atOnce && taken < this.#options.perCaller;
  }

  #wait(name: string, caller: Caller, signal: AbortSignal): Promise<void> {
    if (caller.waiting.size >= this.#options.waiting) {
      throw new AppError(
        'LimitExceeded',
        'Too many operations of yours are waiting; send more when these are answered',
      );
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        caller.waiting.delete(start);
        this.#forget(name, caller);
        reject(signal.reason as Error);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      caller.waiting.add(start);
    });
  }

  /** The slot is counted when it is given, not when its taker comes to know of it. */
  #begin(name: string, caller: Caller): void {
    this.#taken += 1;
    caller.taken += 1;
    this.#callers.delete(name);
    this.#callers.set(name, caller);
  }

  #end(name: string, caller: Caller): void {
    this.#taken -= 1;
    caller.taken -= 1;
    for (const [each, next] of this.#callers) {
      const [first] = next.waiting;
      if (first && this.#isFree(next)) {
        next.waiting.delete(first);
        this.#begin(each, next);
        first();
        break;
      }
    }
    this.#forget(name, caller);
  }

  #forget(name: string, caller: Caller): void {
    if (caller.taken === 0 && caller.waiting.size === 0) {
      this.#callers.delete(name);
    }
  }
}
