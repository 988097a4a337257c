import DataLoader from 'dataloader';
import type { Permission } from '@noa/domain/permissions.ts';
import type { Db, Tx } from '../database/database.ts';
import { findRecords, type Kind } from '../database/record.ts';
import type { Scope } from '../database/scope.ts';
import type { RegistryTable, Row } from '../database/tables.ts';
import { read, write } from '../database/transaction.ts';
import type { Viewer } from '../identity/viewer.ts';

interface ContextParts {
  readonly db: Db;
  readonly viewer: Viewer;
  readonly dataKey: Buffer;
}

/** What every resolver gets: who asks, and the only ways to the database, each of which demands a permission. */
export class Context {
  readonly db: Db;
  readonly viewer: Viewer;
  /** 32 bytes: personal data is encrypted with it. */
  readonly dataKey: Buffer;
  readonly #loaders = new Map<string, unknown>();

  constructor({ db, viewer, dataKey }: ContextParts) {
    this.db = db;
    this.viewer = viewer;
    this.dataKey = dataKey;
  }

  /**
   * Reads within what `permission` reaches for the caller.
   *
   * @throws {AppError} `Forbidden` if none of the caller's roles has the permission.
   */
  read<T>(permission: Permission, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> {
    const scope = this.viewer.scope(permission);
    return read(this.db, scope, (tx) => work(tx, scope));
  }

  /**
   * Writes within what `permission` reaches for the caller, in the caller's name.
   *
   * @throws {AppError} `Forbidden` if none of the caller's roles has the permission.
   */
  write<T>(permission: Permission, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> {
    const scope = this.viewer.scope(permission);
    return write(this.db, scope, this.viewer.actor, (tx) => work(tx, scope));
  }

  /** The record `id` if the caller may see it; asked for in one query with all others of its kind in this request. */
  load<Table extends RegistryTable>(
    kind: Kind<Table>,
    permission: Permission,
    id: string | null,
  ): Promise<Row<Table> | null> {
    if (id === null) {
      return Promise.resolve(null);
    }
    return this.loadBy(`${kind.name} ${permission}`, id, (ids) =>
      this.read(permission, async (tx, scope) => {
        const rows = await findRecords(tx, kind, scope, ids);
        return new Map(rows.map((row) => [(row as Row<RegistryTable>).id, row]));
      }),
    ).then((row) => row ?? null);
  }

  /** Batches the look-ups called `name` of one request into one; `batch` leaves out what it does not find. */
  loadBy<Value>(
    name: string,
    key: string,
    batch: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  ): Promise<Value | undefined> {
    const known = this.#loaders.get(name) as DataLoader<string, Value | undefined> | undefined;
    const loader =
      known ??
      new DataLoader<string, Value | undefined>(async (keys) => {
        const found = await batch(keys);
        return keys.map((each) => found.get(each));
      });
    this.#loaders.set(name, loader);
    return loader.load(key);
  }

  /** Forgets what was read: after a write the answer must show the new state. */
  forget(): void {
    this.#loaders.clear();
  }
}
