import { sql } from 'kysely';
import type { JSONWebKeySet } from 'jose';
import { Provider } from 'oidc-provider';
import { OperatorError } from '@noa/domain/errors.ts';
import type { Db } from '../../database/database.ts';
import { localKeys } from '../key-source.ts';
import { createTokenVerifier, type TokenVerifier } from '../token.ts';
import { cookieNames, createConfiguration } from './configuration.ts';
import { addHeaders } from './headers.ts';
import { loadKeys } from './keys.ts';
import { registerPasswordGrant } from './password-grant.ts';
import { realmPath } from './paths.ts';
import { addSessionManagement } from './session-management.ts';
import { createPasswordCheck, type CheckPassword } from './sign-in.ts';
import { listUsers, type ProviderUser } from './user.queries.ts';
import { addUserinfo } from './userinfo.ts';

export interface EmbeddedProviderOptions {
  /** The provider's own pool: its users, keys and sessions. */
  db: Db;
  /** The application's pool, whose accounts follow the provider's address. */
  accountsDb: Db;
  /** Address people use, without a trailing slash. */
  publicUrl: string;
  /** What access tokens carry as `aud`. */
  audience: string;
  production: boolean;
}

export interface EmbeddedProvider {
  /** <publicUrl>/realms/dev: the authority the console is told, and the issuer in tokens. */
  readonly issuer: string;
  readonly publicUrl: string;
  /** The public keys its tokens are signed with. */
  readonly keys: JSONWebKeySet;
  /** Verifies its access tokens. */
  readonly verify: TokenVerifier;
  readonly db: Db;
  readonly oidc: Provider;
  readonly checkPassword: CheckPassword;
}

/**
 * The OpenID provider inside the server, for trying the product and for tests.
 *
 * @throws {OperatorError} in production: its accounts and secrets are public.
 */
export async function createEmbeddedProvider({
  db,
  accountsDb,
  publicUrl,
  audience,
  production,
}: EmbeddedProviderOptions): Promise<EmbeddedProvider> {
  if (production) {
    throw new OperatorError(
      'The embedded OpenID provider has public passwords and does not run in production: set OIDC_AUTHORITY.',
    );
  }
  const issuer = publicUrl + realmPath;
  const origin = new URL(publicUrl).origin;
  const keys = await loadKeys(db);
  await adoptAccounts(accountsDb, issuer, await listUsers(db));

  const { d: _privatePart, ...publicKey } = keys.signing;
  const publicKeys: JSONWebKeySet = { keys: [publicKey] };
  const verify = createTokenVerifier({ issuer, audience, keys: localKeys(publicKeys) });
  const checkPassword = createPasswordCheck(db, keys.triesSecret);

  const oidc = new Provider(issuer, createConfiguration({ db, keys, issuer, publicUrl, audience }));
  oidc.proxy = true; // what mount.ts sets, and nothing that came from outside
  registerPasswordGrant(oidc, checkPassword, audience);
  addHeaders(oidc);
  addSessionManagement(oidc, { origin, secret: keys.stateSecret, cookie: cookieNames(publicUrl)('session_state') });
  addUserinfo(oidc, { db, verify, origin });

  return { issuer, publicUrl, keys: publicKeys, verify, db, oidc, checkPassword };
}

/**
 * The issuer carries the public address, so the same database served on another port has another one. Its own users are
 * known by their ids, and keep their accounts.
 */
async function adoptAccounts(db: Db, issuer: string, users: readonly ProviderUser[]): Promise<void> {
  await sql`
    update account a set issuer = ${issuer}
    where a.issuer <> ${issuer}
      and a.subject = any (${users.map(({ id }) => id)}::text[])
      and not exists (select from account b where b.issuer = ${issuer} and b.subject = a.subject)
      and not exists (select from account c
        where c.subject = a.subject and c.issuer <> ${issuer} and c.id > a.id)`.execute(db);
}
