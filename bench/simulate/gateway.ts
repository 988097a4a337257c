import { Refusal } from '../client.ts';
import type { Between, CardEvent, Lock, StatusUpdate } from './lock.ts';
import { checksumOf, type SyncAnswer } from './lock-list.ts';
import type { Network } from './network.ts';
import type { Complete, Numbered, Outbox } from './outbox.ts';
import type { Random } from './random.ts';
import type { Stats } from './stats.ts';

/** Events or updates of one request. */
const batchSize = 500;

/** Milliseconds between two questions of a lock for its list. */
const syncEveryMs = 20_000;

/** Locks that get their lists between two deliveries: reports do not wait for all of them. */
const syncsInARound = 4;

/** Entries of one page: small, so that lists come in several. */
const pageSizes = [40, 250, 1_000] as const;

interface Receipt {
  readonly results: readonly {
    readonly outcome: 'accepted' | 'duplicate' | 'rejected';
    readonly reason: string | null;
  }[];
  readonly completeUpTo: readonly (Complete & { readonly containerId: string })[];
}

/** Told of what is sent and of what is known to be stored, before and after. */
export interface Ledger {
  sent(events: readonly CardEvent[]): void;
  acknowledged(events: readonly CardEvent[]): void;
}

export interface GatewayParts {
  readonly network: Network;
  readonly stats: Stats;
  readonly random: Random;
  /** Between which states of the registry this moment is; given what was known when it began, since then. */
  readonly moment: (since?: Between) => Between;
  readonly ledger?: Ledger;
}

/** Stands between some locks and the server: brings what they report, fetches their lists, and loses some of both. */
export class Gateway {
  readonly locks: readonly Lock[];
  readonly #parts: GatewayParts;
  /** What is lost of requests, and of answers: none while the run comes to its end. */
  loss = 0.04;
  /** The first few reasons for which something was rejected or failed. */
  readonly complaints = new Set<string>();
  #round = 0;

  constructor(locks: readonly Lock[], parts: GatewayParts) {
    this.locks = locks;
    this.#parts = parts;
  }

  /** One look at all its locks that have network. @returns whether more is to be done at once. */
  async round(now: number): Promise<boolean> {
    const online = this.locks.filter((lock) => lock.isOnline(now));
    const more = await this.#bringEvents(online);
    const moreUpdates = await this.#bringUpdates(online);
    const moreSyncs = await this.#syncSome(online, now);
    return more || moreUpdates || moreSyncs;
  }

  async #syncSome(online: readonly Lock[], now: number): Promise<boolean> {
    const due = online.filter(({ syncAt }) => now >= syncAt).toSorted((a, b) => a.syncAt - b.syncAt);
    for (const lock of due.slice(0, syncsInARound)) {
      const asked = await this.#unlessDown(() => this.#sync(lock));
      if (!asked) {
        return false;
      }
      lock.syncAt = now + syncEveryMs;
    }
    return due.length > syncsInARound;
  }

  /** Whether all that its locks have reported is known to be stored, and all have asked for their lists. */
  get isDone(): boolean {
    return this.locks.every(({ events, updates, syncAt }) => events.size === 0 && updates.size === 0 && syncAt > 0);
  }

  async #bringEvents(locks: readonly Lock[]): Promise<boolean> {
    const events = this.#collect(locks, ({ events: waiting }, count) => waiting.oldest(count));
    if (events.length === 0) {
      return false;
    }
    const { network, stats, ledger } = this.#parts;
    ledger?.sent(events);
    stats.add('eventsSent', events.length);
    const input = events.map(({ number, ...event }) => ({ ...event, eventNumber: number }));
    const receipt = await this.#send(() =>
      stats.time('recordCardEvents', () => network.ask<Receipt>('recordCardEvents', { events: input })),
    );
    if (receipt) {
      stats.add('eventsAccepted', this.#count(receipt, 'accepted'));
      stats.add('eventsDuplicate', this.#count(receipt, 'duplicate'));
      stats.add('eventsRejected', this.#count(receipt, 'rejected'));
      ledger?.acknowledged(events.filter((_, index) => receipt.results[index]?.reason === null));
      const released = this.#release(locks, receipt, ({ events: waiting }) => waiting);
      ledger?.acknowledged(released);
    }
    return receipt !== undefined && events.length === batchSize;
  }

  async #bringUpdates(locks: readonly Lock[]): Promise<boolean> {
    const updates = this.#collect<StatusUpdate>(locks, ({ updates: waiting }, count) => waiting.oldest(count));
    if (updates.length === 0) {
      return false;
    }
    const { network, stats } = this.#parts;
    stats.add('updatesSent', updates.length);
    const input = updates.map(({ number, ...update }) => ({ ...update, updateNumber: number }));
    const receipt = await this.#send(() =>
      stats.time('recordStatusUpdates', () => network.ask<Receipt>('recordStatusUpdates', { updates: input })),
    );
    if (receipt) {
      stats.add('updatesAccepted', this.#count(receipt, 'accepted'));
      stats.add('updatesDuplicate', this.#count(receipt, 'duplicate'));
      stats.add('updatesRejected', this.#count(receipt, 'rejected'));
      this.#release(locks, receipt, ({ updates: waiting }) => waiting);
    }
    return receipt !== undefined && updates.length === batchSize;
  }

  /** The oldest of each lock, until a request is full; another lock comes first each time. */
  #collect<Item>(locks: readonly Lock[], oldest: (lock: Lock, count: number) => readonly Item[]): Item[] {
    this.#round += 1;
    const items: Item[] = [];
    for (let index = 0; index < locks.length && items.length < batchSize; index += 1) {
      const lock = locks[(index + this.#round) % locks.length];
      items.push(...(lock ? oldest(lock, batchSize - items.length) : []));
    }
    return items;
  }

  #count({ results }: Receipt, outcome: string): number {
    const those = results.filter((result) => result.outcome === outcome);
    those.forEach(({ reason }) => this.#complain(reason));
    return those.length;
  }

  #complain(reason: string | null): void {
    if (reason !== null && this.complaints.size < 10) {
      this.complaints.add(reason);
    }
  }

  /** @returns what the locks let go of: with that, too, the server has said that it has it. */
  #release<Report extends Numbered>(
    locks: readonly Lock[],
    { completeUpTo }: Receipt,
    outboxOf: (lock: Lock) => Outbox<Report>,
  ): Report[] {
    const byId = new Map(locks.map((lock) => [lock.container.id, lock]));
    return completeUpTo.flatMap(({ containerId, ...upTo }) => {
      const lock = byId.get(containerId);
      return lock ? outboxOf(lock).complete(upTo) : [];
    });
  }

  /** Sends, unless the request is lost; undefined when there is no answer, or none that arrived. */
  async #send(request: () => Promise<Receipt>): Promise<Receipt | undefined> {
    const { random, stats } = this.#parts;
    if (random.chance(this.loss)) {
      stats.add('requestsLost');
      return undefined;
    }
    const answer = await this.#unlessDown(request);
    if (answer && random.chance(this.loss)) {
      stats.add('answersLost');
      return undefined;
    }
    return answer;
  }

  /** A server that is down is asked again later, as a lock would; one that refuses is a finding. */
  async #unlessDown<Value>(request: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await request();
    } catch (error) {
      this.#parts.stats.add('requestsFailed');
      this.#complain(error instanceof Refusal && error.code !== 'Internal' ? error.message : null);
      return undefined;
    }
  }

  /** Brings a lock's list up to date, page by page, unless the network goes in between, and says so to the server. */
  async #sync(lock: Lock): Promise<true> {
    const { stats, random, moment } = this.#parts;
    const first = random.pick(pageSizes);
    for (let taken = 'more'; taken === 'more';) {
      if (random.chance(this.loss)) {
        stats.add('requestsLost');
        return true; // what has come so far stays, and the next page is asked for another time
      }
      const asked = moment();
      const { bootNumber } = lock;
      const answer = await this.#askForCards(lock, first);
      // What comes for a lock that began anew in between finds nobody who asked.
      if (random.chance(this.loss) || lock.bootNumber !== bootNumber) {
        stats.add('answersLost');
        return true;
      }
      lock.setClock();
      const had = lock.list.version;
      taken = lock.list.take(answer);
      if (taken === 'applied' && had !== lock.list.version) {
        lock.offered = moment(asked);
        lock.tellsApplied = true;
      }
      this.#note(answer, taken);
    }
    if (lock.tellsApplied && lock.list.version !== null) {
      await this.#acknowledge(lock, lock.list.version);
    }
    return true;
  }

  #askForCards({ container, list }: Lock, first: number): Promise<SyncAnswer> {
    const { network, stats } = this.#parts;
    const variables = { containerId: container.id, after: list.after, first };
    return stats.time('cardsToSync', () => network.ask<SyncAnswer>('cardsToSync', variables));
  }

  #note({ mode, cards, hasMore }: SyncAnswer, taken: string): void {
    const { stats } = this.#parts;
    if (mode === 'withheld') {
      stats.add('withheldSyncs');
    } else if (taken === 'wrong') {
      stats.add('wrongChecksums');
    } else if (!hasMore) {
      stats.add(mode === 'full' ? 'fullSyncs' : cards.length > 0 ? 'deltaSyncs' : 'emptySyncs');
    }
  }

  async #acknowledge(lock: Lock, version: string): Promise<void> {
    const { network, stats, random } = this.#parts;
    const { admitted } = lock.list;
    const told = { version, checksum: checksumOf(admitted), count: admitted.size, outcome: 'applied' };
    const held = await stats.time('acknowledgeSync', () =>
      network.ask<boolean>('acknowledgeSync', { containerId: lock.container.id, ...told }),
    );
    stats.add(held ? 'applied' : 'notApplied');
    if (random.chance(this.loss)) {
      stats.add('answersLost'); // told again at the next sync
    } else {
      lock.tellsApplied = false;
    }
  }
}
