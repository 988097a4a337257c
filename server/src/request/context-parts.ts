import type { Notifications } from '../database/connection/notifications.ts';
import { type Elsewhere, boundDatabase, type Bounds } from '../database/connection/statement-bounds.ts';
import type { SentStatement } from '../database/connection/statements-together.ts';
import type { Db } from '../database/database.ts';
import type { IdSealer } from '../database/keys/id-sealer.ts';
import type { Keyring } from '../database/keys/keyring.ts';
import type { Viewer } from '../identity/viewer.ts';
import type { DryRun } from './dry-run.ts';
import type { RequestBounds } from './request-bounds.ts';
import type { RowBudget } from './row-budget.ts';

/** What a server has for every context. */
export interface ServerParts {
  readonly db: Db;
  readonly notifications: Notifications;
  /** What personal data is encrypted with. */
  readonly keys: Keyring;
  /** What ids and cursors are sealed with. */
  readonly ids: IdSealer;
  readonly reportInternal: (cause: unknown) => void;
  /** Where what only reads may read. */
  readonly elsewhere?: Elsewhere | undefined;
}

/** What a request's context is made of. */
export interface ContextParts extends ServerParts {
  /** How long the request may work, and with how much at once. */
  readonly bounds: RequestBounds;
  /** The moment to read; the present when absent. */
  readonly asOf?: Date | undefined;
  readonly viewer: Viewer;
  /** Finds out anew who asks. */
  readonly resolveViewer: () => Promise<Viewer>;
  readonly clientNetwork: string | null;
  readonly locale?: 'ro' | 'en' | undefined;
  readonly dryRun?: DryRun | undefined;
  /** Counts the rows of the operation. */
  readonly budget?: RowBudget;
  /** Is asked before each read, in the same write: whether the viewer is who was assumed. */
  readonly first?: SentStatement | undefined;
  /** For work that goes on after the answer: it keeps to no request's bounds. */
  readonly isFree?: boolean;
  readonly onlyReads?: boolean;
}

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
