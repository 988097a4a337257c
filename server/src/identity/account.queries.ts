import { CompiledQuery, sql } from 'kysely';
import type { Role } from '@noa/domain/vocabulary.ts';
import type { VerifiedToken } from './token.ts';
import { countWritten, execute, findRow, findValues, getValue } from '../database/statements.ts';
import type { Db, Tx } from '../database/database.ts';
import type { SentStatement } from '../database/connection/statements-together.ts';
import { prepared, preparedMark } from '../database/connection/prepared.ts';
import { named } from '../database/connection/statement-names.ts';

/** An org a person belongs to, directly or through what they look after. */
export interface OrgRef {
  readonly id: string;
  readonly name: string;
}

export interface OrgMembership extends OrgRef {
  readonly enabled: boolean;
}

/** A manager or an apartment, with the org that owns it. */
export interface OwnedMembership {
  readonly id: string;
  readonly orgId: string;
  readonly orgName: string;
  readonly enabled: boolean;
}

/** A person with everywhere they belong, orgs that are disabled included. */
export interface AccountRow {
  readonly id: string;
  readonly email: string | null;
  readonly name: string;
  readonly last_seen_at: Date | null;
  /** As the last token vouched for them. */
  readonly roles: readonly Role[];
  /** Whether they may do nothing, whatever their token says. */
  readonly blocked: boolean;
  readonly orgs: readonly OrgMembership[];
  readonly managers: readonly (OwnedMembership & { readonly name: string })[];
  readonly apartments: readonly OwnedMembership[];
  /** All of this, as PostgreSQL writes it: equal as long as nothing of it changes. */
  readonly text: string;
}

type Identity = Pick<VerifiedToken, 'issuer' | 'subject' | 'email' | 'emailVerified' | 'name' | 'roles'>;

/** The identity that an account belongs to; undefined while it is only an invitation. */
export const findIdentity = (db: Db, accountId: string) => findRow<Pick<Identity, 'issuer' | 'subject'>>(db)`
  select issuer, subject from account where id = ${accountId} and subject is not null`;

const accountOf = `${preparedMark} select row_to_json(x)::text as account from (
  select v.*, a.blocked_at is not null as blocked from viewer_account($1, $2) v join account a on a.id = v.id) x`;

interface AccountText {
  readonly account: string;
}

/** The account of an identity; undefined before its first sign-in. One statement, no transaction. */
export async function findAccount(
  db: Db,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<AccountRow | undefined> {
  const { rows } = await db.executeQuery<AccountText>(CompiledQuery.raw(named(accountOf), [issuer, subject]));
  return rows[0] && readAccount(rows[0].account);
}

function readAccount(text: string): AccountRow {
  const { last_seen_at: seen, ...account } = JSON.parse(text) as Omit<AccountRow, 'last_seen_at' | 'text'> & {
    readonly last_seen_at: string | null;
  };
  return { ...account, last_seen_at: seen === null ? null : new Date(seen), text };
}

/** An account has changed since it was read. */
class AccountChanged extends Error {}

/**
 * Finds an account that is known, before something is read in its name.
 *
 * @param tell - told whether nothing has changed; if it has, {@link AccountChanged} is thrown, and nothing is told of what was read behind it.
 */
export function confirmAccount(
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  { text }: AccountRow,
  tell: (isSame: boolean) => void,
): SentStatement {
  const check: SentStatement['check'] = (row) => {
    const isSame = row?.[0] === text;
    tell(isSame);
    if (!isSame) {
      throw new AccountChanged('The account has changed');
    }
  };
  return { text: named(accountOf), parameters: [issuer, subject], check };
}

/**
 * Notes that an identity signed in. Its account keeps up with the provider's name, e-mail and roles, and is given what that e-mail was invited
 * to; without one, the account invited by that e-mail becomes its own, provided the provider vouches for the address; without an invitation, one
 * is made.
 */
export async function recordSignIn(db: Db, identity: Identity): Promise<void> {
  const { issuer, subject, name } = identity;
  const roles = sql`${[...identity.roles]}::text[]`;
  const email = identity.emailVerified ? identity.email : null;
  await db.transaction().execute(async (tx) => {
    // The console's first requests come at once, and e-mail is unique: sign-ins, which are rare, go one at a time.
    await execute(tx)`select pg_advisory_xact_lock(hashtext('noa.sign-in'))`;

    await execute(tx)`
      select accept_invitation(id, ${email}) from account where issuer = ${issuer} and subject = ${subject}`;
    const known = await countWritten(tx)`
      update account a set
        last_seen_at = now(),
        roles = ${roles},
        name = coalesce(${name}, a.name),
        email = case
          when exists (select from account b where lower(b.email) = lower(${email}) and b.id <> a.id) then a.email
          else coalesce(${email}, a.email) end
      where a.issuer = ${issuer} and a.subject = ${subject}`;
    if (known > 0) {
      return;
    }
    const invited = await countWritten(tx)`
      update account set
        issuer = ${issuer}, subject = ${subject}, name = coalesce(${name}, name), last_seen_at = now(), roles = ${roles}
      where lower(email) = lower(${email}) and subject is null`;
    if (invited > 0) {
      return;
    }
    await execute(tx)`
      insert into account (issuer, subject, name, last_seen_at, roles, email)
      select ${issuer}, ${subject}, coalesce(${name}, ''), now(), ${roles},
        case when not exists (select from account where lower(email) = lower(${email})) then ${email} end`;
  });
}

/**
 * The account with this e-mail address, invited if there is none: whoever first signs in with the address, and the
 * provider's word for it, becomes its owner.
 *
 * @returns its id.
 */
export async function inviteAccount(db: Db | Tx, email: string): Promise<string> {
  await execute(db)`insert into account (email) values (${email.trim()}) on conflict do nothing`;
  return getValue<string>(db)`select id from account where lower(email) = lower(${email.trim()})`;
}

/** Orgs whose containers a gateway serves, disabled ones included: their containers keep working (domain.md, "Words"). */
export const listGatewayOrgs = (db: Db, clientId: string): Promise<string[]> =>
  findValues<string>(db)`${prepared} select org_id from gateway_orgs(${clientId})`;
