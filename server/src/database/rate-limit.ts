import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** So many times within so long; the window slides, so that no moment allows twice as much. */
export interface RateLimit {
  readonly times: number;
  readonly minutes: number;
}

/** A try that was counted, or when the next one will be. */
export type Taken = { readonly takenAt: string } | { readonly retryAt: Date };

/** Keys that nobody used for a day are removed along the way, a few at each try: no job need do it. */
const forgottenAtOnce = 20;

/**
 * Counts a try of `key`, unless its limit is reached. Whoever counts before judging, in a transaction of its own, gains
 * nothing by guessing in parallel, through other servers, or after a restart.
 *
 * @param key - keyed hash of who is bounded, and in what; the database need not know either.
 */
export async function takeTry(tx: Tx, key: Buffer, { times, minutes }: RateLimit): Promise<Taken> {
  const since = sql`clock_timestamp() - make_interval(mins => ${minutes})`;
  await sql`delete from rate_limit where key in (
    select key from rate_limit where last_try_at < clock_timestamp() - interval '1 day'
    limit ${forgottenAtOnce} for update skip locked)`.execute(tx);
  const { rows } = await sql<{ taken_at: string }>`
    insert into rate_limit as l (key, tries, last_try_at)
    values (${key}, array[clock_timestamp()], clock_timestamp())
    on conflict (key) do update set
      tries = array(select t from unnest(l.tries) t where t > ${since} order by t) || clock_timestamp(),
      last_try_at = clock_timestamp()
    where (select count(*) from unnest(l.tries) t where t > ${since}) < ${times}
    returning l.tries[array_upper(l.tries, 1)]::text as taken_at`.execute(tx);
  const taken = rows[0];
  return taken ? { takenAt: taken.taken_at } : { retryAt: await nextTry(tx, key, { times, minutes }) };
}

/** When the oldest of the tries that fill the limit falls out of the window. */
async function nextTry(tx: Tx, key: Buffer, { times, minutes }: RateLimit): Promise<Date> {
  const { rows } = await sql<{ retry_at: Date }>`
    select t + make_interval(mins => ${minutes}) as retry_at
    from rate_limit, unnest(tries) t where key = ${key} order by t desc offset ${times - 1} limit 1`.execute(tx);
  return rows[0]?.retry_at ?? new Date();
}

/** The try was right: it does not count. */
export async function giveTryBack(tx: Tx, key: Buffer, takenAt: string): Promise<void> {
  await sql`
    update rate_limit set tries = array_remove(tries, ${takenAt}::timestamptz) where key = ${key}`.execute(tx);
}
