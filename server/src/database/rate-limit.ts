import { sql } from 'kysely';
import { AppError } from '@noa/domain/errors.ts';
import { execute, findRow } from './statements.ts';
import type { Tx } from './database.ts';

/** So many times within so long; the window slides, so that no moment allows twice as much. */
export interface RateLimit {
  readonly times: number;
  readonly minutes: number;
}

/** A try that was counted, or when the next one will be. */
export type Taken = { readonly takenAt: string } | { readonly retryAt: Date };

/** Where tries are kept: the application's, and those to sign in at the embedded provider, whose login reaches its own tables only. */
export type TryTable = 'rate_limit' | 'sign_in_try';

/**
 * Counts a try of `key`, unless its limit is reached. Whoever counts before judging, in a transaction of its own, gains
 * nothing by guessing in parallel, through other servers, or after a restart. Keys that nobody uses any more are not removed here: who
 * counts several things in one transaction would lock what others count, and two would wait in a circle.
 *
 * @param key - keyed hash of who is bounded, and in what; the database need not know either.
 */
export async function takeTry(
  tx: Tx,
  key: Buffer,
  { times, minutes }: RateLimit,
  kept: TryTable = 'rate_limit',
): Promise<Taken> {
  const since = sql`clock_timestamp() - make_interval(mins => ${minutes})`;
  const taken = await findRow<{ taken_at: string }>(tx)`
    insert into ${sql.table(kept)} as l (key, tries, last_try_at)
    values (${key}, array[clock_timestamp()], clock_timestamp())
    on conflict (key) do update set
      tries = array(select t from unnest(l.tries) t where t > ${since} order by t) || clock_timestamp(),
      last_try_at = clock_timestamp()
    where (select count(*) from unnest(l.tries) t where t > ${since}) < ${times}
    returning l.tries[array_upper(l.tries, 1)]::text as taken_at`;
  return taken ? { takenAt: taken.taken_at } : { retryAt: await nextTry(tx, key, { times, minutes }, kept) };
}

/**
 * Counts a try, as {@link takeTry}.
 *
 * @returns when it was counted.
 * @throws {AppError} `LimitExceeded` where the limit is reached; `details.retryAt` says when there is another try.
 */
export async function demandTry(tx: Tx, key: Buffer, limit: RateLimit): Promise<string> {
  const taken = await takeTry(tx, key, limit);
  if ('retryAt' in taken) {
    const retryAt = taken.retryAt.toISOString();
    throw new AppError('LimitExceeded', `Too many tries; the next one is at ${retryAt}`, { details: { retryAt } });
  }
  return taken.takenAt;
}

/** When the oldest of the tries that fill the limit falls out of the window. */
async function nextTry(tx: Tx, key: Buffer, { times, minutes }: RateLimit, kept: TryTable): Promise<Date> {
  const row = await findRow<{ retry_at: Date }>(tx)`
    select t + make_interval(mins => ${minutes}) as retry_at
    from ${sql.table(kept)}, unnest(tries) t where key = ${key} order by t desc offset ${times - 1} limit 1`;
  return row?.retry_at ?? new Date();
}

/** The try was right: it does not count. */
export async function giveTryBack(tx: Tx, key: Buffer, takenAt: string, kept: TryTable = 'rate_limit'): Promise<void> {
  await execute(tx)`
    update ${sql.table(kept)} set tries = array_remove(tries, ${takenAt}::timestamptz) where key = ${key}`;
}
