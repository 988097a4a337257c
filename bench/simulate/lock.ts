import { LockList } from './lock-list.ts';
import { Outbox, type Numbered } from './outbox.ts';
import type { Random } from './random.ts';
import type { ContainerFacts } from './registry.ts';

export type CardEventKind = 'access_denied' | 'access_granted' | 'full_use' | 'no_use' | 'open_after_use';

export interface CardEvent extends Numbered {
  readonly containerId: string;
  readonly kind: CardEventKind;
  /** By the clock of the lock. */
  readonly at: string;
  readonly serialNumber: string;
  readonly listVersion: string | null;
}

export interface StatusUpdate extends Numbered {
  readonly containerId: string;
  readonly kind: 'battery_life_pct' | 'emptying_detected' | 'fill_closed' | 'fill_level_pct';
  readonly at: string;
  readonly value: string;
}

/** Between which states of the registry something happened: after so many changes, at least and at most. */
export interface Between {
  readonly from: number;
  readonly to: number;
}

/** Whether somebody was let in, and by which list. */
export interface Decision {
  readonly containerId: string;
  readonly serialNumber: string;
  readonly granted: boolean;
  /** What the report is to count for it. */
  readonly litres: number;
  /** Null: the lock held no list. */
  readonly version: string | null;
  /** When that version was offered; null without a list. */
  readonly offered: Between | null;
  /** When it was decided. */
  readonly decided: Between;
}

/** What is wrong with the clocks of locks: most are set right at each sync, some drift far in between, some never listen. */
export type ClockKind = 'good' | 'drifting' | 'wrong';

/** Points of battery or fill that are worth a message. */
const step = 10;

/** Where a clock begins that lost its battery. */
const epochOfLostClocks = Date.UTC(2000, 0, 1);

/** A container with its lock: decides by the list it holds, keeps what it has to report, and knows no network. */
export class Lock {
  readonly container: ContainerFacts;
  readonly list = new LockList();
  readonly events: Outbox<CardEvent>;
  readonly updates: Outbox<StatusUpdate>;
  readonly clock: ClockKind;
  /** Until when, in milliseconds of the true time, it has no network. */
  offlineUntil = 0;
  /** When it asks for cards next. */
  syncAt = 0;
  /** When its version was offered; null without one. */
  offered: Between | null = null;
  /** Its version, once applied, waits to be told to the server. */
  tellsApplied = false;
  /** What it told last of each kind that has one value at a time. */
  readonly lastTold: Partial<Record<'battery_life_pct' | 'fill_level_pct', string>> = {};
  readonly #random: Random;
  readonly #drainPerSecond: number;
  #bootNumber: number;
  #clockOffsetMs: number;
  #drift = 0;
  #rebooted = false;
  #battery: number;
  #fill: number;
  #told = { battery: Number.NaN, fill: Number.NaN };
  #emptiedAt = Number.POSITIVE_INFINITY;

  constructor(container: ContainerFacts, bootNumber: number, random: Random) {
    this.container = container;
    this.#random = random;
    this.#bootNumber = bootNumber;
    this.events = new Outbox(bootNumber);
    this.updates = new Outbox(bootNumber);
    const draw = random.next();
    this.clock = draw < 0.1 ? 'wrong' : draw < 0.3 ? 'drifting' : 'good';
    // Ahead by up to two hours, or behind by up to two weeks.
    const wrong = random.chance(0.5) ? random.between(6, 120) * 60_000 : -random.between(1, 14 * 24) * 3_600_000;
    this.#clockOffsetMs = this.clock === 'wrong' ? wrong : random.between(-2_000, 2_000);
    this.#battery = random.between(20, 100);
    this.#fill = random.between(0, 80);
    this.#drainPerSecond = random.chance(0.1) ? 0.3 : 0.005;
  }

  get bootNumber(): number {
    return this.#bootNumber;
  }

  /** Whether what it told can be put in order by its times. */
  get clockWasRight(): boolean {
    return this.clock === 'good' && !this.#rebooted;
  }

  isOnline(now: number): boolean {
    return now >= this.offlineUntil;
  }

  /** Somebody holds a card to it. */
  use(serialNumber: string, now: number, decided: Between): Decision {
    const { id: containerId, opensToAll, drumLitres, sizeLitres } = this.container;
    const { version } = this.list;
    const granted = opensToAll || this.list.admits(serialNumber);
    const kind = granted ? this.#kindOfUse() : 'access_denied';
    const litres = kind === 'full_use' || kind === 'open_after_use' ? drumLitres : 0;
    const at = this.#at(now);
    this.events.add((position) => ({ ...position, containerId, kind, at, serialNumber, listVersion: version }));
    this.#fill = Math.min(100, this.#fill + (litres / sizeLitres) * 40);
    return { containerId, serialNumber, granted, litres, version, offered: this.offered, decided };
  }

  #kindOfUse(): CardEventKind {
    if (this.#fill >= 100) {
      return 'no_use';
    }
    const draw = this.#random.next();
    return draw < 0.88 ? 'full_use' : draw < 0.94 ? 'no_use' : draw < 0.97 ? 'access_granted' : 'open_after_use';
  }

  /** A second passes: the battery drains, the clock drifts, a full container is emptied after a while. */
  pass(now: number): void {
    this.#battery = Math.max(1, this.#battery - this.#drainPerSecond);
    this.#drift += this.clock === 'drifting' ? 20 : 0.02;
    if (this.#fill >= 100 && this.#emptiedAt === Number.POSITIVE_INFINITY) {
      this.#tell('fill_closed', 'true', now);
      this.#emptiedAt = now + this.#random.between(5_000, 40_000);
    }
    if (now >= this.#emptiedAt) {
      this.#emptiedAt = Number.POSITIVE_INFINITY;
      this.#fill = 0;
      this.#tell('emptying_detected', '', now);
    }
    this.#tellChanges(now);
  }

  #tellChanges(now: number): void {
    if (!(Math.abs(this.#battery - this.#told.battery) < step)) {
      this.#told.battery = this.#battery;
      this.#tell('battery_life_pct', String(Math.round(this.#battery)), now);
    }
    if (!(Math.abs(this.#fill - this.#told.fill) < step)) {
      this.#told.fill = this.#fill;
      this.#tell('fill_level_pct', String(Math.round(this.#fill)), now);
    }
  }

  #tell(kind: StatusUpdate['kind'], value: string, now: number): void {
    const { id: containerId } = this.container;
    if (kind === 'battery_life_pct' || kind === 'fill_level_pct') {
      this.lastTold[kind] = value;
    }
    this.updates.add((position) => ({ ...position, containerId, kind, at: this.#at(now), value }));
  }

  /** The power fails: numbers begin anew under the next boot, the clock is lost, and sometimes the list. */
  reboot(): void {
    this.#rebooted = true;
    this.#bootNumber += 1;
    this.events.reboot(this.#bootNumber);
    this.updates.reboot(this.#bootNumber);
    this.list.interrupt();
    if (this.#random.chance(0.25)) {
      this.list.lose();
      this.offered = null;
    }
    this.syncAt = 0;
    if (this.clock !== 'wrong') {
      this.#clockOffsetMs = Number.NaN; // lost; the next sync sets it
    }
  }

  /** The server has told the time. */
  setClock(): void {
    if (this.clock !== 'wrong') {
      this.#clockOffsetMs = this.#random.between(-500, 500);
      this.#drift = 0;
    }
  }

  #at(now: number): string {
    const shown = Number.isNaN(this.#clockOffsetMs) ? epochOfLostClocks : now + this.#clockOffsetMs + this.#drift;
    return new Date(shown).toISOString();
  }
}
