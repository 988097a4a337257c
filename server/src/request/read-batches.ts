import type { Tx } from '../database/database.ts';
import type { Scope } from '../database/scope.ts';
import { isDatabaseError, isFailureOfDatabase } from '../database/transaction.ts';

/** A read that waits for its transaction. */
interface PendingRead {
  /** @throws {Aborted} when the database failed, and with it whatever else the transaction was to read; nothing is told then. */
  readonly run: (tx: Tx) => Promise<void>;
  readonly fail: (cause: unknown) => void;
}

/** Ends a transaction in which a statement failed: nothing more can be read in it. */
class Aborted extends Error {}

/** Runs reads in a transaction within a scope. */
type Transact = (scope: Scope, work: (tx: Tx) => Promise<void>) => Promise<void>;

/** Reads of one request: those that are asked for at the same time within the same scope share a transaction. */
export class ReadBatches {
  readonly #open = new Map<string, PendingRead[]>();
  readonly #transact: Transact;
  readonly #ended: AbortSignal;

  /** @param ended - aborted when nobody waits for what is read. */
  constructor(transact: Transact, ended: AbortSignal) {
    this.#transact = transact;
    this.#ended = ended;
  }

  add<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    const key = JSON.stringify(scope);
    const batch = this.#open.get(key) ?? this.#begin(key, scope);
    return new Promise<T>((resolve, reject) => {
      const run = (tx: Tx) =>
        work(tx).then(resolve, (cause: unknown) => {
          if (isFailureOfDatabase(cause)) {
            throw new Aborted('The database failed', { cause });
          }
          reject(cause);
        });
      batch.push({ run, fail: reject });
    });
  }

  #begin(key: string, scope: Scope): PendingRead[] {
    const batch: PendingRead[] = [];
    this.#open.set(key, batch);
    // After the promise jobs under way, in which the other fields ask for theirs.
    setImmediate(() => {
      this.#open.delete(key);
      void this.#readAll(batch, scope);
    });
    return batch;
  }

  /**
   * One read after the other; those behind one that PostgreSQL refuses get another transaction, and never its failure. Where the first
   * transaction fails that is not the last one (`read` of transaction.ts), what was read in it has been told.
   */
  async #readAll(batch: readonly PendingRead[], scope: Scope): Promise<void> {
    let left = batch;
    const readLeft = async (tx: Tx) => {
      for (let next = left[0]; next; next = left[0]) {
        this.#ended.throwIfAborted();
        await next.run(tx);
        left = left.slice(1);
      }
    };
    while (left.length > 0) {
      try {
        await this.#transact(scope, readLeft);
      } catch (thrown) {
        const cause = thrown instanceof Aborted ? thrown.cause : thrown;
        const failed = thrown instanceof Aborted && isDatabaseError(cause) ? left.slice(0, 1) : left;
        failed.forEach(({ fail }) => fail(cause));
        left = left.slice(failed.length);
      }
    }
  }
}
