import { shows, type StandbyState, type WalPosition } from './wal-position.ts';

/** Looks that are remembered at most; of an older one every other is forgotten. */
const mostLooks = 1_000;

/** How far a replica is behind. */
export interface Lag {
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
