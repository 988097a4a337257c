import { sql } from 'kysely';
import { type Role, roles as allRoles } from '@noa/domain/vocabulary.ts';
import { execute, findRow, findRows, findValues, hasRow, tableOf } from '../../../database/statements.ts';
import type { Db, Tx } from '../../../database/database.ts';
import type { Row } from '../../../database/tables.ts';
import type { KnownBy } from '../../local-accounts.ts';

/** The languages of pages and mails. */
export type Locale = 'ro' | 'en';

/** A person of the embedded provider. */
export type ProviderUser = Pick<Row<'provider_user'>, 'id' | 'email' | 'name' | 'locale'> & {
  readonly roles: readonly Role[];
};

const toUser = ({ id, email, name, roles, locale }: Row<'provider_user'>): ProviderUser => ({
  id,
  email,
  name,
  roles: allRoles.filter((role) => roles.includes(role)),
  locale,
});

/** The user a token or session names; undefined when there is none, or it is blocked. */
export async function findUser(db: Db, id: string): Promise<ProviderUser | undefined> {
  // The id comes out of stored sessions and tokens; compared as text, so that a foreign one is absent and not an error.
  const row = await findRow<Row<'provider_user'>>(db)`
    select * from provider_user where id::text = ${id} and blocked_at is null`;
  return row && toUser(row);
}

/** The user with this e-mail address, in any case of letters, blocked or not, and the password's hash: null while there is none. */
export async function findUserByEmail(
  db: Db,
  email: string,
): Promise<{ user: ProviderUser; hash: string | null; blocked: boolean } | undefined> {
  if (email.includes('\0')) {
    return undefined; // nobody is called so, and PostgreSQL takes no such text
  }
  const row = await findRow<Row<'provider_user'>>(db)`
    select * from provider_user where lower(email) = ${email.toLowerCase()}`;
  return row && { user: toUser(row), hash: row.password_hash, blocked: row.blocked_at !== null };
}

/** The ids of all users. */
export const listUserIds = (db: Db): Promise<string[]> => findValues<string>(db)`select id from provider_user`;

/** A user to be added. */
export type NewUser = Omit<ProviderUser, 'id'> & { readonly id?: string; readonly hash: string | null };

/**
 * Adds users; those whose address is known already stay as they are.
 *
 * @returns the ids of those that were added.
 */
export const addUsers = (db: Db | Tx, users: readonly NewUser[]): Promise<string[]> => findValues<string>(db)`
  insert into provider_user (id, email, name, roles, locale, password_hash)
  select coalesce(u.id, gen_random_uuid()), u.email, u.name, u.roles, u.locale, u.hash
  from ${tableOf(users)} as u (id uuid, email text, name text, roles text[], locale text, hash text)
  on conflict do nothing returning id`;

/** Gives a user another password. */
export const setPasswordHash = (db: Db | Tx, id: string, hash: string): Promise<void> =>
  execute(db)`update provider_user set password_hash = ${hash} where id = ${id}`;

/** Keeps another hash of a password, unless another password was chosen while it was made. */
export const hashAnew = (db: Db, id: string, hash: { from: string | null; to: string }): Promise<void> =>
  execute(db)`update provider_user set password_hash = ${hash.to} where id = ${id} and password_hash = ${hash.from}`;

/** Whether somebody can sign in who may do everything. */
export const hasRoot = (db: Db | Tx): Promise<boolean> => hasRow(db)`
  select from provider_user
  where 'root' = any (roles) and password_hash is not null and blocked_at is null limit 1`;

/** The id of the user that the application knows so; undefined when there is none. */
export async function findUserId(db: Db | Tx, { subject, email }: KnownBy): Promise<string | undefined> {
  const [id] = await findValues<string>(db)`
    select id from provider_user
    where ${subject === null ? sql`lower(email)` : sql`id::text`} = ${subject ?? (email ?? '').toLowerCase()}`;
  return id;
}

/** Lets nobody sign in to an account any more, or again. */
export const setBlocked = (tx: Tx, id: string, blocked: boolean): Promise<void> => execute(tx)`
  update provider_user set blocked_at = case when ${blocked} then coalesce(blocked_at, now()) end where id = ${id}`;

/** Leaves a user without these roles. */
export const takeRoles = (db: Db | Tx, id: string, roles: readonly Role[]): Promise<void> => execute(db)`
  update provider_user set roles = array(select role from unnest(roles) role where role <> all (${[...roles]}::text[]))
  where id = ${id}`;

/** Gives a user another name. */
export const setName = (db: Db | Tx, id: string, name: string): Promise<void> =>
  execute(db)`update provider_user set name = ${name} where id = ${id}`;

/** Those of the users with these ids that there are. */
export async function findUsers(db: Db, ids: readonly string[]): Promise<ProviderUser[]> {
  const rows = await findRows<Row<'provider_user'>>(db)`
    select * from provider_user where id = any (${[...ids]}::uuid[]) order by id`;
  return rows.map(toUser);
}
