import { OperatorError } from '@noa/domain/errors.ts';
import { read } from '../../database/transaction.ts';
import type { Db } from '../../database/database.ts';
import { everything } from '../../database/scope.ts';
import { openFileStore, type FileStore } from '../../file-store/file-store.ts';

/**
 * Opens the store that past months are moved to; null where none is set.
 *
 * @param address - of `COLD_MONTHS_TO`.
 * @throws {OperatorError} where none is set and months lie outside the database: nothing could be counted of them.
 */
export async function openColdStore(db: Db, address: string | null): Promise<FileStore | null> {
  if (address !== null) {
    return openFileStore(address);
  }
  await read(db, everything, refuseLostMonths);
  return null;
}

/**
 * Refuses to go on without the place of months that lie outside the database.
 *
 * @throws {OperatorError} if there are any.
 */
export async function refuseLostMonths(db: Db): Promise<void> {
  const file = await db.selectFrom('cold_file').select('name').limit(1).executeTakeFirst();
  if (file) {
    throw new OperatorError(
      `Events of past months lie outside the database (${file.name} and others): set COLD_MONTHS_TO to the place that they were moved to.`,
    );
  }
}
