import { sql } from 'kysely';
import { db } from '../testing/harness.ts';

export const iso = (moment: Date) => moment.toISOString();

/** A moment after everything written so far, and before everything written later. */
export async function nextMoment(): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select date_trunc('milliseconds', clock_timestamp()) as at`.execute(db);
  const at = rows[0]?.at ?? new Date();
  // Versions are told apart to the millisecond.
  while (Date.now() <= at.getTime()) {
    await new Promise(setImmediate);
  }
  return at;
}
