import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { openDatabase, type Db } from '../../server/src/database/database.ts';
import type { Elsewhere } from '../../server/src/database/connection/statement-bounds.ts';
import { openIds } from '../../server/src/database/keys/id-key.ts';
import type { IdSealer } from '../../server/src/database/keys/id-sealer.ts';
import { Keyring } from '../../server/src/database/keys/keyring.ts';
import { openLogins } from '../../server/src/database/schema/logins.ts';
import { Notifications } from '../../server/src/database/connection/notifications.ts';
import { everything } from '../../server/src/database/scope.ts';
import { write } from '../../server/src/database/transaction.ts';
import { createAuthenticate } from '../../server/src/graphql/serving/authenticate.ts';
import { createGraphqlServer } from '../../server/src/graphql/serving/server.ts';
import { localKeys } from '../../server/src/identity/key-source.ts';
import { createTokenVerifier } from '../../server/src/identity/token.ts';
import { schema } from '../../server/src/schema.ts';

const issuer = 'https://bench.noa.test';
const audience = 'urn:noa:bench';
const keyring = new Keyring(Buffer.alloc(32, 7));

/** Runs one operation, perhaps with a file as its variable `file`, and gives the milliseconds that the server took, and the answer. */
export type Run = (
  query: string,
  variables?: Record<string, unknown>,
  file?: File,
) => Promise<{ ms: number; data: Record<string, unknown> }>;

/** The GraphQL server in this process, and the callers that lists are measured for, by how far they reach. */
export interface BenchServer {
  readonly db: Db;
  /** What cursors are sealed with. */
  readonly ids: IdSealer;
  readonly callers: ReadonlyMap<string, Run>;
  /** A gateway of the lock network that serves every org. */
  readonly gateway: Run;
  readonly close: () => Promise<void>;
}

/**
 * Opens the server on a town's database, with a caller who reaches everything, one of the biggest org, and one of five.
 *
 * @param elsewhere - where queries may be read.
 */
export async function openServer(url: string, elsewhere?: Elsewhere): Promise<BenchServer> {
  const { app } = await openLogins(url, keyring);
  const db = openDatabase(app);
  const notifications = new Notifications(app);
  const ids = await openIds(url, keyring);
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = localKeys({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'bench' }] });
  const reportInternal = (...cause: unknown[]) => console.error(...cause);
  const server = createGraphqlServer({
    schema,
    authenticate: createAuthenticate({
      db,
      notifications,
      verifyToken: createTokenVerifier({ issuer, audience, keys }),
      keys: keyring,
      ids,
      elsewhere,
      reportInternal,
    }),
    reportInternal,
  });

  const signIn = async (role: string, orgIds: readonly string[]): Promise<Run> => {
    const sub = randomUUID();
    const email = `${sub}@noa.test`;
    await write(db, everything, 'bench', async (tx) => {
      await sql`
        with who as (insert into account (issuer, subject, email, name) values (${issuer}, ${sub}, ${email}, ${role}) returning id)
        insert into org_member (org_id, account_id) select org.id, who.id from who, unnest(${orgIds}::uuid[]) as org (id)`.execute(
        tx,
      );
    });
    return runAs({ sub, email, email_verified: true, name: role, scope: 'openid', roles: [role] });
  };
  const runAs = async (claims: Record<string, unknown>): Promise<Run> => {
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'bench' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('2 hours')
      .sign(privateKey);
    return async (query, variables = {}, file) => {
      const began = performance.now();
      const body = file ? multipart(query, variables, file) : JSON.stringify({ query, variables });
      const type = file ? {} : { 'content-type': 'application/json' };
      const headers = { ...type, authorization: `Bearer oidc~${token}` };
      const response = await server.fetch('http://noa.test/graphql', { method: 'POST', headers, body });
      const text = await response.text();
      const ms = performance.now() - began;
      const { data, errors } = JSON.parse(text) as { data: Record<string, unknown>; errors?: unknown };
      if (errors) {
        throw new Error(`${query}: ${JSON.stringify(errors)}`);
      }
      return { ms, data };
    };
  };

  const { rows } = await write(db, everything, 'bench', (tx) =>
    sql<{ id: string }>`select id from org order by name_key, id`.execute(tx),
  );
  const orgs = rows.map(({ id }) => id);
  const callers = new Map([
    ['everything', await signIn('root', [])],
    ['one org', await signIn('local_implementer', orgs.slice(0, 1))],
    ['five orgs', await signIn('local_implementer', orgs.slice(0, 5))],
  ]);
  const clientId = 'bench-gateway';
  await write(db, everything, 'bench', (tx) =>
    sql`insert into gateway_client (client_id, org_id) select ${clientId}, id from org on conflict do nothing`.execute(
      tx,
    ),
  );
  const gateway = await runAs({ sub: clientId, client_id: clientId, scope: 'locks' });
  return { db, ids, callers, gateway, close: () => db.destroy().then(() => notifications.close()) };
}

/** As the GraphQL multipart request specification has it. */
function multipart(query: string, variables: Record<string, unknown>, file: File): FormData {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { ...variables, file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', file);
  return form;
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
