import { setTimeout as delay } from 'node:timers/promises';
import { replicaReads } from '../../instruments/meters.ts';
import { DatabaseMonitor, type MonitorLog } from '../connection/monitor.ts';
import type { Admit, Bound, Elsewhere } from '../connection/statement-bounds.ts';
import { named } from '../connection/statement-names.ts';
import { DatabaseUnavailable } from '../connection/unavailable.ts';
import { openDatabase, type Db } from '../database.ts';
import { isDatabaseError } from '../transaction.ts';
import { startWork, type Work } from '../work-loop.ts';
import { Primary } from './primary.ts';
import { askStandby, shows, standbyState, stateOf, type StandbyState, type WalPosition } from './wal-position.ts';

/** Milliseconds that a read waits for the replica at most. */
const longestWaitMs = 100;

/** Milliseconds between two looks whether it has come there. */
const lookEveryMs = { first: 1, most: 10 } as const;

/** Milliseconds that a connection to the replica may take: there is another place to read at. */
const connectMs = 1_000;

/** Milliseconds between two looks at how far it is behind. */
const watchEveryMs = 500;

/** Why something is read at the primary after all. */
type Reason = 'behind' | 'away' | 'failed';

class NotReadThere extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super('It is read at the primary');
    this.reason = reason;
  }
}

/** The replica, as seen from here. */
export interface ReplicaState {
  readonly isThere: boolean;
  /** Null before the first look, and while it is not there. */
  readonly lag: Lag | null;
}

interface ReplicaOptions {
  /** Of the hot standby, for the application's login. */
  readonly url: string;
  /** Of the database that is written to, for the same. */
  readonly primaryUrl: string;
  readonly log: MonitorLog;
  /** Milliseconds that a read waits for the replica at most, if not 100. */
  readonly waitMs?: number;
}

/**
 * A hot standby that is read in place of the primary, by whom nothing is seen that the primary would not show (decision 92): each read asks the
 * primary first how far it is, and is done at the replica when that has come there. Nothing that is remembered here decides what is
 * read; it only spares questions whose answers are known, and waiting in vain.
 */
export class ReadReplica implements Elsewhere {
  readonly #replica: Db;
  readonly #look: Db;
  readonly #primary: Primary;
  readonly #monitor: DatabaseMonitor;
  readonly #watch: Work;
  readonly #position: Latest<WalPosition>;
  readonly #standby: Latest<StandbyState>;
  readonly #lag = new LagMeter();
  readonly #waitMs: number;
  #known: StandbyState | undefined;
  /** Where it was waited for in vain: nobody waits again before it has come there. */
  #missed: WalPosition | undefined;
  #lastLag: Lag | null = null;

  constructor({ url, primaryUrl, log, waitMs = longestWaitMs }: ReplicaOptions) {
    this.#waitMs = waitMs;
    // Connections that break are told of by the monitor.
    this.#replica = openDatabase(url, { connectMs });
    this.#look = openDatabase(url, { max: 1, connectMs });
    this.#primary = new Primary(primaryUrl);
    this.#position = new Latest(() => this.#primary.askPosition());
    this.#standby = new Latest(async () => (this.#known = await askStandby(this.#look)));
    this.#monitor = new DatabaseMonitor(url, {
      log,
      texts: {
        away: 'The replica at DATABASE_READ_URL does not answer; everything is read at the primary until it does',
        back: 'The replica at DATABASE_READ_URL answers again, and is read',
      },
    });
    const pauses = { firstMs: 0, idleMs: watchEveryMs, failedMs: watchEveryMs };
    this.#watch = startWork(
      () => this.#measure(),
      pauses,
      () => undefined, // the monitor of either tells
    );
  }

  get state(): ReplicaState {
    const isThere = this.#monitor.reachability.downSince === null;
    return { isThere, lag: isThere ? this.#lastLag : null };
  }

  async read<T>(here: Bound, transact: (bound: Bound) => Promise<T>): Promise<T> {
    try {
      const position = await this.#caughtUp();
      const done = await transact({ pool: this.#replica, bounds: here.bounds, admit: admitAt(position) });
      replicaReads.inc({ outcome: 'replica' });
      return done;
    } catch (cause) {
      const reason = reasonOf(cause);
      if (!reason || here.bounds?.reading.aborted) {
        throw cause;
      }
      replicaReads.inc({ outcome: reason });
    }
    return transact(here);
  }

  async close(): Promise<void> {
    await Promise.all([this.#watch.close(), this.#monitor.close()]);
    await Promise.all([this.#replica.destroy(), this.#look.destroy(), this.#primary.close()]);
  }

  /** Waits until the replica has come to where the primary is. @throws {NotReadThere} if it does not in time. */
  async #caughtUp(): Promise<WalPosition> {
    if (!this.state.isThere) {
      throw new NotReadThere('away');
    }
    const position = await this.#position.get();
    const until = performance.now() + (this.#isWaitedFor ? this.#waitMs : 0);
    for (let pauseMs: number = lookEveryMs.first; !this.#hasReached(position); pauseMs *= 2) {
      if (performance.now() > until) {
        this.#missed = position;
        throw new NotReadThere('behind');
      }
      const { follows, history } = await this.#standby.get();
      if (!follows || history !== position.history) {
        this.#missed = position;
        throw new NotReadThere('behind');
      }
      if (!this.#hasReached(position)) {
        await delay(Math.min(pauseMs, lookEveryMs.most));
      }
    }
    return position;
  }

  #hasReached(position: WalPosition): boolean {
    return this.#known !== undefined && shows(this.#known, position);
  }

  get #isWaitedFor(): boolean {
    if (this.#missed && this.#hasReached(this.#missed)) {
      this.#missed = undefined;
    }
    return this.#missed === undefined;
  }

  async #measure(): Promise<void> {
    this.#lastLag = null;
    if (this.state.isThere) {
      const position = await this.#position.get();
      this.#lastLag = this.#lag.see(position, await this.#standby.get(), performance.now());
    }
  }
}

/**
 * Admits a connection whose standby shows what had been committed at `position`. It is asked of each, before its transaction is begun: behind
 * the address may be another standby than the one that was looked at.
 */
const admitAt =
  (position: WalPosition): Admit =>
  async (ask) => {
    const { rows } = await ask(named(standbyState));
    if (!shows(stateOf(rows[0]), position)) {
      throw new NotReadThere('behind');
    }
  };

/** Why something that failed there is read at the primary; undefined for what would be no other there. */
function reasonOf(cause: unknown): Reason | undefined {
  if (cause instanceof NotReadThere) {
    return cause.reason;
  }
  if (isDatabaseError(cause)) {
    return 'failed';
  }
  if (cause instanceof DatabaseUnavailable) {
    return 'away';
  }
  return cause instanceof Error && cause.cause !== undefined ? reasonOf(cause.cause) : undefined;
}

/** Looks that are remembered at most; of an older one every other is forgotten. */
const mostLooks = 1_000;

/** How far a replica is behind. */
interface Lag {
  readonly bytes: number;
  /** Since the first moment whose commits it does not show all. */
  readonly seconds: number;
}

/** Tells how long a replica takes to show what was committed, from looks at both. */
export class LagMeter {
  /** Where the primary was at moments that the replica does not show yet. */
  #unseen: { readonly at: number; readonly position: WalPosition }[] = [];

  /** @param now - milliseconds, of any clock that goes forward. */
  see(position: WalPosition, standby: StandbyState, now: number): Lag {
    this.#unseen.push({ at: now, position });
    this.#unseen = this.#unseen.filter((each) => !shows(standby, each.position));
    if (this.#unseen.length > mostLooks) {
      this.#unseen = this.#unseen.filter((_, index) => index % 2 === 0);
    }
    const [first] = this.#unseen;
    return {
      bytes: first ? Number(position.bytes - standby.bytes) : 0,
      seconds: first ? (now - first.at) / 1000 : 0,
    };
  }
}

/**
 * Asks for all who want to know the same thing. Who comes while a question is under way waits for the one after it, as that one may have
 * been answered before they came: what anybody is given was found out after they asked, and one question is under way at most.
 */
export class Latest<T> {
  readonly #ask: () => Promise<T>;
  #asking: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  get(): Promise<T> {
    if (!this.#asking) {
      return this.#begin();
    }
    this.#next ??= this.#after(this.#asking);
    return this.#next;
  }

  async #after(asking: Promise<T>): Promise<T> {
    await asking.catch(() => undefined); // told to those who asked it
    this.#next = undefined;
    return this.#begin();
  }

  #begin(): Promise<T> {
    const asking = this.#ask().finally(() => {
      if (this.#asking === asking) {
        this.#asking = undefined;
      }
    });
    this.#asking = asking;
    return asking;
  }
}
