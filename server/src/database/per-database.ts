import { poolOf } from './connection/statement-bounds.ts';
import type { Db } from './database.ts';

/**
 * What a process has one of for each database that it opened: the reports of it, who sends its mail, what was looked up lately. Each is a
 * constant of the room it belongs to; `main.ts`, or a test, says what it is, and whoever has a database, bound to a request or not, finds it.
 */
export class PerDatabase<T> {
  readonly #values = new WeakMap<Db, T>();
  readonly #initial: () => T;

  /** @param initial - what it is while nobody has said otherwise; may throw, where somebody has to. */
  constructor(initial: () => T) {
    this.#initial = initial;
  }

  of(db: Db): T {
    const pool = poolOf(db);
    const known = this.#values.get(pool);
    if (known !== undefined) {
      return known;
    }
    const made = this.#initial();
    this.#values.set(pool, made);
    return made;
  }

  set(db: Db, value: T): void {
    this.#values.set(poolOf(db), value);
  }

  /** From here on it is what it was in the beginning. */
  reset(db: Db): void {
    this.#values.delete(poolOf(db));
  }
}
