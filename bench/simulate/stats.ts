/** What is counted, in the order in which it is printed. */
const counted = [
  'uses',
  'granted',
  'denied',
  'eventsSent',
  'eventsAccepted',
  'eventsDuplicate',
  'eventsRejected',
  'updatesSent',
  'updatesAccepted',
  'updatesDuplicate',
  'updatesRejected',
  'requestsLost',
  'answersLost',
  'requestsFailed',
  'offline',
  'reboots',
  'listsLost',
  'fullSyncs',
  'deltaSyncs',
  'emptySyncs',
  'withheldSyncs',
  'wrongChecksums',
  'applied',
  'notApplied',
  'changes',
] as const;
type Counted = (typeof counted)[number];

/** What requests are timed. */
const timed = ['recordCardEvents', 'recordStatusUpdates', 'cardsToSync', 'acknowledgeSync', 'change'] as const;
export type Timed = (typeof timed)[number];

/** What a run has seen. */
export class Stats {
  readonly #counts = new Map<Counted, number>();
  readonly #times = new Map<Timed, number[]>();

  add(what: Counted, count = 1): void {
    this.#counts.set(what, this.of(what) + count);
  }

  of(what: Counted): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Runs a request and notes the milliseconds it took, if it was answered. */
  async time<Value>(what: Timed, work: () => Promise<Value>): Promise<Value> {
    const began = performance.now();
    const value = await work();
    const times = this.#times.get(what) ?? [];
    times.push(performance.now() - began);
    this.#times.set(what, times);
    return value;
  }

  /** Milliseconds that so much of all requests stayed under, as `0.99`; 0 before there were any. */
  quantile(what: Timed, part: number): number {
    const times = (this.#times.get(what) ?? []).toSorted((a, b) => a - b);
    return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  }

  *lines(): Generator<string> {
    for (const what of counted) {
      yield `  ${what.padEnd(20)} ${this.of(what).toLocaleString('en').padStart(12)}`;
    }
    for (const what of timed) {
      const [p50, p99] = [0.5, 0.99].map((part) => this.quantile(what, part).toFixed(1).padStart(8));
      yield `  ${what.padEnd(20)} ${String(this.#times.get(what)?.length ?? 0).padStart(12)} requests  p50 ${p50} ms  p99 ${p99} ms`;
    }
  }
}
