/** What identifies a report of a lock, with the container it belongs to. */
export interface Numbered {
  readonly bootNumber: number;
  readonly number: number;
}

/** Up to which number of a boot nothing is missing at the server. */
export type Complete = Numbered;

/**
 * What a lock has to report: numbered from 1, without gaps, anew at each boot, and kept, oldest first, until the server says
 * that nothing up to it is missing. What was sent and not answered is simply sent again.
 */
export class Outbox<Report extends Numbered> {
  readonly #waiting: Report[] = [];
  #bootNumber: number;
  #last = 0;

  constructor(bootNumber: number) {
    this.#bootNumber = bootNumber;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Keeps what `write` makes of the next number. */
  add(write: (position: Numbered) => Report): void {
    this.#last += 1;
    this.#waiting.push(write({ bootNumber: this.#bootNumber, number: this.#last }));
  }

  /** The oldest that wait, at most so many. */
  oldest(count: number): readonly Report[] {
    return this.#waiting.slice(0, count);
  }

  /** Lets go of what is safe, and gives it; an answer that comes late or twice does no harm. */
  complete({ bootNumber, number }: Complete): Report[] {
    const isSafe = (each: Report) => each.bootNumber === bootNumber && each.number <= number;
    const released = this.#waiting.filter(isSafe);
    const kept = this.#waiting.filter((each) => !isSafe(each));
    this.#waiting.splice(0, this.#waiting.length, ...kept);
    return released;
  }

  /** Numbers begin anew; what waits keeps the boot it belongs to. */
  reboot(bootNumber: number): void {
    this.#bootNumber = bootNumber;
    this.#last = 0;
  }
}
