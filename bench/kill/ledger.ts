import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Ledger } from '../simulate/gateway.ts';
import type { CardEvent } from '../simulate/lock.ts';

/** What identifies an event. */
const keyOf = ({ containerId, bootNumber, number }: Pick<CardEvent, 'containerId' | 'bootNumber' | 'number'>): string =>
  `${containerId}/${bootNumber}/${number}`;

/**
 * The sender's own account, on disk before it acts: what it sent, noted before the request leaves, and what the server said
 * it has, noted before anything else is done with the answer.
 */
export class FileLedger implements Ledger {
  readonly #file: number;
  /** Acknowledged so far. */
  readonly acknowledgedKeys = new Set<string>();

  constructor(path: string) {
    this.#file = openSync(path, 'a');
  }

  sent(events: readonly CardEvent[]): void {
    this.#write(events.map((event) => `s ${keyOf(event)} ${event.kind} ${event.serialNumber}`));
  }

  acknowledged(events: readonly CardEvent[]): void {
    this.#write(events.map((event) => `a ${keyOf(event)}`));
    events.forEach((event) => this.acknowledgedKeys.add(keyOf(event)));
  }

  #write(lines: readonly string[]): void {
    writeSync(this.#file, lines.map((line) => `${line}\n`).join(''));
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}

export interface LedgerEntries {
  /** Key to what was sent under it. */
  readonly sent: ReadonlyMap<string, string>;
  readonly acknowledged: ReadonlySet<string>;
  /** Keys of which different things were sent: a mistake of the sender's. */
  readonly ambiguous: readonly string[];
}

/** What a ledger says, read from the disk. */
export async function readLedger(path: string): Promise<LedgerEntries> {
  const sent = new Map<string, string>();
  const acknowledged = new Set<string>();
  const ambiguous: string[] = [];
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const [mark, key = '', ...content] = line.split(' ');
    if (mark === 'a') {
      acknowledged.add(key);
    } else if (mark === 's') {
      const text = content.join(' ');
      if (sent.has(key) && sent.get(key) !== text) {
        ambiguous.push(key);
      }
      sent.set(key, text);
    }
  }
  return { sent, acknowledged, ambiguous };
}
