import { execute, findRow, getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';

/** How many a caller has waiting at most; the table itself has room for no more. */
export const ticketsPerCaller = 20;

interface NewTicket {
  readonly id: string;
  readonly accountId: string;
  readonly tokenHash: Buffer;
  readonly askedCipher: Buffer;
}

/**
 * Keeps a ticket in a place of the caller's that is free.
 *
 * @param tx - of the caller (`setAccount`).
 * @returns when it expires; null if no place is free.
 */
export async function insertTicket(tx: Tx, { id, accountId, tokenHash, askedCipher }: NewTicket): Promise<Date | null> {
  // One at a time, or two would take the same place.
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`noa.download ${accountId}`}, 0))`;
  await execute(tx)`delete from download_ticket where account_id = ${accountId} and expires_at <= now()`;
  const row = await findRow<{ expires_at: Date }>(tx)`
    insert into download_ticket (id, account_id, place, token_hash, asked_cipher)
    select ${id}, ${accountId}, min(free), ${tokenHash}, ${askedCipher}::bytea
    from generate_series(1, ${ticketsPerCaller}::int) as free
    where not exists (select from download_ticket t where t.account_id = ${accountId} and t.place = free)
    having count(*) > 0
    returning expires_at`;
  return row?.expires_at ?? null;
}

/** When a place of the caller's is free again. */
export const findFirstExpiry = (tx: Tx, accountId: string): Promise<Date | null> => getValue<Date | null>(tx)`
  select min(expires_at) from download_ticket where account_id = ${accountId}`;

interface TakenTicket {
  readonly id: string;
  readonly account_id: string;
  readonly asked_cipher: Buffer;
}

/** Takes a ticket away from its table: of several who come with one token at once, one gets it, wherever they come to. */
export async function takeTicket(tx: Tx, tokenHash: Buffer): Promise<TakenTicket | null> {
  await execute(tx)`select set_config('noa.download', ${tokenHash.toString('hex')}, true)`;
  const row = await findRow<TakenTicket>(tx)`
    delete from download_ticket where token_hash = ${tokenHash} and expires_at > now()
    returning id, account_id, asked_cipher`;
  return row ?? null;
}
