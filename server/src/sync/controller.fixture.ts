import { createHash } from 'node:crypto';
import type { Caller } from '../testing/harness.ts';

const Ask = /* GraphQL */ `
  query ($containerId: ID!, $after: String, $first: Int!) {
    cardsToSync(containerId: $containerId, after: $after, first: $first) {
      mode
      cards {
        serialNumber
        action
      }
      version
      hasMore
      checksum
    }
  }
`;
const Acknowledge = /* GraphQL */ `
  mutation ($containerId: ID!, $version: String!, $checksum: String!, $count: Int!, $outcome: SyncOutcome!) {
    acknowledgeSync(containerId: $containerId, version: $version, checksum: $checksum, count: $count, outcome: $outcome)
  }
`;

/** As a lock works it out from what it holds. */
export const checksumOf = (serialNumbers: readonly string[]): string =>
  createHash('sha256').update(serialNumbers.toSorted().join('\n')).digest('hex');

export interface Answer {
  readonly mode: 'full' | 'delta' | 'withheld';
  readonly cards: readonly { readonly serialNumber: string; readonly action: 'admit' | 'refuse' | 'forget' }[];
  readonly version: string;
  readonly hasMore: boolean;
  readonly checksum: string;
}

/** A lock's controller as the documents describe it: it holds a list, asks for changes, and says what it made of them. */
export class Controller {
  readonly containerId: string;
  readonly gateway: Caller;
  admitted = new Set<string>();
  version: string | null = null;
  /** Lists that turned out not to be what the server said they were. */
  wrong = 0;

  constructor(containerId: string, gateway: Caller) {
    this.containerId = containerId;
    this.gateway = gateway;
  }

  async ask(after: string | null, first: number): Promise<Answer> {
    const { data, errors } = await this.gateway.run(Ask, { containerId: this.containerId, after, first });
    if (errors) {
      throw new Error(`cardsToSync refused: ${JSON.stringify(errors)}`);
    }
    return data.cardsToSync;
  }

  /** Asks until nothing more is to come, then acknowledges. @returns what the server says of it. */
  async poll(first: number): Promise<boolean> {
    const read = await this.#read(first);
    return read !== null && this.#keep(read);
  }

  /** The same, and what it says of it does not arrive. */
  async pollUnheard(first: number): Promise<void> {
    const read = await this.#read(first);
    if (read) {
      [this.admitted, this.version] = [read.list, read.version];
    }
  }

  /** @returns null while the list is withheld. */
  async #read(first: number): Promise<(Answer & { readonly list: Set<string> }) | null> {
    let after = this.version;
    const list = new Set(this.admitted);
    let mode: Answer['mode'] = 'delta';
    for (;;) {
      const answer = await this.ask(after, first);
      if (answer.mode === 'withheld') {
        return null;
      }
      if (answer.mode === 'full' && mode === 'delta') {
        list.clear();
      }
      mode = answer.mode;
      for (const { serialNumber, action } of answer.cards) {
        if (action === 'admit') {
          list.add(serialNumber);
        } else {
          list.delete(serialNumber);
        }
      }
      after = answer.version;
      if (!answer.hasMore) {
        return { ...answer, list };
      }
    }
  }

  async #keep({ list, version, checksum }: Answer & { readonly list: Set<string> }): Promise<boolean> {
    const accepted = await this.#confirm(list, version);
    if (checksumOf([...list]) === checksum) {
      this.admitted = list;
      this.version = version;
    } else {
      this.version = null;
      this.wrong += 1;
    }
    return accepted;
  }

  /** Says again what it holds. @returns what the server says of it. */
  confirm(): Promise<boolean> {
    return this.#confirm(this.admitted, this.version ?? '0');
  }

  async #confirm(list: Set<string>, version: string): Promise<boolean> {
    const { data } = await this.gateway.run(Acknowledge, {
      containerId: this.containerId,
      version,
      checksum: checksumOf([...list]),
      count: list.size,
      outcome: 'applied',
    });
    return data.acknowledgeSync;
  }
}
