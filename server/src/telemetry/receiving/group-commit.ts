import { DatabaseUnavailable } from '../../database/connection/unavailable.ts';
import type { Db } from '../../database/database.ts';
import { PerDatabase } from '../../database/per-database.ts';

/** What is written in a transaction together with others of its kind. */
export interface Member<Item> {
  /** What a transaction locks that writes it. */
  readonly locks: ReadonlySet<string>;
  readonly size: number;
  /**
   * The parts in which it may be written beside each other, as they share no lock, each under its number: all that waits has the same lock in the part
   * of the same number.
   */
  readonly parts: () => ReadonlyMap<number, Item>;
}

interface Group<Item> {
  /** Who has waited longest is the first, and does the work of all. */
  readonly items: readonly Item[];
  readonly done: PromiseWithResolvers<readonly unknown[]>;
}

interface Waiting<Item> {
  readonly item: Item;
  /** Of the part that it is. */
  readonly part: number;
  readonly begin: (group: Group<Item>) => void;
}

const isDisjoint = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  const [smaller, larger] = one.size < other.size ? [one, other] : [other, one];
  for (const lock of smaller) {
    if (larger.has(lock)) {
      return false;
    }
  }
  return true;
};

/**
 * Writes what would wait for the same locks of PostgreSQL in one transaction. What shares none with anything is written at once, beside the others; what
 * does waits here, without a connection, and is written together with all that waited meanwhile, part by part, so that one connection writes while
 * the next has its rows read. What another server writes is waited for in the database as ever: nothing rests on this but how long it takes.
 */
export class GroupCommit<Item extends Member<Item>> {
  readonly #largest: number;
  readonly #running = new Set<Group<Item>>();
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting<Item>>();

  /** @param largest - sizes of a group in all, at most; one item may be larger. */
  constructor(largest: number) {
    this.#largest = largest;
  }

  /** Whether nothing is written or waits. */
  get isIdle(): boolean {
    return this.#running.size === 0 && this.#waiting.size === 0;
  }

  /**
   * Writes `item`, alone or with others. If that fails, each of them is written once more by itself: one that cannot be written takes no other
   * with it.
   *
   * @param signal - nobody waits for it any more; what is being written is ended by whoever writes it.
   * @param write - in one transaction; gives an answer for each.
   * @returns the answer, or one for each part.
   * @throws what `write` throws of this item alone, or of all when the database is away; the reason of `signal` while it waits. Other parts of it
   *   may be written then.
   */
  async write<Answer>(
    item: Item,
    signal: AbortSignal,
    write: (items: readonly Item[]) => Promise<readonly Answer[]>,
  ): Promise<readonly Answer[]> {
    if (this.#isFree(item)) {
      return [await this.#answerOf(item, this.#begin([item]), signal, write)];
    }
    const answers = await Promise.allSettled(
      [...item.parts()].map(async ([number, part]) =>
        this.#answerOf(part, await this.#wait(part, number, signal), signal, write),
      ),
    );
    return answers.map((answer) => {
      if (answer.status === 'rejected') {
        throw answer.reason;
      }
      return answer.value;
    });
  }

  async #answerOf<Answer>(
    item: Item,
    group: Group<Item>,
    signal: AbortSignal,
    write: (items: readonly Item[]) => Promise<readonly Answer[]>,
  ): Promise<Answer> {
    if (group.items[0] === item) {
      await this.#do(group, write);
    }
    try {
      const answers = (await group.done.promise) as readonly Answer[];
      return answers[group.items.indexOf(item)] as Answer;
    } catch (cause) {
      if (group.items.length === 1 || cause instanceof DatabaseUnavailable) {
        throw cause;
      }
      signal.throwIfAborted();
      return (await write([item]))[0] as Answer;
    }
  }

  async #do(group: Group<Item>, write: (items: readonly Item[]) => Promise<readonly unknown[]>): Promise<void> {
    try {
      group.done.resolve(await write(group.items));
    } catch (cause) {
      group.done.reject(cause);
    } finally {
      this.#running.delete(group);
      this.#beginWaiting();
    }
  }

  /** Whoever comes passes nobody by who waits for the same: who needs much would never have its turn. */
  #isFree({ locks }: Item): boolean {
    return (
      [...this.#running].every(({ items }) => items.every((other) => isDisjoint(locks, other.locks))) &&
      [...this.#waiting].every(({ item }) => isDisjoint(locks, item.locks))
    );
  }

  #begin(items: readonly Item[]): Group<Item> {
    const group = { items, done: Promise.withResolvers<readonly unknown[]>() };
    this.#running.add(group);
    return group;
  }

  #wait(item: Item, part: number, signal: AbortSignal): Promise<Group<Item>> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
        this.#beginWaiting();
      };
      const waiting = {
        item,
        part,
        begin: (group: Group<Item>) => {
          signal.removeEventListener('abort', leave);
          resolve(group);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
      this.#beginWaiting();
    });
  }

  /** All that waits for nothing that goes on, in one group for each part, as far as there is room. */
  #beginWaiting(): void {
    const taken: ReadonlySet<string>[] = [...this.#running].flatMap(({ items }) => items.map(({ locks }) => locks));
    const begun = new Map<number, { readonly members: Waiting<Item>[]; size: number }>();
    for (const waiting of this.#waiting) {
      const { item, part } = waiting;
      const group = begun.get(part) ?? { members: [], size: 0 };
      const hasRoom = group.members.length === 0 || group.size + item.size <= this.#largest;
      if (hasRoom && taken.every((locks) => isDisjoint(locks, item.locks))) {
        group.members.push(waiting);
        group.size += item.size;
        begun.set(part, group);
      } else {
        taken.push(item.locks);
      }
    }
    for (const { members } of begun.values()) {
      members.forEach((waiting) => this.#waiting.delete(waiting));
      const group = this.#begin(members.map(({ item }) => item));
      members.forEach(({ begin }) => begin(group));
    }
  }
}

const groups = new PerDatabase(() => new Map<string, GroupCommit<never>>());

/**
 * Writes `item` to the database as {@link GroupCommit.write} says, together with what waits of the same `key`: what one transaction may write.
 *
 * @param largest - sizes of what is written together in all, at most.
 */
export async function writeTogether<Item extends Member<Item>, Answer>(
  db: Db,
  { key, largest, signal }: { readonly key: string; readonly largest: number; readonly signal: AbortSignal },
  item: Item,
  write: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  const byKey = groups.of(db) as Map<string, unknown> as Map<string, GroupCommit<Item>>;
  const group = byKey.get(key) ?? new GroupCommit<Item>(largest);
  byKey.set(key, group);
  try {
    return await group.write(item, signal, write);
  } finally {
    if (group.isIdle) {
      byKey.delete(key);
    }
  }
}
