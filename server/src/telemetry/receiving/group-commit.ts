import { DatabaseUnavailable } from '../../database/connection/unavailable.ts';
import type { Db } from '../../database/database.ts';
import { PerDatabase } from '../../database/per-database.ts';

/** What is written in a transaction together with others of its kind. */
export interface Member {
  /** What a transaction locks that writes it. */
  readonly locks: ReadonlySet<string>;
  readonly size: number;
}

interface Group<Item> {
  /** Who has waited longest is the first, and does the work of all. */
  readonly items: readonly Item[];
  readonly done: PromiseWithResolvers<readonly unknown[]>;
}

interface Waiting<Item> {
  readonly item: Item;
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
 * does waits here, without a connection, and is written together with all that waited meanwhile. What another server writes is waited for in the
 * database as ever: nothing rests on this but how long it takes.
 */
export class GroupCommit<Item extends Member> {
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
   * @throws what `write` throws of this item alone, or of all when the database is away; the reason of `signal` while it waits.
   */
  async write<Answer>(
    item: Item,
    signal: AbortSignal,
    write: (items: readonly Item[]) => Promise<readonly Answer[]>,
  ): Promise<Answer> {
    const group = this.#isFree(item) ? this.#begin([item]) : await this.#wait(item, signal);
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

  #wait(item: Item, signal: AbortSignal): Promise<Group<Item>> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
        this.#beginWaiting();
      };
      const waiting = {
        item,
        begin: (group: Group<Item>) => {
          signal.removeEventListener('abort', leave);
          resolve(group);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
    });
  }

  /** All that waits for nothing that goes on, in one group, as far as there is room. */
  #beginWaiting(): void {
    const taken: ReadonlySet<string>[] = [...this.#running].flatMap(({ items }) => items.map(({ locks }) => locks));
    const begun: Waiting<Item>[] = [];
    let size = 0;
    for (const waiting of this.#waiting) {
      const { item } = waiting;
      const hasRoom = begun.length === 0 || size + item.size <= this.#largest;
      if (hasRoom && taken.every((locks) => isDisjoint(locks, item.locks))) {
        begun.push(waiting);
        size += item.size;
      } else {
        taken.push(item.locks);
      }
    }
    if (begun.length > 0) {
      begun.forEach((waiting) => this.#waiting.delete(waiting));
      const group = this.#begin(begun.map(({ item }) => item));
      begun.forEach(({ begin }) => begin(group));
    }
  }
}

const groups = new PerDatabase(() => new Map<string, GroupCommit<Member>>());

/**
 * Writes `item` to the database as {@link GroupCommit.write} says, together with what waits of the same `key`: what one transaction may write.
 *
 * @param largest - sizes of what is written together in all, at most.
 */
export async function writeTogether<Item extends Member, Answer>(
  db: Db,
  { key, largest, signal }: { readonly key: string; readonly largest: number; readonly signal: AbortSignal },
  item: Item,
  write: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<Answer> {
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
