import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { Changes } from './changes.ts';
import { Gateway, type Ledger } from './gateway.ts';
import { Lock, type Decision } from './lock.ts';
import type { Network } from './network.ts';
import { Random } from './random.ts';
import type { Registry } from './registry.ts';
import type { Stats } from './stats.ts';

const gatewayCount = 8;
const tickMs = 100;

/** Milliseconds for everything that waits to arrive at the end, and for the server to come back if it is away. */
const endMs = 120_000;

export interface Play {
  /** Everything random comes from it; when answers arrive is the network's. */
  readonly seed: number;
  /** Uses a second, over all containers. */
  readonly rate: number;
  readonly seconds: number;
  /** Changes of the registry a minute. */
  readonly changesPerMinute: number;
}

/** A town in which people use containers, and the registry changes under their hands. */
export class Town {
  readonly locks: readonly Lock[];
  readonly gateways: readonly Gateway[];
  readonly changes: Changes;
  readonly decisions: Decision[] = [];
  readonly #play: Play;
  readonly #stats: Stats;
  readonly #people: Random;
  readonly #fate: Random;
  readonly #serials: readonly string[];
  #ended = false;

  constructor(
    start: Registry,
    { root, network }: { readonly root: Client; readonly network: Network },
    { play, stats, ledger }: { readonly play: Play; readonly stats: Stats; readonly ledger?: Ledger },
  ) {
    const random = (name: string) => new Random(play.seed, name);
    // Of this very run, so that numbers begin at 1: minutes since the lock network began.
    const bootNumber = Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 1_000);
    this.#play = play;
    this.#stats = stats;
    this.#people = random('people');
    this.#fate = random('fate');
    this.#serials = [...start.facts.cards.keys()];
    this.changes = new Changes(root, start, stats);
    this.locks = [...start.facts.containers.values()].map(
      (container) => new Lock(container, bootNumber, random(`lock ${container.serialNumber}`)),
    );
    this.gateways = Array.from({ length: gatewayCount }, (_, index) => {
      const locks = this.locks.filter((_lock, position) => position % gatewayCount === index);
      const parts = { network, stats, random: random(`gateway ${index}`), moment: this.changes.moment };
      return new Gateway(locks, { ...parts, ...(ledger && { ledger }) });
    });
  }

  /** Reports that wait to be known to have arrived. */
  get waiting(): number {
    return this.locks.reduce((sum, { events, updates }) => sum + events.size + updates.size, 0);
  }

  /** Ends the time of the play early. */
  end(): void {
    this.#ended = true;
  }

  /** Lives for the time of the play. @param each - told once a second which second it is. */
  async live(each: (second: number) => void): Promise<void> {
    const running = [...this.gateways.map((gateway) => this.#serve(gateway)), this.#change()];
    const began = Date.now();
    let used = 0;
    let second = 0;
    for (let elapsed = 0; !this.#ended && elapsed < this.#play.seconds * 1_000; elapsed = Date.now() - began) {
      const due = Math.floor((elapsed / 1_000) * this.#play.rate);
      for (; used < due; used += 1) {
        this.#useOne();
      }
      for (; second < Math.floor(elapsed / 1_000); second += 1) {
        this.#passSecond();
        each(second);
      }
      await pause(tickMs);
    }
    this.#ended = true;
    await Promise.all(running);
  }

  /** Brings all that waits, loses nothing any more, and fetches every list once more. @returns whether all arrived. */
  async settle(): Promise<boolean> {
    await this.changes.giveRoom();
    const until = Date.now() + endMs;
    const settled = await Promise.all(
      this.gateways.map(async (gateway) => {
        gateway.loss = 0;
        gateway.locks.forEach((lock) => {
          lock.offlineUntil = 0;
          lock.syncAt = 0;
        });
        do {
          await gateway.round(Date.now());
          if (!gateway.isDone) {
            await pause(tickMs);
          }
        } while (!gateway.isDone && Date.now() < until);
        return gateway.isDone;
      }),
    );
    return settled.every(Boolean);
  }

  async #serve(gateway: Gateway): Promise<void> {
    while (!this.#ended) {
      if (!(await gateway.round(Date.now()))) {
        await pause(500);
      }
    }
  }

  async #change(): Promise<void> {
    const random = new Random(this.#play.seed, 'changes');
    while (!this.#ended && this.#play.changesPerMinute > 0) {
      await pause((60_000 / this.#play.changesPerMinute) * random.between(0.5, 1.5));
      await (random.chance(0.08) ? this.changes.squeeze(random) : this.changes.makeOne(random));
    }
  }

  /** Somebody comes to a container: mostly with a card that opens it, sometimes with another, or with one nobody knows. */
  #useOne(): void {
    const random = this.#people;
    const lock = random.pick(this.locks);
    const draw = random.next();
    const own = [...lock.list.admitted];
    const unknown = Math.floor(random.next() * 0xffff_ffff)
      .toString(16)
      .toUpperCase()
      .padStart(8, '0');
    const serial =
      draw < 0.04 ? unknown : draw < 0.2 || own.length === 0 ? random.pick(this.#serials) : random.pick(own);
    const decision = lock.use(serial, Date.now(), this.changes.moment());
    this.decisions.push(decision);
    this.#stats.add('uses');
    this.#stats.add(decision.granted ? 'granted' : 'denied');
  }

  #passSecond(): void {
    const now = Date.now();
    const fate = this.#fate;
    for (const lock of this.locks) {
      lock.pass(now);
      if (fate.chance(1 / 150) && lock.isOnline(now)) {
        lock.offlineUntil = now + fate.between(3_000, 40_000);
        this.#stats.add('offline');
      }
      if (fate.chance(1 / 600)) {
        lock.reboot();
        this.#stats.add('reboots');
        if (lock.list.version === null) {
          this.#stats.add('listsLost');
        }
      }
    }
  }
}
