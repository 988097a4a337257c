import { createHmac } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import { Provider } from 'oidc-provider';
import type { Role } from '@noa/domain/vocabulary.ts';
import { execute } from '../../database/statements.ts';
import type { Db } from '../../database/database.ts';
import type { Keyring } from '../../database/keys/keyring.ts';
import { localKeys } from '../key-source.ts';
import { createTokenVerifier, type TokenVerifier } from '../token.ts';
import { cookieNames, createConfiguration } from './oidc/configuration.ts';
import { refuseDemoUsers } from './demo-users.ts';
import { addHeaders, refuseUnkeptSignOut } from './oidc/headers.ts';
import { loadKeys, type ProviderKeys } from './oidc/keys.ts';
import { registerPasswordGrant } from './oidc/password-grant.ts';
import { realmPathOf } from './paths.ts';
import { SignInTries } from './sign-in/sign-in-tries.ts';
import { addSessionList } from './oidc/sessions.ts';
import { addSessionManagement } from './oidc/session-management.ts';
import { createPasswordCheck, type CheckPassword } from './sign-in/sign-in.ts';
import { listUserIds } from './accounts/user.queries.ts';
import { addUserinfo } from './oidc/userinfo.ts';

export interface EmbeddedProviderOptions {
  /** The provider's own pool: its users, keys and sessions. */
  readonly db: Db;
  /** The application's pool, whose accounts follow the provider's address. */
  readonly accountsDb: Db;
  /** The data key, which the provider's own keys are sealed with. */
  readonly keyring: Keyring;
  /** Address people use, without a trailing slash. */
  readonly publicUrl: string;
  /** What access tokens carry as `aud`. */
  readonly audience: string;
  /** Without what is public: the password grant, the demonstration's accounts and secrets. */
  readonly production: boolean;
  /** Whether there is a mail server: links are sent by mail, or not at all. */
  readonly sendsMail: boolean;
  /** Whoever has one of these roles is asked for a code beside the password. */
  readonly secondFactor: readonly Role[];
}

export interface EmbeddedProvider {
  /** <publicUrl>/realms/dev: the authority the console is told, and the issuer in tokens. */
  readonly issuer: string;
  /** /realms/dev */
  readonly realmPath: string;
  readonly publicUrl: string;
  readonly production: boolean;
  /** Verifies its access tokens. */
  readonly verify: TokenVerifier;
  readonly db: Db;
  readonly keyring: Keyring;
  readonly sendsMail: boolean;
  /** Hashes who is bounded. */
  readonly triesSecret: Buffer;
  readonly checkPassword: CheckPassword;
  /** Counts who tries passwords. */
  readonly passwordTries: SignInTries;
  /** Counts who tries codes, who knows the password already. */
  readonly codeTries: SignInTries;
  readonly needsSecondFactor: (roles: readonly Role[]) => boolean;
  /** As it is now: with other keys it is another one. */
  readonly oidc: () => Provider;
  /** Looks whether the keys have changed, and makes the next when its time has come. */
  readonly refreshKeys: () => Promise<void>;
}

/** In five minutes: of a million codes three are right at a time. */
const wrongCodes = { perAccountInNetwork: 5, perNetwork: 50, perAccountElsewhere: 10 } as const;

/** What changes with the keys. */
interface Keyed {
  readonly kids: string;
  readonly oidc: Provider;
  readonly verify: TokenVerifier;
}

/**
 * The OpenID provider inside the server: for trying the product, and for towns that have no other (decision 42).
 *
 * @throws {OperatorError} in production, if the demonstration's accounts are in the database.
 */
export async function createEmbeddedProvider(options: EmbeddedProviderOptions): Promise<EmbeddedProvider> {
  const { db, accountsDb, keyring, publicUrl, production } = options;
  if (production) {
    await refuseDemoUsers(db);
  }
  const realmPath = realmPathOf(publicUrl);
  const issuer = publicUrl + realmPath;
  await adoptAccounts(accountsDb, issuer, await listUserIds(db));
  const first = await loadKeys(db, keyring);
  const passwordTries = new SignInTries(db, first.triesSecret);
  const checkPassword = createPasswordCheck(db, passwordTries);

  let keyed = withKeys(first, { ...options, issuer, realmPath, checkPassword });
  return {
    issuer,
    realmPath,
    publicUrl,
    production,
    db,
    keyring,
    sendsMail: options.sendsMail,
    triesSecret: first.triesSecret,
    checkPassword,
    passwordTries,
    codeTries: new SignInTries(db, createHmac('sha256', first.triesSecret).update('codes').digest(), wrongCodes),
    needsSecondFactor: needsSecondFactor(options),
    verify: (token) => keyed.verify(token),
    oidc: () => keyed.oidc,
    refreshKeys: async () => {
      const keys = await loadKeys(db, keyring);
      if (kidsOf(keys) !== keyed.kids) {
        keyed = withKeys(keys, { ...options, issuer, realmPath, checkPassword });
      }
    },
  };
}

const needsSecondFactor =
  ({ secondFactor }: Pick<EmbeddedProviderOptions, 'secondFactor'>) =>
  (roles: readonly Role[]): boolean =>
    roles.some((role) => secondFactor.includes(role));

/** In their order: whichever signs is the first. */
const kidsOf = ({ signing }: ProviderKeys) => signing.map(({ kid }) => kid).join(' ');

type Fixed = EmbeddedProviderOptions & {
  readonly issuer: string;
  readonly realmPath: string;
  readonly checkPassword: CheckPassword;
};

function withKeys(keys: ProviderKeys, fixed: Fixed): Keyed {
  const { db, keyring, issuer, realmPath, publicUrl, audience, production, checkPassword } = fixed;
  const origin = new URL(publicUrl).origin;
  const published: JSONWebKeySet = { keys: keys.signing.map(({ d: _privatePart, ...publicKey }) => publicKey) };
  const verify = createTokenVerifier({ issuer, audience, keys: localKeys(published) });

  const configuration = { db, keyring, keys, issuer, publicUrl, audience, production };
  const oidc = new Provider(
    issuer,
    createConfiguration({ ...configuration, needsSecondFactor: needsSecondFactor(fixed) }),
  );
  oidc.proxy = true; // what mount.ts sets, and nothing that came from outside
  if (!production) {
    registerPasswordGrant(oidc, checkPassword, audience);
  }
  addHeaders(oidc);
  refuseUnkeptSignOut(oidc, `${publicUrl}/`);
  addSessionManagement(oidc, {
    realmPath,
    origin,
    secret: keys.stateSecret,
    cookie: cookieNames(publicUrl)('session_state'),
  });
  addSessionList(oidc, db);
  addUserinfo(oidc, { db, verify, origin });
  return { kids: kidsOf(keys), oidc, verify };
}

/**
 * The issuer carries the public address, so the same database served on another port has another one. Its own users are
 * known by their ids, and keep their accounts.
 */
const adoptAccounts = (db: Db, issuer: string, ids: readonly string[]): Promise<void> => execute(db)`
  update account a set issuer = ${issuer}
  where a.issuer <> ${issuer}
    and a.subject = any (${ids}::text[])
    and not exists (select from account b where b.issuer = ${issuer} and b.subject = a.subject)
    and not exists (select from account c
      where c.subject = a.subject and c.issuer <> ${issuer} and c.id > a.id)`;
