import { execute } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';

/** What is done around a write of which nothing is to remain. */
export interface DryRun {
  readonly begin: (tx: Tx) => Promise<void>;
  readonly end: (tx: Tx) => Promise<never>;
}

/** Carries what was seen out of a transaction that is thereby rolled back. */
class DryRunEnded extends Error {
  readonly seen: unknown;

  constructor(seen: unknown) {
    super('A dry run is not committed');
    this.seen = seen;
  }
}

/**
 * Has `work` write once, looks at what it did, and rolls it back.
 *
 * @param work - writes in a transaction that begins and ends as it is told.
 * @param maxMs - for each statement, and for each wait for somebody else's row.
 * @returns what `look` saw at the end of the write.
 * @throws whatever `work` throws.
 */
export async function runDry<T>(
  work: (dryRun: DryRun) => Promise<unknown>,
  look: (tx: Tx) => Promise<T>,
  maxMs: number,
): Promise<T> {
  try {
    await work({
      begin: (tx) =>
        execute(tx)`
          select set_config('statement_timeout', ${String(maxMs)}, true), set_config('lock_timeout', ${String(maxMs)}, true)`,
      end: async (tx) => {
        throw new DryRunEnded(await look(tx));
      },
    });
  } catch (thrown) {
    if (thrown instanceof DryRunEnded) {
      return thrown.seen as T;
    }
    throw thrown;
  }
  throw new Error('A dry run has to write once');
}
