import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { Role } from '@noa/domain/vocabulary.ts';
import { openDatabase, type Db, type Notice, type Tx } from '../database/database.ts';
import { Keyring } from '../database/keys/keyring.ts';
import { urlFor } from '../database/schema/logins.ts';
import { Notifications } from '../database/connection/notifications.ts';
import { everything } from '../database/scope.ts';
import { onlyKey, type DataKeys } from '../database/keys/sealing.ts';
import { sessionOf, type SessionSettings } from '../database/connection/session.ts';
import { write } from '../database/transaction.ts';
import { createAuthenticate } from '../graphql/serving/authenticate.ts';
import { createGraphqlServer } from '../graphql/serving/server.ts';
import { localKeys } from '../identity/key-source.ts';
import { createTokenVerifier, type TokenVerifier } from '../identity/token.ts';
import { schema } from '../schema.ts';
import { ids, opened, sealVersions } from './sealed.ts';

const issuer = 'https://tests.noa.test';
const audience = 'urn:noa:tests';

/**
 * A database of this test file's own, copied from the migrated template as files, which takes a fifth of what a copy by way of the log does;
 * dropped by the global setup when it has ended.
 */
async function createDatabase(): Promise<string> {
  const clusterUrl = inject('databaseUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: clusterUrl });
    await client.connect();
    for (const statement of statements) {
      await client.query(statement);
    }
    await client.end();
  };
  await admin(
    `create database ${name} template ${inject('templateDatabase')} strategy file_copy`,
    `revoke temporary on database ${name} from public`, // which a copy does not take along
  );
  afterAll(() => admin(`notify ${inject('doneChannel')}, '${name}'`));
  return clusterUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}

/** URL of this file's database, for the owner of the tables. */
export const databaseUrl: string = await createDatabase();

/** Told what PostgreSQL remarks to the application, and to the owner of the tables. */
const listeners: ((notice: Notice) => void)[] = [];
export const onNotice = (listener: (notice: Notice) => void): number => listeners.push(listener);
export const tellListeners = (notice: Notice) => listeners.forEach((tell) => tell(notice));

/**
 * Of what tests give, `asOwner` and `asSystem`, as long as somebody watches plans and does not measure: settings of its connection, and what is done
 * before it in its transaction. Nobody looks at the plans of these statements and their triggers', and telling them takes as long as all else.
 */
export const given: { settings: SessionSettings; first: (tx: Tx) => Promise<unknown> } = {
  settings: {},
  first: () => Promise.resolve(),
};

/** Runs statements, one after the other, as the owner of the tables, set as every connection of ours: what the application may not do. */
export async function asOwner(...statements: string[]): Promise<void> {
  const client = new pg.Client(sessionOf(databaseUrl, 'owner', given.settings));
  client.on('notice', tellListeners);
  await client.connect();
  try {
    for (const statement of statements) {
      await client.query(statement);
    }
  } finally {
    await client.end();
  }
}

/** URL of this file's database, for the application's own login. */
export const appUrl: string = urlFor(databaseUrl, ...inject('appLogin'));

/** A busy machine takes seconds to come to what PostgreSQL has answered long ago, which to a test is no outage. */
const connectMs = 60_000;

/** The application's own pool: row-level security holds for it. */
export const db: Db = openDatabase(appUrl, { connectMs, onNotice: tellListeners });
afterAll(() => db.destroy());

/** The pool of the embedded OpenID provider. */
export const providerDb: Db = openDatabase(urlFor(databaseUrl, ...inject('providerLogin')), { connectMs });
afterAll(() => providerDb.destroy());

/** What this file's database tells. */
export const notifications: Notifications = new Notifications(appUrl);
afterAll(() => notifications.close());

const { privateKey, publicKey } = await generateKeyPair('ES256');
const keys = localKeys({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'tests' }] });

/** What personal data is encrypted with here. */
export const dataKey = Buffer.alloc(32, 7);

/** The same, as records are sealed with it. */
export const dataKeys: DataKeys = onlyKey(dataKey);

/** The same, as the API asks for it. */
export const keyring: Keyring = new Keyring(dataKey);

/** Failures that were not raised on purpose; a test that expects none may look here for the reason. */
export const internalErrors: unknown[] = [];

/** Vouches for the tokens of callers. */
export const verifyToken: TokenVerifier = createTokenVerifier({ issuer, audience, keys });

/** The API, as `main.ts` composes it. */
export const api = {
  schema,
  authenticate: createAuthenticate({
    db,
    notifications,
    verifyToken,
    keys: keyring,
    ids,
    reportInternal: (cause) => {
      internalErrors.push(cause);
    },
  }),
  reportInternal: (_id: string, cause: unknown) => {
    internalErrors.push(cause);
    console.error('Internal error', cause);
  },
};

/** The GraphQL endpoint. */
export const server = createGraphqlServer(api);

/** An access token as a provider would give it. */
const signToken = (claims: Record<string, unknown>, seconds = 600): Promise<string> =>
  new SignJWT({ email_verified: true, scope: 'openid', ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'tests' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(new Date(Date.now() - 3_600_000))
    .setExpirationTime(new Date(Date.now() + seconds * 1000))
    .sign(privateKey);

export interface Answer {
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows the shape of what it asked for
  data: any;
  /** The extensions of each error, and its message. */
  errors: (Record<string, unknown> & { code: string; message: string })[] | undefined;
}

export interface Caller {
  readonly token: string;
  /**
   * Runs one operation over HTTP, perhaps from a network that its tries are counted by. Numbers that the API seals are sealed on
   * their way there and opened on their way back, so that a test can compare them with rows.
   */
  run(source: string, variables?: Record<string, unknown>, clientNetwork?: string): Promise<Answer>;
}

/** Runs one operation with any authorization header, or none; sealed numbers as `Caller.run`. */
export async function send(
  authorization: string | undefined,
  source: string,
  variables: Record<string, unknown> = {},
  clientNetwork?: string,
): Promise<Answer> {
  const sealed = sealVersions(source, variables);
  return opened(await sendAsIs(authorization, sealed.source, sealed.variables, clientNetwork));
}

/** The same, with ids as callers see them. */
export async function sendAsIs(
  authorization: string | undefined,
  source: string,
  variables: Record<string, unknown> = {},
  clientNetwork?: string,
): Promise<Answer> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify({ query: source, variables }),
  };
  const response = await server.fetch('http://noa.test/graphql', request, { ...(clientNetwork && { clientNetwork }) });
  const body = (await response.json()) as {
    data?: unknown;
    errors?: { message: string; extensions: { code: string } }[];
  };
  return {
    data: body.data,
    errors: body.errors?.map(({ message, extensions }) => ({ message, ...extensions })),
  };
}

const callerOf = (token: string): Caller => ({
  token,
  run: (source, variables, clientNetwork) => send(`Bearer oidc~${token}`, source, variables, clientNetwork),
});

export interface Memberships {
  orgIds?: readonly string[];
  /** Managers and the orgs that own them. */
  managers?: readonly { id: string; org_id: string }[];
  apartments?: readonly { id: string; org_id: string }[];
}

/** Somebody with these roles and memberships, signed in. */
export async function signIn(roles: readonly Role[], memberships: Memberships = {}): Promise<Caller> {
  const id = randomUUID();
  const email = `${id}@noa.test`;
  await asSystem(async (tx) => {
    const account = await tx
      .insertInto('account')
      .values({ issuer, subject: id, email, name: `Test ${roles.join(' ')}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { orgIds = [], managers = [], apartments = [] } = memberships;
    for (const org_id of orgIds) {
      await tx.insertInto('org_member').values({ org_id, account_id: account.id }).execute();
    }
    for (const manager of managers) {
      await tx
        .insertInto('manager_member')
        .values({ org_id: manager.org_id, manager_id: manager.id, account_id: account.id })
        .execute();
    }
    for (const apartment of apartments) {
      await tx
        .insertInto('account_apartment')
        .values({ org_id: apartment.org_id, apartment_id: apartment.id, account_id: account.id })
        .execute();
    }
  });
  return callerOf(await signToken({ sub: id, email, name: email, roles }));
}

/** A gateway of the lock network that serves these orgs. */
export async function signInGateway(orgIds: readonly string[], clientId = `gateway-${randomUUID()}`): Promise<Caller> {
  await asSystem(async (tx) => {
    for (const org_id of orgIds) {
      await tx.insertInto('gateway_client').values({ client_id: clientId, org_id }).execute();
    }
  });
  return callerOf(await signGatewayToken(clientId));
}

/** A gateway's access token; with a negative time it has expired. */
export const signGatewayToken = (clientId: string, seconds?: number): Promise<string> =>
  signToken({ sub: clientId, client_id: clientId, scope: 'locks' }, seconds);

const shared = new AsyncLocalStorage<Tx>();

/** Writes around the API, as the system itself: for what a test takes as given. */
export function asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = shared.getStore();
  return tx
    ? work(tx)
    : write(db, everything, 'tests', async (own) => {
        await given.first(own);
        return work(own);
      });
}

/** Has all that is given within `work` written in one transaction, which takes a fraction of what one for each record does. */
export const together = <T>(work: () => Promise<T>): Promise<T> => asSystem((tx) => shared.run(tx, work));

/** The same in another database than that of the file. */
export const givenIn = <T>(elsewhere: Db, work: () => Promise<T>): Promise<T> =>
  write(elsewhere, everything, 'tests', (tx) => shared.run(tx, work));
