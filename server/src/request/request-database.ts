import { boundDatabase, type Bounds, type Elsewhere } from '../database/connection/statement-bounds.ts';
import type { Db } from '../database/database.ts';

interface Given {
  readonly db: Db;
  /** Undefined for work that goes on after the answer. */
  readonly bounds: Bounds | undefined;
  /** Where what only reads may read. */
  readonly elsewhere?: Elsewhere | undefined;
}

/** The database as one request has it: within its bounds, and where it may be read at the replica. */
export class RequestDatabase {
  readonly #given: Given;
  #bounded: Db | undefined;
  #reading: Db | undefined;

  constructor(given: Given) {
    this.#given = given;
  }

  get bounded(): Db {
    const { db, bounds } = this.#given;
    this.#bounded ??= bounds ? boundDatabase(db, bounds) : db;
    return this.#bounded;
  }

  get reading(): Db {
    const { db, bounds, elsewhere } = this.#given;
    if (!elsewhere) {
      return this.bounded;
    }
    this.#reading ??= boundDatabase(db, bounds, elsewhere);
    return this.#reading;
  }
}
