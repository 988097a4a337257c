import { validationFailed, type FieldErrors } from '@noa/domain/errors.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { againWhenOvertaken } from '../database/constraint.ts';
import type { Db, Tx } from '../database/database.ts';
import type { IdSealer } from '../database/keys/id-sealer.ts';
import type { Keyring } from '../database/keys/keyring.ts';
import type { Notifications } from '../database/connection/notifications.ts';
import { findRecords, type Kind } from '../records/record.ts';
import type { Scope } from '../database/scope.ts';
import { DoesNotOpen, type DataKeys } from '../database/keys/sealing.ts';
import type { RegistryTable, Row } from '../database/tables.ts';
import { read, readOne, write, type OneStatement } from '../database/transaction.ts';
import type { Viewer } from '../identity/viewer.ts';
import { type ContextParts, RequestDatabase } from './context-parts.ts';
import { runDry } from './dry-run.ts';
import { Loaders } from './loaders.ts';
import { ReadBatches } from './read-batches.ts';
import { RequestBounds } from './request-bounds.ts';
import { RowBudget } from './row-budget.ts';
import { demandedAt, refuseFuture, rememberMoment, scopeAt } from './time-travel.ts';

/** What every resolver gets: who asks, and the only ways to the database, each of which demands a permission. */
export class Context {
  /** For what outlives the request: jobs, files. */
  readonly db: Db;
  readonly bounds: RequestBounds;
  /** What other transactions tell. */
  readonly notifications: Notifications;
  /** What personal data is encrypted with. */
  readonly keys: Keyring;
  /** What ids and cursors are sealed with. */
  readonly ids: IdSealer;
  /** Where the request comes from: an IPv4 address or an IPv6 network (/64); null when it came by no network. */
  readonly clientNetwork: string | null;
  /** Writes to the log what went wrong after the answer was given. */
  readonly reportInternal: (cause: unknown) => void;
  /** In what language others are written to on behalf of who asks; undefined: in that of their account. */
  readonly locale: 'ro' | 'en' | undefined;
  /** The moment that is read; undefined for the present. */
  readonly asOf: Date | undefined;
  readonly #parts: ContextParts;
  readonly #budget: RowBudget;
  readonly #then = new Map<number, Context>();
  readonly #loaders = new Loaders((found) => this.remember(found));
  readonly #reads: ReadBatches;
  #viewer: Viewer;
  readonly #database: RequestDatabase;
  #onlyReads: boolean;

  constructor(parts: ContextParts) {
    const { db, bounds, viewer, notifications, keys, ids, clientNetwork, reportInternal, asOf, budget } = parts;
    this.#budget = budget ?? new RowBudget();
    this.#parts = { ...parts, budget: this.#budget };
    this.asOf = asOf;
    this.db = db;
    this.bounds = bounds;
    this.#viewer = viewer;
    this.notifications = notifications;
    this.keys = keys;
    this.ids = ids;
    this.clientNetwork = clientNetwork;
    this.reportInternal = reportInternal;
    this.locale = parts.locale;
    this.#onlyReads = parts.onlyReads ?? false;
    this.#database = new RequestDatabase({ ...parts, bounds: parts.isFree ? undefined : bounds });
    this.#reads = new ReadBatches((scope, work) => read(this.reading, scope, work, asOf, parts.first), bounds.reading);
  }

  /**
   * The same caller, who reads the registry as it was at `moment`; this very context when there is none.
   *
   * @throws {AppError} `ValidationFailed` for a moment that is still to come: nobody knows how things will be then.
   */
  at(moment: Date | null | undefined): Context {
    if (!moment) {
      return this;
    }
    refuseFuture(moment);
    const known = this.#then.get(moment.getTime());
    const then =
      known ?? new Context({ ...this.#parts, viewer: this.#viewer, asOf: moment, onlyReads: this.#onlyReads });
    this.#then.set(moment.getTime(), then);
    return then;
  }

  /** The same caller as in a new request, which has read nothing yet: for what is read page by page after the answer was given. */
  again(bounds: RequestBounds): Context {
    return new Context({ ...this.#parts, bounds, viewer: this.#viewer, budget: new RowBudget() });
  }

  /**
   * The same caller in work that goes on after the answer was given, as imports do: it takes no turn from what its caller asks
   * meanwhile, and its statements may take as long as those of jobs.
   */
  detached(): Context {
    const { actor, isGateway } = this.#viewer;
    const bounds = new RequestBounds({ name: actor, isGateway });
    return new Context({ ...this.#parts, bounds, viewer: this.#viewer, budget: new RowBudget(), isFree: true });
  }

  /** The same as `db` for what the request does itself, within its bounds. */
  get bounded(): Db {
    return this.#database.bounded;
  }

  /** The same for what only reads: where the operation does nothing else, it may be read at the replica (decision 92). */
  get reading(): Db {
    return this.#onlyReads ? this.#database.reading : this.bounded;
  }

  /**
   * From here on the operation is known to read only. Gateways are not told by a replica: what locks are given is decided on together
   * with what is noted of them.
   */
  readsOnly(): void {
    this.#onlyReads = !this.viewer.isGateway;
  }

  /** Notes of which moment a row, or each of several, was read. */
  remember(rows: unknown): void {
    if (this.asOf) {
      rememberMoment(rows, this.asOf);
    }
  }

  /** Who asks. */
  get viewer(): Viewer {
    return this.#viewer;
  }

  /**
   * Finds out anew who asks, in an operation that goes on: a removed membership, a disabled org and an expired token count
   * from here on.
   *
   * @throws {AppError} `AuthenticationMalformed` once the token has expired.
   */
  async renewViewer(): Promise<void> {
    this.#viewer = await this.#parts.resolveViewer();
  }

  /** Reads everything anew, in an operation that goes on. */
  forget(): void {
    this.#loaders.clear();
    this.#then.clear();
  }

  /** What the operation has given so far is not told: it is answered in another way. */
  beginAgain(): void {
    this.#budget.renew();
  }

  /** The caller has become a resident: the rest of the answer reaches the apartment, and forgets what it did not see. */
  admitTo(apartmentId: string): void {
    this.#viewer = this.#viewer.withApartment(apartmentId);
    this.#loaders.clear();
  }

  /**
   * Reads within what `permission` reaches for the caller. What the fields of one operation read at the same moment and
   * within the same scope shares a transaction: a list with five relations costs one, not six.
   *
   * @throws {AppError} `Forbidden` if none of the caller's roles has the permission, or of the past, may read the history of what it reads.
   */
  async read<T>(permission: Permission, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> {
    const scope = scopeAt(this, permission);
    return this.#reads.add(scope, (tx) => work(tx, scope));
  }

  /** Whether a role of the caller reads by `permission`, at the moment of this context too. */
  mayRead(permission: Permission): boolean {
    return demandedAt(this, permission).every((each) => this.viewer.may(each));
  }

  /**
   * Asks one statement within what `permission` reaches for the caller, of the present, in a transaction that nothing else shares.
   *
   * @throws {AppError} `Forbidden` if none of the caller's roles has the permission.
   */
  async readOne<Row>(permission: Permission, statement: OneStatement<Row>): Promise<readonly Row[]> {
    if (this.asOf) {
      throw new Error('One statement does not read the past');
    }
    return readOne(this.reading, this.viewer.scope(permission), statement, this.#parts.first);
  }

  /**
   * Writes within what `permission` reaches for the caller, in the caller's name. What was read before is forgotten: the
   * answer of a mutation shows the new state.
   *
   * @param work - may be done several times: what it refers to may be deleted meanwhile, and others may wait for it as it waits for them.
   * @throws {AppError} `Forbidden` if none of the caller's roles has the permission.
   */
  async write<T>(permission: Permission, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> {
    if (this.asOf) {
      throw new Error('The past is not written');
    }
    const scope = this.viewer.scope(permission);
    const { dryRun } = this.#parts;
    const writeOnce = () =>
      write(this.bounded, scope, this.viewer.actor, async (tx) => {
        await dryRun?.begin(tx);
        const done = await work(tx, scope);
        await dryRun?.end(tx);
        return done;
      });
    try {
      return await (dryRun ? writeOnce() : againWhenOvertaken(writeOnce));
    } finally {
      this.forget();
    }
  }

  /**
   * Does what `work` does, looks at it, and undoes it: with the permissions, checks and refusals of the real thing. What
   * triggers put off until the commit does not happen.
   *
   * @param work - writes once, through the context it is given.
   * @param maxMs - for each statement, and for each wait for somebody else's row.
   * @returns what `look` saw at the end of the write.
   * @throws whatever `work` throws; an error of PostgreSQL when the time is up.
   */
  async dryRun<T>(
    work: (dryRun: Context) => Promise<unknown>,
    look: (tx: Tx) => Promise<T>,
    maxMs: number,
  ): Promise<T> {
    const { viewer } = this;
    return runDry((dryRun) => work(new Context({ ...this.#parts, viewer, dryRun })), look, maxMs);
  }

  /**
   * The record `id` if the caller may see it, at the moment of this context too: the past is for who may read history. Asked
   * for in one query with all others of its kind in this request.
   */
  load<Table extends RegistryTable>(
    kind: Kind<Table>,
    permission: Permission,
    id: string | null,
  ): Promise<Row<Table> | null> {
    if (id === null || (this.asOf && !this.mayRead(permission))) {
      return Promise.resolve(null);
    }
    return this.loadBy(`${kind.name} ${permission}`, id, (ids) =>
      this.read(permission, async (tx, scope) => {
        const rows = await findRecords(tx, kind, scope, ids);
        return new Map(rows.map((row) => [(row as Row<RegistryTable>).id, row]));
      }),
    ).then((row) => row ?? null);
  }

  /** The keys of personal data, asked for once for all rows of one answer that need them. */
  async keysFor(permission: Permission): Promise<DataKeys> {
    const keys = await this.loadBy(`data keys ${permission}`, 'all', () =>
      this.read(permission, async (tx) => new Map([['all', await this.keys.forReading(tx)]])),
    );
    if (!keys) {
      throw new Error('There are no data keys');
    }
    return keys;
  }

  /**
   * Opens something sealed.
   *
   * @throws {AppError} `ValidationFailed` on `fields` if it was sealed for another record, or changed; the log says where.
   */
  opening<T>(fields: FieldErrors, open: () => T): T {
    try {
      return open();
    } catch (error) {
      if (!(error instanceof DoesNotOpen)) {
        throw error;
      }
      this.reportInternal(error);
      throw validationFailed(fields, 'What is kept here was sealed for another record, or changed since');
    }
  }

  /**
   * Counts rows of a list that has no pages: most have a few, but nothing says that all have.
   *
   * @returns the rows.
   * @throws {AppError} `LimitExceeded` when all such lists of the operation together have too many.
   */
  spend<Row>(rows: readonly Row[] | undefined): Row[] {
    return this.#budget.spend(rows);
  }

  /** Batches the look-ups called `name` of one request into one; `batch` leaves out what it does not find. */
  loadBy<Value>(
    name: string,
    key: string,
    batch: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  ): Promise<Value | undefined> {
    return this.#loaders.load(name, key, batch);
  }
}
