import { sql } from 'kysely';
import type { Role } from '@noa/domain/vocabulary.ts';
import { findRow, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { uuidOf } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import { listOfPeople, type PeopleFilter } from '../people.ts';

/** Somebody who has signed in, or is to; `subject` is null until they do. */
export type KnownAccount = Pick<Row<'account'>, 'id' | 'email' | 'name' | 'last_seen_at' | 'subject' | 'blocked_at'> & {
  /** As their last token vouched for them. */
  readonly roles: readonly Role[];
};

const columns = sql<KnownAccount>`r.id, r.email, r.name, r.last_seen_at, r.subject, r.blocked_at, r.roles`;

/** All accounts whom a filter asks for, by name. */
export const accountsMatching = (filter: PeopleFilter | null | undefined) =>
  listOfPeople<KnownAccount>(sql`account`, filter, columns);

/** An account, and nobody who changes it until the transaction ends; undefined when there is none. */
export const findAccountForUpdate = (tx: Tx, id: string) =>
  findRow<KnownAccount>(tx)`select ${columns} from account r where r.id = ${uuidOf(id)} for update`;

/** The same of several, always in one order: nobody waits in a circle for who changes two of them the other way round. */
export const findAccountsForUpdate = (tx: Tx, ids: readonly string[]) =>
  findRows<KnownAccount>(tx)`
    select ${columns} from account r where r.id = any (${ids.map(uuidOf)}::uuid[]) order by r.id for update`;

/** Blocks an account, or no longer. */
export async function setBlocked(tx: Tx, id: string, blocked: boolean): Promise<KnownAccount> {
  const account = await findRow<KnownAccount>(tx)`
    update account r set blocked_at = case when ${blocked} then coalesce(r.blocked_at, now()) end
    where r.id = ${id} returning ${columns}`;
  if (!account) {
    throw new Error('An account vanished while it was being blocked');
  }
  return account;
}
