import { sql } from 'kysely';
import type { Role } from '@noa/domain/vocabulary.ts';
import { countWritten, hasRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { Kind } from '../../records/record.ts';
import { managers } from '../managers/manager.queries.ts';
import { orgs } from '../orgs/org.queries.ts';
import { listOfPeople, type PeopleFilter } from '../people.ts';

/** An account that belongs to an org or a manager; `last_seen_at` is null until its owner has been here as a member. */
export type MemberRow = Pick<Row<'account'>, 'id' | 'email' | 'name' | 'last_seen_at'>;

/** A kind whose records have members. */
export interface Membership<Table extends 'manager' | 'org'> {
  readonly kind: Kind<Table>;
  /** Has a row for each member, with the record's id in `key`, and its org. */
  readonly table: `${Table}_member`;
  readonly key: `${Table}_id`;
  /** What all members are there for; where it is absent, whoever adds one says so. */
  readonly role?: Role;
}

export const ofOrg: Membership<'org'> = { kind: orgs, table: 'org_member', key: 'org_id' };

/** Members of a manager look after its entrances. */
export const ofManager: Membership<'manager'> = {
  kind: managers,
  table: 'manager_member',
  key: 'manager_id',
  role: 'manager',
};

type Members = Pick<Membership<'manager' | 'org'>, 'table' | 'key'>;
type Owner = { readonly org_id: string; readonly id: string };

/**
 * The members of a record whom a filter asks for, by name; the caller has the record, so it may read them. What an account says of somebody
 * beside the address, whoever adds them by it is told only when they have been here as a member. Anybody can be added, and would otherwise
 * be looked up so: by name, or whether there is an account of theirs, a resident's for one.
 */
export const membersMatching = ({ table, key }: Members, id: string, filter: PeopleFilter | null | undefined) =>
  listOfPeople<MemberRow>(
    sql`(
      select a.id, a.email,
        case when a.last_seen_at >= m.since then a.name else '' end as name,
        case when a.last_seen_at >= m.since then a.last_seen_at end as last_seen_at
      from account a join (
        select account_id, since from ${sql.table(table)} where ${sql.id(key)} = ${id}) m on m.account_id = a.id)`,
    filter,
  );

/** @returns whether the account was no member yet. */
export async function insertMember(tx: Tx, { table, key }: Members, { org_id, id }: Owner, accountId: string) {
  const [columns, values] = key === 'org_id' ? [sql``, sql``] : [sql`${sql.id(key)}, `, sql`${id}, `];
  const added = await countWritten(tx)`
    insert into ${sql.table(table)} (org_id, ${columns}account_id) values (${org_id}, ${values}${accountId})
    on conflict do nothing`;
  return added > 0;
}

/** Whether an account has been here since it is a member. */
export const hasBeenHere = (
  tx: Tx,
  { table, key }: Members,
  { id }: Owner,
  accountId: string,
): Promise<boolean> => hasRow(tx)`
  select from ${sql.table(table)} m join account a on a.id = m.account_id
  where ${sql.id('m', key)} = ${id} and a.id = ${accountId} and a.last_seen_at >= m.since`;

/** @returns whether the account was a member. */
export async function deleteMember(tx: Tx, { table, key }: Members, { org_id, id }: Owner, accountId: string) {
  const deleted = await countWritten(tx)`
    delete from ${sql.table(table)} where org_id = ${org_id} and ${sql.id(key)} = ${id} and account_id = ${accountId}`;
  return deleted > 0;
}
