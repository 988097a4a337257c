import { sql } from 'kysely';
import { type Role, roles as allRoles } from '@noa/domain/vocabulary.ts';
import type { Db } from '../../database/database.ts';

/** A person of the embedded provider. */
export interface ProviderUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
}

const columns = ['id', 'email', 'name', 'roles', 'password_hash'] as const;

interface Row {
  id: string;
  email: string;
  name: string;
  roles: string[];
}

const toUser = ({ id, email, name, roles }: Row): ProviderUser => ({
  id,
  email,
  name,
  roles: allRoles.filter((role) => roles.includes(role)),
});

/** The user a token or session names; undefined when there is none. */
export async function findUser(db: Db, id: string): Promise<ProviderUser | undefined> {
  // The id comes out of stored sessions and tokens; compared as text, so that a foreign one is absent and not an error.
  const row = await db
    .selectFrom('provider_user')
    .select(columns)
    .where(sql`id::text`, '=', id)
    .executeTakeFirst();
  return row && toUser(row);
}

/** The user with this e-mail address, in any case of letters, and the password's hash. */
export async function findUserByEmail(
  db: Db,
  email: string,
): Promise<{ user: ProviderUser; hash: string } | undefined> {
  if (email.includes('\0')) {
    return undefined; // nobody is called so, and PostgreSQL takes no such text
  }
  const row = await db
    .selectFrom('provider_user')
    .select(columns)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row && { user: toUser(row), hash: row.password_hash };
}

/** Every user, those who may do most first. */
export async function listUsers(db: Db): Promise<ProviderUser[]> {
  const rows = await db.selectFrom('provider_user').select(columns).orderBy('id').limit(50).execute();
  return rows.map(toUser);
}

/** Adds users; those whose address is known already stay as they are. */
export async function addUsers(db: Db, users: readonly (ProviderUser & { hash: string })[]): Promise<void> {
  const values = users.map(({ id, email, name, roles, hash }) => ({
    id,
    email,
    name,
    roles: [...roles],
    password_hash: hash,
  }));
  await db
    .insertInto('provider_user')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
