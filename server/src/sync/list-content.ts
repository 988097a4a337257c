import { hash } from 'node:crypto';

/** An entry of a list that changed: the card admits now, or it does not. */
export interface ListChange {
  readonly cardId: string;
  readonly serialNumber: string;
  readonly admits: boolean;
}

/** Cards of all lists that are held; a card takes about 150 bytes. */
const maxCards = 200_000;

/** What a list admits at one version of it. */
export class ListContent {
  readonly #cards = new Map<string, string>();
  /** The serials, in the order of their bytes: they are hexadecimal. */
  #serials: string[] = [];
  version: string;

  constructor(version: string, admitted: readonly Omit<ListChange, 'admits'>[]) {
    this.version = version;
    for (const { cardId, serialNumber } of admitted) {
      this.#cards.set(cardId, serialNumber);
    }
    this.#serials = [...this.#cards.values()].toSorted();
  }

  get size(): number {
    return this.#cards.size;
  }

  /** Brings it to `version` by all that changed behind its own. */
  moveOn(version: string, changes: readonly ListChange[]): void {
    for (const { cardId, serialNumber, admits } of changes) {
      if (admits !== this.#cards.has(cardId)) {
        const position = this.#positionOf(serialNumber);
        this.#serials.splice(position, admits ? 0 : 1, ...(admits ? [serialNumber] : []));
      }
      if (admits) {
        this.#cards.set(cardId, serialNumber);
      } else {
        this.#cards.delete(cardId);
      }
    }
    this.version = version;
  }

  /** SHA-256 in hexadecimal over the serials, sorted, joined by newlines (api.graphql). */
  get checksum(): string {
    return hash('sha256', this.#serials.join('\n'));
  }

  /** Where a serial stands or would stand. */
  #positionOf(serial: string): number {
    let [low, high] = [0, this.#serials.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#serials[middle] ?? '') < serial) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/**
 * The lists that were asked for last. A checksum is over the whole list, and is due again with each change of it: reading ten
 * thousand cards for one that is new takes longer than all the rest of an answer.
 */
export class ListContents {
  /** The list that was asked for longest ago comes first. */
  readonly #contents = new Map<string, ListContent>();
  #cards = 0;

  find(containerGroupId: string): ListContent | undefined {
    return this.#contents.get(containerGroupId);
  }

  drop(containerGroupId: string): void {
    this.#cards -= this.#contents.get(containerGroupId)?.size ?? 0;
    this.#contents.delete(containerGroupId);
  }

  /** Holds a list; those that were asked for longest ago go, if it is too much. */
  put(containerGroupId: string, content: ListContent): void {
    this.drop(containerGroupId);
    this.#contents.set(containerGroupId, content);
    this.#cards += content.size;
    for (const [oldest] of this.#contents) {
      if (this.#cards <= maxCards) {
        return;
      }
      this.drop(oldest);
    }
  }
}
