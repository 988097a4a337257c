import { sql } from 'kysely';
import { type Role, roles as allRoles } from '@noa/domain/vocabulary.ts';
import type { Db, Tx } from '../../../database/database.ts';
import type { Row } from '../../../database/tables.ts';
import type { KnownBy } from '../../local-accounts.ts';

/** The languages of pages and mails. */
export type Locale = 'ro' | 'en';

/** A person of the embedded provider. */
export type ProviderUser = Pick<Row<'provider_user'>, 'id' | 'email' | 'name' | 'locale'> & {
  readonly roles: readonly Role[];
};

const columns = ['id', 'email', 'name', 'roles', 'locale', 'password_hash', 'blocked_at'] as const;

const toUser = ({ id, email, name, roles, locale }: Pick<Row<'provider_user'>, keyof ProviderUser>): ProviderUser => ({
  id,
  email,
  name,
  roles: allRoles.filter((role) => roles.includes(role)),
  locale,
});

/** The user a token or session names; undefined when there is none, or it is blocked. */
export async function findUser(db: Db, id: string): Promise<ProviderUser | undefined> {
  // The id comes out of stored sessions and tokens; compared as text, so that a foreign one is absent and not an error.
  const row = await db
    .selectFrom('provider_user')
    .select(columns)
    .where(sql`id::text`, '=', id)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
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
  const row = await db
    .selectFrom('provider_user')
    .select(columns)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row && { user: toUser(row), hash: row.password_hash, blocked: row.blocked_at !== null };
}

/** The ids of all users. */
export async function listUserIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('provider_user').select('id').execute();
  return rows.map(({ id }) => id);
}

/** A user to be added. */
export type NewUser = Omit<ProviderUser, 'id'> & { readonly id?: string; readonly hash: string | null };

/**
 * Adds users; those whose address is known already stay as they are.
 *
 * @returns the ids of those that were added.
 */
export async function addUsers(db: Db | Tx, users: readonly NewUser[]): Promise<string[]> {
  const values = users.map(({ id, email, name, roles, locale, hash }) => ({
    id: id ?? sql<string>`gen_random_uuid()`,
    email,
    name,
    roles: [...roles],
    locale,
    password_hash: hash,
  }));
  const added = await db
    .insertInto('provider_user')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.map(({ id }) => id);
}

/** Gives a user another password. */
export async function setPasswordHash(db: Db | Tx, id: string, hash: string): Promise<void> {
  await db.updateTable('provider_user').set({ password_hash: hash }).where('id', '=', id).execute();
}

/** Keeps another hash of a password, unless another password was chosen while it was made. */
export async function hashAnew(db: Db, id: string, hash: { from: string | null; to: string }): Promise<void> {
  await db
    .updateTable('provider_user')
    .set({ password_hash: hash.to })
    .where('id', '=', id)
    .where('password_hash', '=', hash.from)
    .execute();
}

/** Whether somebody can sign in who may do everything. */
export async function hasRoot(db: Db | Tx): Promise<boolean> {
  const row = await db
    .selectFrom('provider_user')
    .select('id')
    .where(sql<boolean>`'root' = any (roles)`)
    .where('password_hash', 'is not', null)
    .where('blocked_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of the user that the application knows so; undefined when there is none. */
export async function findUserId(db: Db | Tx, { subject, email }: KnownBy): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_user')
    .select('id')
    .where(subject === null ? sql`lower(email)` : sql`id::text`, '=', subject ?? (email ?? '').toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

/** Lets nobody sign in to an account any more, or again. */
export async function setBlocked(tx: Tx, id: string, blocked: boolean): Promise<void> {
  await tx
    .updateTable('provider_user')
    .set({ blocked_at: blocked ? sql<Date>`coalesce(blocked_at, now())` : null })
    .where('id', '=', id)
    .execute();
}

/** Gives a user another name. */
export async function setName(db: Db | Tx, id: string, name: string): Promise<void> {
  await db.updateTable('provider_user').set({ name }).where('id', '=', id).execute();
}

/** Those of the users with these ids that there are. */
export async function findUsers(db: Db, ids: readonly string[]): Promise<ProviderUser[]> {
  const rows = await db
    .selectFrom('provider_user')
    .select(columns)
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .orderBy('id')
    .execute();
  return rows.map(toUser);
}
