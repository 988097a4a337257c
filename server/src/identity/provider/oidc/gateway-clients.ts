import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { AdapterPayload } from 'oidc-provider';
import { findValues } from '../../../database/statements.ts';
import type { Db } from '../../../database/database.ts';
import { keyRows, lockKeysShared, type KeyRow, type Keyring } from '../../../database/keys/keyring.ts';
import { Sealer } from '../../../database/keys/sealing.ts';

const purpose = 'provider-client';

/** What the provider is to know of a gateway's client. */
export const gatewayClient = (clientId: string, secret: string) => ({
  client_id: clientId,
  client_secret: secret,
  token_endpoint_auth_method: 'client_secret_basic' as const,
  grant_types: ['client_credentials'],
  response_types: [],
  redirect_uris: [],
  id_token_signed_response_alg: 'ES256' as const,
});

/** A gateway's client that was made by `npx noa add-gateway`; undefined when there is none of that name. */
export async function findGatewayClient(
  db: Db,
  keyring: Keyring,
  clientId: string,
): Promise<AdapterPayload | undefined> {
  if (clientId.includes('\0')) {
    return undefined; // none is called so, and PostgreSQL takes no such text
  }
  const [cipher] = await findValues<Buffer>(db)`
    select secret_cipher from provider_client where client_id = ${clientId}`;
  return (
    cipher &&
    gatewayClient(clientId, new Sealer(await keyring.forReading(db), purpose).open(cipher, [clientId]).toString())
  );
}

/**
 * Makes a gateway's client, or gives one that there is another secret.
 *
 * @param client - of the owner of the tables.
 * @returns the secret, which is kept sealed and told nowhere else.
 */
export async function keepGatewayClient(client: pg.Client, keyring: Keyring, clientId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await client.query('begin');
  await client.query(lockKeysShared);
  const sealer = new Sealer(keyring.keysOf((await client.query<KeyRow>(keyRows)).rows), purpose);
  await client.query(
    `insert into provider_client (client_id, secret_cipher) values ($1, $2)
    on conflict (client_id) do update set secret_cipher = excluded.secret_cipher, made_at = now()`,
    [clientId, sealer.seal(Buffer.from(secret), [clientId])],
  );
  await client.query('commit');
  return secret;
}
